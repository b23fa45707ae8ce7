// Package payers has no annotations, and calls Done without being known to owe one. Nothing may be learned from that Wait returns.
package payers

import "sync"

// A Group counts, and waits.
type Group struct {
	mu sync.Mutex
	n  int
	wg sync.WaitGroup
}

// Hit counts one.
func (g *Group) Hit() {
	g.mu.Lock()
	g.n++
	g.mu.Unlock()
}

// Drop counts one less.
func (g *Group) Drop() {
	g.mu.Lock()
	g.n--
	g.mu.Unlock()
}

// Mix computes something.
func (g *Group) Mix() {
	g.mu.Lock()
	g.n += g.n * g.n
	g.n -= g.n * g.n
	g.n += g.n * g.n
	g.mu.Unlock()
}

// Begin says that there is one more.
func (g *Group) Begin() { g.wg.Add(1) }

// End says that there is one less.
func (g *Group) End() { g.wg.Done() }

// Behind is wrong behind a Done that it does not owe.
func (g *Group) Behind(last bool) {
	if last {
		g.wg.Done()
		g.n++ // failed
	}
}

// Less is wrong behind an Add of less than nothing.
func (g *Group) Less(k int) {
	g.wg.Add(-k)
	if k > 0 {
		g.n++ // failed
	}
}

// Waited is wrong behind Wait.
func (g *Group) Waited() {
	g.wg.Wait()
	g.n++ // failed
}

// Owing is wrong behind a Wait that seems to wait for itself: others may call the Done.
func (g *Group) Owing() {
	g.wg.Add(1)
	g.wg.Wait()
	g.n++ // failed
}

// Submitted is wrong in a function that is called some time.
func (g *Group) Submitted(run func(func())) {
	g.wg.Add(1)
	run(func() {
		defer g.wg.Done()
		g.n++ // failed
	})
}

// Early waits for a goroutine by a group of which somebody else calls Done as well.
func Early(run func(func())) int {
	x := 0
	g := &Group{}
	g.wg.Add(1)
	go func() {
		x = 1
		g.wg.Done()
	}()
	g.End()
	g.wg.Wait()
	return x // failed
}

// Twice has its goroutine call Done, and then a function that does so once more.
func Twice() int {
	x, y := 0, 0
	g := &Group{}
	g.wg.Add(2)
	go func() {
		x = 1
		g.wg.Done()
		g.End()
	}()
	go func() {
		y = 1
		g.wg.Done()
	}()
	g.wg.Wait()
	return x + y // failed
}

// Went has the group run the goroutine, and calls Done besides.
func Went() int {
	x := 0
	g := &Group{}
	g.wg.Go(func() {
		x = 1
	})
	g.End()
	g.wg.Wait()
	return x // failed
}

// Elements has goroutines fill a slice.
func Elements(n int) []int {
	out := make([]int, n)
	g := &Group{}
	for i := range out {
		g.wg.Add(1)
		go func() { // failed
			defer g.wg.Done()
			out[i] = i
		}()
	}
	g.wg.Wait()
	return out
}
