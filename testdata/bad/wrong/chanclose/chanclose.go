// Package chanclose closes channels under conditions in ways that are easy to get wrong.
package chanclose

import "sync"

// A Stopper is told to stop.
type Stopper struct {
	once sync.Once
	mu   sync.Mutex
	//calvin:carries false
	//calvin:closable_if held(once)
	done chan struct{}
	//calvin:writable_if held(once) && !closed(done)
	//calvin:readable_if closed(done)
	reason int
	//calvin:closable_if held(mu)
	work chan int
}

// Late writes the reason when the channel is closed.
func (s *Stopper) Late(reason int) {
	if s.done == nil {
		return
	}
	s.once.Do(func() {
		close(s.done)
		s.reason = reason // failed
	})
}

// Outside closes the channel outside the Once.
func (s *Stopper) Outside() {
	if s.done != nil {
		close(s.done) // failed
	}
}

// Sends sends what the channel does not carry.
func (s *Stopper) Sends() {
	s.done <- struct{}{} // failed
}

// Reads does not wait.
func (s *Stopper) Reads() int {
	return s.reason // failed
}

// Looks reads where the channel is not closed.
func (s *Stopper) Looks() int {
	select {
	case <-s.done:
		return 0
	default:
		return s.reason // failed
	}
}

// Polls reads after it has received from another channel.
func (s *Stopper) Polls() int {
	select {
	case <-s.done:
	case <-s.work:
	}
	return s.reason // failed
}

// Received believes that a channel which carries something is closed.
func (s *Stopper) Received() {
	<-s.work
	//calvin:assert closed(s.work) // failed
}

// Open believes that a channel stays open.
//
//calvin:requires !closed(s.work)
func (s *Stopper) Open() {
	//calvin:assert !closed(s.work) // failed
}

// Unlocked closes a channel without the lock.
func (s *Stopper) Unlocked() {
	if s.work != nil {
		close(s.work) // failed
	}
}

// Unchecked closes a channel that may be closed.
func (s *Stopper) Unchecked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.work != nil {
		close(s.work) // failed
	}
}

// Foreign makes a channel its own that others know.
func Foreign(c chan int) *Stopper {
	return &Stopper{work: c} // failed
}

// Shared gives one channel to two variables.
func Shared() (*Stopper, *Stopper) {
	c := make(chan int)
	return &Stopper{work: c}, &Stopper{work: c} // failed
}

// Swapped closes a channel that it has given away.
func Swapped() *Stopper {
	c := make(chan int)
	s := &Stopper{work: c}
	close(c) // failed
	return s
}
