// Package waitgroup uses WaitGroups in ways that are easy to get wrong.
package waitgroup

import "sync"

// Twice calls Done once too often.
func Twice() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done() // failed
}

// None calls Done without Add.
func None() {
	var wg sync.WaitGroup
	wg.Done() // failed
}

// Negative adds less than nothing.
func Negative(n int) {
	var wg sync.WaitGroup
	wg.Add(n) // failed
}

// Late adds what the goroutine has paid already.
func Late() {
	var wg sync.WaitGroup
	go func() { // failed
		wg.Done()
	}()
	wg.Add(1)
}

// Paid pays for the goroutine.
func Paid() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
	}()
	wg.Done() // failed
}

// Double pays twice in one goroutine.
func Double() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		wg.Done()
		wg.Done() // failed
	}()
}

// Short starts more goroutines than it has added.
func Short(n int) {
	var wg sync.WaitGroup
	wg.Add(1)
	for range n {
		go func() { // failed
			wg.Done()
		}()
	}
}

// Itself waits for itself.
func Itself() {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Wait() // failed
}

// Other pays another group.
func Other() {
	var a, b sync.WaitGroup
	a.Add(1)
	b.Done() // failed
	a.Done()
}

// Group has a WaitGroup.
type Group struct {
	wg sync.WaitGroup
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Done is called by anybody.
func (g *Group) Done() {
	g.wg.Done() // failed
}

// Unowed has a goroutine pay what nobody added.
func (g *Group) Unowed() {
	go g.run() // failed
}

func (g *Group) run() {
	defer g.wg.Done()
}

// Crossed pays another object's group.
func (g *Group) Crossed(h *Group) {
	g.wg.Add(1)
	h.wg.Done() // failed
}

// Branches may pay twice.
func Branches(b bool) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done() // failed
		if b {
			wg.Done()
		}
	}()
}
