// Package donesent has no annotations. Something is sent on channels that tell by being closed that all is written, by other names.
package donesent

// A Result is written before its channel is closed.
type Result struct {
	value int
	done  chan struct{}
	start chan struct{}
}

// Compute computes one.
func Compute(n int) *Result {
	r := &Result{done: make(chan struct{}), start: make(chan struct{}, 1)}
	go func() {
		<-r.start
		r.value = n * n
		close(r.done)
	}()
	wake(r.start)
	return r
}

// Wait waits for it.
func (r *Result) Wait() int {
	<-r.done
	return r.value
}

func wake(ch chan struct{}) {
	ch <- struct{}{} // failed
}

// Early has somebody wait that value is not written for.
func (r *Result) Early() { // unfounded
	wake(r.done)
}

// A Pair has the channel in another field, too.
type Pair struct {
	text string
	done chan bool
	also chan bool
}

// NewPair makes one.
func NewPair() *Pair {
	ch := make(chan bool)
	p := &Pair{done: ch, also: ch}
	go func() {
		p.text = "a"
		close(p.done)
	}()
	return p
}

// Text waits for it.
func (p *Pair) Text() string {
	<-p.done
	return p.text
}

// Tell sends on it.
func (p *Pair) Tell() {
	p.also <- true // failed
}
