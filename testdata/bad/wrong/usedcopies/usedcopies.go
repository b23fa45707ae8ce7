// Package usedcopies copies and overwrites WaitGroups, Onces and RWMutexes that are in use, or that others may be using.
package usedcopies

import "sync"

type G struct {
	wg   sync.WaitGroup
	rw   sync.RWMutex
	once sync.Once
	//calvin:guarded_by rw
	n int
}

// Reset makes a new WaitGroup of one on which somebody may count.
func (g *G) Reset() {
	g.wg = sync.WaitGroup{} // failed
}

// Again lets the function of a Once run again, while others read what it wrote.
func (g *G) Again() {
	g.once = sync.Once{} // failed
}

// Unlocked makes a free lock of one that somebody may hold.
func (g *G) Unlocked() {
	g.rw = sync.RWMutex{} // failed
}

// Cleared does all of this at once.
func (g *G) Cleared() {
	*g = G{} // failed
}

// Through does it by an address.
func Through(wg *sync.WaitGroup) {
	*wg = sync.WaitGroup{} // failed
}

// Forgotten overwrites a WaitGroup of its own that counts: its Done is one too many then.
func Forgotten() *G {
	g := &G{}
	g.wg.Add(1)
	g.wg = sync.WaitGroup{} // failed
	g.wg.Done()
	return g
}

// ForgottenAll does the same with the struct.
func ForgottenAll() *G {
	g := &G{}
	g.wg.Add(1)
	*g = G{} // failed
	g.wg.Done()
	return g
}

// Rounds has a fresh WaitGroup in the first round only.
func Rounds() {
	g := &G{}
	for range 2 {
		g.wg = sync.WaitGroup{} // failed
		g.wg.Add(1)
	}
}

// Running overwrites the WaitGroup of a goroutine that has not ended.
func Running() {
	g := &G{}
	g.wg.Go(func() {})
	g.wg = sync.WaitGroup{} // failed
	g.wg.Wait()
}

// Captured overwrites a WaitGroup that a goroutine has.
func Captured() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { wg.Done() }()
	wg = sync.WaitGroup{} // failed
	wg.Wait()
}

// OneOf overwrites an array of which one element counts.
func OneOf(i int) {
	if i < 0 || i > 3 {
		return
	}
	var all [4]sync.WaitGroup
	p := &all
	p[i].Add(1)
	*p = [4]sync.WaitGroup{} // failed
	p[i].Done()
}

// clear takes any object of its caller's, whose WaitGroup may count.
//
//calvin:requires p != nil && local(p)
//calvin:atomic
//calvin:modifies p.n
func clear(p *G) {
	*p = G{} // failed
}

// Cleans counts on its WaitGroup after clear.
func Cleans() {
	g := &G{}
	g.wg.Add(1)
	clear(g)
	g.wg.Done()
}

//calvin:transfers
//calvin:closable_if false
var handed = make(chan *G)

// Hands hands over an object with a WaitGroup that counts.
func Hands() {
	g := &G{}
	g.wg.Add(1)
	handed <- g
}

// Takes overwrites what it gets.
func Takes() {
	g := <-handed
	if g != nil {
		g.wg = sync.WaitGroup{} // failed
	}
}

var pool = sync.Pool{New: func() any { return new(G) }}

// Recycled overwrites what somebody else put into a pool.
func Recycled() {
	g := pool.Get().(*G)
	*g = G{} // failed
	pool.Put(g)
}

// Counting copies a WaitGroup that counts: nobody calls Done of the copy.
func Counting() *G {
	g := &G{}
	g.wg.Add(1)
	h := *g // failed
	g.wg.Done()
	return &h
}

// Ran copies a Once of which the function has run.
func Ran() *G {
	g := &G{}
	g.once.Do(func() {})
	return &G{once: g.once} // failed
}

// Reset runs the function of a Once of its own again.
func Twice() *G {
	g := &G{}
	g.once.Do(func() {})
	g.once = sync.Once{} // failed
	return g
}

// Reading overwrites a lock of its own that it holds for reading.
func Reading() *G {
	g := &G{}
	g.rw.RLock()
	g.rw = sync.RWMutex{} // failed
	g.rw.RUnlock()
	return g
}

// Writing copies a lock of its own that it holds for writing.
func Writing() *G {
	g := &G{}
	g.rw.Lock()
	h := &G{rw: g.rw} // failed
	g.rw.Unlock()
	return h
}

// Wait waits for a copy, on which nobody counts.
func (g G) Wait() { // failed
	g.wg.Wait()
}

// Counts has a goroutine pay a Done of a copy.
func Counts(wg sync.WaitGroup) {
	go func() { // failed
		wg.Done()
	}()
}

// WaitFor copies it for that.
func (g *G) WaitFor() {
	G.Wait(*g) // failed
}

// Value returns a copy of what others use.
func (g *G) Value() G {
	return *g // failed
}

// Boxed puts a copy into an interface.
func (g *G) Boxed() any {
	return g.wg // failed
}

// Unboxed takes a WaitGroup, of which it knows nothing, for an unused one.
func Unboxed(x any) *G {
	g := &G{}
	if wg, ok := x.(sync.WaitGroup); ok {
		g.wg = wg // failed
	}
	return g
}

// Passed takes what it was passed by value for unused.
func Passed(wg sync.WaitGroup) *G {
	return &G{wg: wg} // failed
}

// Received does the same with what it receives.
func Received(c chan sync.WaitGroup) *G {
	return &G{wg: <-c} // failed
}

// Published overwrites what others have found meanwhile.
func Published(b *Box) {
	g := &G{}
	b.mu.Lock()
	b.g = g
	b.mu.Unlock()
	g.once = sync.Once{} // failed
}

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	g *G
}

// Longer copies elements that somebody counts on.
func Longer(gs []G) []G {
	return append(gs, G{}) // failed
}

// Compared reads a WaitGroup that others use.
func (g *G) Compared() bool {
	return g.wg == sync.WaitGroup{} // failed
}

var all sync.WaitGroup

// ResetAll overwrites one that everybody uses.
func ResetAll() {
	all = sync.WaitGroup{} // failed
}

// The rest is right.

// New has a group inside of a group, as literals.
func New() *Outer {
	return &Outer{G: G{n: 1}, more: [2]sync.WaitGroup{}}
}

type Outer struct {
	G
	sub struct {
		once sync.Once
		rw   sync.RWMutex
	}
	more [2]sync.WaitGroup
}

// Fresh overwrites and copies what nobody has used.
func Fresh() (*G, *G) {
	g := &G{wg: sync.WaitGroup{}, rw: sync.RWMutex{}, n: 3}
	g.wg = sync.WaitGroup{}
	g.rw.Lock()
	g.n++
	g.rw.Unlock()
	g.rw = sync.RWMutex{}
	h := *g
	//calvin:assert h.n == 4
	*g = G{}
	return g, &h
}

// Made makes it by value.
func Made(n int) G { return G{n: n} }

// Filled uses what was made by value.
func Filled() int {
	g := Made(2)
	n := 0
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		n = 1
	}()
	g.wg.Wait()
	return n
}

// Written has a WaitGroup that is written out.
func Written(xs []int) int {
	wg := sync.WaitGroup{}
	mu := sync.Mutex{}
	total := 0 //calvin:guarded_by mu
	for _, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += x
			mu.Unlock()
		}()
	}
	wg.Wait()
	mu.Lock()
	defer mu.Unlock()
	return total
}
