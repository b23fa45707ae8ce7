package suites

import (
	"sync"
	"sync/atomic"
	"testing"

	"example.com/suite"
)

type counter struct {
	mu sync.Mutex
	n  int
}

type right struct{ counter }

func (r *right) TestAdd(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			r.mu.Lock()
			r.n++
			r.mu.Unlock()
		})
	}
	wg.Wait()
	if r.n != 2 {
		t.Error(r.n)
	}
}

func (r *right) TestMore(t *testing.T) {
	if r.n != 2 {
		t.Error(r.n)
	}
}

func TestRight(t *testing.T) { suite.Run(t, new(right)) }

type wrong struct{ counter }

func (w *wrong) TestAdd(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			w.mu.Lock()
			n := w.n
			w.mu.Unlock()
			w.mu.Lock()
			w.n = n + 1
			w.mu.Unlock()
		})
	}
	wg.Wait()
}

func TestWrong(t *testing.T) {
	w := new(wrong)
	suite.Run(t, w)
	if w.n != 2 {
		t.Fatal("one is lost") // want failure
	}
}

func TestByRight(t *testing.T) {
	var n atomic.Int32
	add := func(*testing.T) { n.Add(1) }
	suite.RunBy(t, false, add, add)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestByWrong(t *testing.T) {
	n := 0
	add := func(*testing.T) {
		n++ // want race
	}
	suite.RunBy(t, true, add, add)
}
