// Package seldom has what one seldom writes of what is handed over.
package seldom

import (
	"sync"
)

// An L has ghosts.
//
//calvin:ghost m mmap[int, bool]
//calvin:ghost keys set[int]
//calvin:ghost seen seq[int]
//calvin:ghost all bool
//calvin:ghost k integer
type L struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	c chan int
	//calvin:guarded_by mu
	s []int
	a [4]int
}

// Without takes away keys that are not written out.
func (l *L) Without() {
	l.mu.Lock()
	//calvin:set l.m = l.m - l.keys // unknown
	l.n++
	l.mu.Unlock()
}

// Floats ranges over floats.
func (l *L) Floats() {
	l.mu.Lock()
	//calvin:set l.all = forall x seq[int] :: x == x // unknown
	l.n++
	l.mu.Unlock()
}

// Half divides what has no bounds.
func (l *L) Half() {
	//calvin:assert l.k / 2 == 0 // unknown
	l.mu.Lock()
	l.mu.Unlock()
}

// Not inverts it.
func (l *L) Not() {
	//calvin:assert ^l.k == 0 // unknown
	l.mu.Lock()
	l.mu.Unlock()
}

// Part slices an array.
func (l *L) Part() {
	//calvin:assert len(l.a[1:2]) == 1 // unknown
	l.mu.Lock()
	l.mu.Unlock()
}

type item struct{ n int }

//calvin:transfers
var mixed = sync.Pool{New: func() any { return new(item) }}

// Other puts something else.
func Other() { mixed.Put(new(L)) } // unknown

// One puts what it should.
func One() { mixed.Put(new(item)) } // unknown

// Takes takes it.
func Takes() { _ = mixed.Get().(*item) } // unknown

//calvin:transfers
var items = sync.Pool{New: func() any { return new(item) }}

// Gives gives one back.
func Gives() { items.Put(new(item)) }

// Whatever takes what is there.
func Whatever() any { return items.Get() } // unknown

// closesField takes over what may be another channel by then.
//
//calvin:takes l.c
func closesField(l *L) { // unknown
	l.mu.Lock()
	close(l.c)
	l.mu.Unlock()
}

// StartsClosing starts it.
func StartsClosing(l *L) {
	go closesField(l) // unknown
}

// fills takes over elements of what may be another slice by then.
//
//calvin:takes l.s[0], wg
func fills(l *L, wg *sync.WaitGroup) { // unknown
	l.s[0] = 1
	wg.Done()
}

// StartsFilling starts it.
func StartsFilling(l *L) {
	var wg sync.WaitGroup
	wg.Add(1)
	go fills(l, &wg) // unknown
	wg.Wait()
}

// Constant takes over what does not change.
func Constant() {
	n := 1
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // unknown
		//calvin:takes n, wg
		_ = n
		wg.Done()
	}()
	wg.Wait()
}

// Awaits waits by a channel, and others may send on another.
func Awaits(f func(chan int)) int {
	n := 0
	done := make(chan int)
	c := make(chan int)
	go func() {
		n = 1
		close(done)
	}()
	go f(c) // unknown
	<-done
	return n
}

// fillsAtOnce takes over memory, and says what it does.
//
//calvin:takes s[0], wg
//calvin:atomic
//calvin:modifies s[0]
func fillsAtOnce(s []int, wg *sync.WaitGroup) {
	s[0] = 1
	wg.Done()
}

// CallsFills calls it.
func CallsFills() {
	s := make([]int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	fillsAtOnce(s, &wg) // unknown
	wg.Wait()
}

// closesAtOnce takes over what may be another channel.
//
//calvin:takes l.c
//calvin:atomic
//calvin:modifies l.n
func closesAtOnce(l *L) { // unknown
	l.mu.Lock()
	l.n++
	close(l.c)
	l.mu.Unlock()
}

// CallsCloses calls it.
func CallsCloses(l *L) { closesAtOnce(l) } // unknown

// sends is run elsewhere, and sends.
//
//calvin:performs skip*
func sends(c chan int) { c <- 1 }

// StartsSends starts it.
func StartsSends() {
	c := make(chan int)
	go sends(c)
	<-c
}

// CallsSends calls it.
func CallsSends() {
	c := make(chan int, 1)
	sends(c) // unknown
}

// A Shutter shuts.
type Shutter interface {
	//calvin:atomic
	//calvin:modifies l.n
	Shut(l *L, c chan int)
}

type shutter struct{}

// Shut takes over a right.
//
//calvin:takes c
func (shutter) Shut(l *L, c chan int) { close(c) } // unknown

// Shutters has one.
func Shutters() Shutter { return shutter{} }

// ticks requires something.
//
//calvin:requires len(c) > 0 // unknown
func ticks(c chan int) {}

// StartsTicks starts it.
func StartsTicks(c chan int) {
	go ticks(c) // unknown
}

// bad panics where nobody knows.
//
//calvin:panics_if len(c) > 0 // unknown
func bad(c chan int) {}

// StartsBad starts it.
func StartsBad(c chan int) {
	go bad(c) // unknown
}

// sum adds in a loop.
//
//calvin:pure
func sum(n int) int {
	s := 0 // unknown
	for i := range n {
		s += i
	}
	return s
}

// Sums it.
func (l *L) Sums() {
	l.mu.Lock()
	//calvin:assert sum(l.n) > 0 // unknown
	l.mu.Unlock()
}
