// Package groupsin has goroutines share a variable, and waits for a WaitGroup in a struct that is not always the one which they pay.
package groupsin

import "sync"

type L struct {
	wg  sync.WaitGroup
	sem chan struct{}
}

func New(n int) *L { return &L{sem: make(chan struct{}, n)} }

func Overwritten(xs []int) int {
	var l L
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		l.wg.Add(1)
		go func() {
			defer l.wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	l = L{} // failed
	l.wg.Wait()
	return sum // failed
}

type O struct{ wg sync.WaitGroup }

func other(l *O) { l.wg.Done() }

func Elsewhere(xs []int) int {
	l := &O{}
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		l.wg.Add(1)
		go func() {
			defer l.wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	other(l) // failed
	l.wg.Wait()
	return sum
}

var keptMu sync.Mutex
var kept *L

func newKept() *L {
	return &L{}
}

func Kept(xs []int) int {
	l := newKept()
	keptMu.Lock()
	kept = l
	keptMu.Unlock()
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		l.wg.Add(1)
		go func() {
			defer l.wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	l.wg.Wait()
	return sum // failed
}

func Pay() {
	keptMu.Lock()
	defer keptMu.Unlock()
	if kept != nil {
		kept.wg.Done()
	}
}

type two struct{ a, b sync.WaitGroup }

func Two(xs []int) int {
	var w two
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		w.a.Add(1)
		go func() {
			defer w.a.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	w.b.Wait()
	return sum // failed
}

type in struct {
	l L
	m L
}

func Nested(xs []int) int {
	var w in
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		w.l.wg.Add(1)
		go func() {
			defer w.l.wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	w.m.wg.Wait()
	return sum // failed
}

func Reassigned(xs []int) int {
	l := &L{}
	var mu sync.Mutex
	sum := 0
	for _, x := range xs {
		l.wg.Add(1)
		go func() {
			defer l.wg.Done()
			mu.Lock()
			sum += x
			mu.Unlock()
		}()
	}
	l = &L{} // failed
	l.wg.Wait()
	return sum // failed
}
