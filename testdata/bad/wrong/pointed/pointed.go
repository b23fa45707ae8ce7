// Package pointed stores through pointers what the variables behind them must not hold, and looks into them without their locks.
package pointed

import "sync"

type W struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byName map[string]int
	//calvin:guarded_by mu
	buf    []int
	second sync.Mutex
	//calvin:guarded_by second
	others map[string]int
	//calvin:guarded_by second
	rest []int
	//calvin:closable_if held(mu)
	done chan int
	//calvin:condition_of mu
	cond *sync.Cond
	//calvin:guarded_by mu
	n int
}

type Ways struct {
	byName *map[string]int
	buf    *[]int
	done   *chan int
	cond   **sync.Cond
}

func To(w *W) *Ways {
	return &Ways{byName: &w.byName, buf: &w.buf, done: &w.done, cond: &w.cond}
}

func (to *Ways) ShareMap(w *W) {
	w.mu.Lock()
	w.second.Lock()
	if to.byName == &w.byName {
		*to.byName = w.others // failed
	}
	w.second.Unlock()
	w.mu.Unlock()
}

func (to *Ways) TakeMap(w *W, m map[string]int) {
	w.mu.Lock()
	if to.byName == &w.byName {
		*to.byName = m // failed
	}
	w.mu.Unlock()
}

func (to *Ways) ShareSlice(w *W) {
	w.mu.Lock()
	w.second.Lock()
	if to.buf == &w.buf {
		*to.buf = w.rest // failed
	}
	w.second.Unlock()
	w.mu.Unlock()
}

func (to *Ways) TakeSlice(w *W, s []int) {
	w.mu.Lock()
	if to.buf == &w.buf {
		*to.buf = s // failed
	}
	w.mu.Unlock()
}

func (to *Ways) KeepSlice(w *W) []int {
	s := make([]int, 8)
	w.mu.Lock()
	if to.buf == &w.buf {
		*to.buf = s
	}
	w.mu.Unlock()
	s[0] = 1 // failed
	return nil
}

func (to *Ways) Channel(w *W, ch chan int) {
	if to.done == &w.done {
		*to.done = ch // failed
	}
}

func (to *Ways) Condition(w *W) {
	if to.cond == &w.cond {
		*to.cond = sync.NewCond(&w.second) // failed
	}
}

func (to *Ways) NoLock(w *W) {
	if to.buf == &w.buf {
		*to.buf = make([]int, 2) // failed
	}
}

func (to *Ways) OtherLock(w *W) {
	w.second.Lock()
	if to.buf == &w.buf {
		*to.buf = make([]int, 2) // failed
	}
	w.second.Unlock()
}

func (to *Ways) ElementNoLock(w *W) {
	w.mu.Lock()
	if to.buf != &w.buf {
		w.mu.Unlock()
		return
	}
	s := *to.buf
	w.mu.Unlock()
	if len(s) > 0 {
		s[0] = 1 // failed
	}
}

func fill(b *[]int, n int) {
	*b = make([]int, n) // failed
}

// Fill is right about the lock, which fill alone knows nothing of.
func (w *W) Fill() {
	w.mu.Lock()
	fill(&w.buf, 8)
	w.mu.Unlock()
}

func (w *W) Make() {
	w.buf = make([]int, 8) // failed
}
