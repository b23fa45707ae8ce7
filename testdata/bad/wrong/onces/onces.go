// Package onces closes channels by a Once, sets one back, and has callees take over what it does itself then.
package onces

import "sync"

// An S has a channel that the function of a Once closes.
type S struct {
	once sync.Once
	//calvin:closable_if held(once)
	done chan struct{}
}

// New closes the channel, and goes on.
func New() {
	s := &S{done: make(chan struct{})}
	s.once.Do(func() { close(s.done) })
	<-s.done
	panic("reached") // failed
}

// Wait finds the channel closed, so that the Once is done.
func (s *S) Wait() {
	<-s.done
	s.once.Do(func() {})
	panic("reached") // failed
}

// TwiceDone calls Done where a callee has taken over to do it.
func TwiceDone() {
	var wg sync.WaitGroup
	wg.Add(1)
	done(&wg)
	wg.Done() // failed
}

// done takes over to call Done.
//
//calvin:takes *wg
//calvin:trusted
//calvin:atomic
//calvin:ensures true
func done(wg *sync.WaitGroup) { wg.Done() }

// TwiceClosed closes where a callee has taken over to do it.
func TwiceClosed() {
	c := make(chan int)
	shut(c)
	close(c) // failed
}

// shut takes over to close.
//
//calvin:takes c
//calvin:trusted
//calvin:atomic
//calvin:ensures true
func shut(c chan int) { close(c) }

// reset has the Once run a function again.
//
//calvin:trusted
//calvin:atomic
//calvin:modifies s.once
//calvin:ensures true
func (s *S) reset() { s.once = sync.Once{} }

// Reset counts on what was.
func (s *S) Reset() {
	s.once.Do(func() {})
	s.reset()
	//calvin:assert done(s.once) // failed
}
