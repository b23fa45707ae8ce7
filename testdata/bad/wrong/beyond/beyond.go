// Package beyond touches what is beyond what a goroutine was given, gives what is not there, and touches what it has given away.
package beyond

import "sync"

// A T is known by its pointer.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:transfers
	c chan *T
	//calvin:carries[v] v > 0
	//calvin:carries[v] v < 10
	small chan int
}

// End has a goroutine take over an element that there is not.
func End() {
	s := make([]int64, 1)
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		//calvin:takes s[1]
		s[1] = 1
	})
	wg.Wait()
}

// Ends has one take over more elements than there are.
func Ends(n int) {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() { // failed
		//calvin:takes s[2:n]
		for i := 2; i < n; i++ {
			s[i] = 1
		}
	})
	wg.Wait()
}

// After writes after the elements that it was given.
func After() {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[0:2]
		s[2] = 1 // failed
	})
	s[3] = 2
	wg.Wait()
}

// Before writes before them.
func Before() {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[1:2]
		s[0] = 1 // failed
	})
	wg.Wait()
}

// Meanwhile writes what a goroutine was given.
func Meanwhile() {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[0:2]
		s[1] = 1
	})
	s[1] = 2 // failed
	wg.Wait()
}

// Twice gives an element to two.
func Twice() {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[0:2]
		s[1] = 1
	})
	wg.Go(func() { // failed
		//calvin:takes s[1:3]
		s[1] = 1
	})
	wg.Wait()
}

// set writes an object that is its caller's own.
//
//calvin:requires local(s)
//calvin:atomic
//calvin:modifies s[*]
func set(s []int64) {
	if len(s) > 1 {
		s[1] = 3
	}
}

// Passes passes it on while a goroutine has a part of it.
func Passes() {
	s := make([]int64, 4)
	var wg sync.WaitGroup
	wg.Go(func() {
		//calvin:takes s[0:2]
		s[1] = 1
	})
	set(s) // failed
	wg.Wait()
}

// Large sends what is too large, and Small what is too small.
func (t *T) Large() {
	t.small <- 10 // failed
}

// Small sends what is too small.
func (t *T) Small() {
	t.small <- 0 // failed
}

// Exact counts on one value.
func (t *T) Exact() {
	if v, ok := <-t.small; ok {
		_ = 10 / (v - 5) // failed
	}
}

// A Keeper keeps what it is passed.
type Keeper interface {
	//calvin:atomic
	//calvin:ensures result >= 0
	Keep(x any) int
}

// Keeps writes what it has given to a keeper.
func Keeps(k Keeper) {
	t := &T{}
	k.Keep(t)
	t.n = 1 // failed
}

// Inside writes what it has given to a keeper as a part.
func Inside(k Keeper) {
	t := &T{}
	k.Keep(&struct{ t *T }{t})
	t.n = 1 // failed
}

func (t *T) inc() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// Later writes what a function has that runs once.
func Later() func() {
	t := &T{}
	f := sync.OnceFunc(t.inc)
	t.n = 1 // failed
	return f
}

// Sent writes what it has sent.
func (t *T) Sent() {
	o := &T{}
	t.c <- o
	o.n = 1 // failed
}

// Nobody runs nothing once.
func Nobody() func() {
	var f func()
	return sync.OnceFunc(f) // failed
}
