package small

import (
	"sync"
	"testing"
)

func TestSyncMap(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m.Store(i, i) })
	}
	wg.Wait()
	n := 0
	m.Range(func(k, v any) bool { n++; return true })
	if n != 2 {
		t.Error(n)
	}
}

func TestSyncMapCheckThenAct(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	made := make(chan bool, 2)
	for range 2 {
		wg.Go(func() {
			if _, ok := m.Load("k"); !ok {
				m.Store("k", true)
				made <- true
			}
		})
	}
	wg.Wait()
	if len(made) == 2 {
		t.Error("made twice") // want failure
	}
}

func TestSyncMapLoadOrStore(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	made := make(chan bool, 2)
	for range 2 {
		wg.Go(func() {
			if _, loaded := m.LoadOrStore("k", true); !loaded {
				made <- true
			}
		})
	}
	wg.Wait()
	if len(made) != 1 {
		t.Error("not once")
	}
}

func TestMapRace(t *testing.T) {
	m := map[int]int{}
	go func() {
		m[1] = 1 // want race
	}()
	m[2] = 2 // want race
}

func TestSliceOfItsOwn(t *testing.T) {
	s := make([]int, 2)
	for i := range s {
		go func() { s[i]++ }()
	}
}

func TestSliceAppended(t *testing.T) {
	var s []int
	for i := range 2 {
		go func() {
			s = append(s, i) // want race
		}()
	}
}

func TestPool(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(int) }}
	for range 2 {
		go func() {
			p := pool.Get().(*int)
			*p++
			pool.Put(p)
		}()
	}
}

func TestPoolUsedAfterPut(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(int) }}
	for range 2 {
		go func() {
			p := pool.Get().(*int)
			pool.Put(p)
			*p++ // want race
		}()
	}
}

func TestGenericBox(t *testing.T) {
	b := &box[int]{}
	go b.set(1)
	if b.get() > 1 {
		t.Error("neither")
	}
}

func TestGenericBoxRace(t *testing.T) {
	b := &box[string]{}
	go b.set("x")
	_ = b.v // want race
}

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) set(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.v = v // want race
}

func (b *box[T]) get() T {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.v
}
