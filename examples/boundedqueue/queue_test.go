package boundedqueue

import (
	"sync"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

func TestInOrder(t *testing.T) {
	q := New(2)
	var got []int
	var wg sync.WaitGroup
	wg.Go(func() {
		for v, ok := q.Take(); ok; v, ok = q.Take() {
			got = append(got, v)
		}
	})
	const n = 100
	for v := range n {
		if !q.Put(v) {
			t.Errorf("Put(%d) fails", v)
		}
	}
	q.Close()
	wg.Wait()
	for i, v := range got {
		if v != i {
			t.Fatalf("value %d is %d", i, v)
		}
	}
	if len(got) != n || q.Put(n) {
		t.Errorf("%d values came, want %d, and no more after Close", len(got), n)
	}
}

func TestManyAtOnce(t *testing.T) {
	const each = 50
	q := New(3)
	var mu sync.Mutex
	seen := make(map[int]bool)
	exercise.Together(func(g int) {
		if g%2 == 0 {
			for i := range each {
				q.Put(g*each + i)
			}
			return
		}
		for range each {
			v, ok := q.Take()
			mu.Lock()
			if !ok || seen[v] {
				t.Errorf("Take() = %d, %t again", v, ok)
			}
			seen[v] = true
			mu.Unlock()
		}
	})
	if want := exercise.Goroutines / 2 * each; len(seen) != want {
		t.Errorf("%d values came, want %d", len(seen), want)
	}
}
