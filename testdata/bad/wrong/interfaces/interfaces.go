// Package interfaces has methods that are not what the interfaces say that they are behind, and callers that count on more.
package interfaces

import "sync"

// A Meter is read.
type Meter interface {
	//calvin:requires n > 0
	//calvin:atomic
	//calvin:ensures result >= n
	Read(n int) int
}

// A Sink takes what it is given.
type Sink interface {
	//calvin:requires cents >= 0
	Take(cents int)
}

// Short says too little.
type Short struct{ n int }

// Read promises less than a Meter does.
//
//calvin:atomic
//calvin:ensures result >= 0
func (s *Short) Read(n int) int { // failed
	return max(n, 0)
}

// Strict asks for too much.
type Strict struct{}

// Read works for large numbers alone.
//
//calvin:requires n > 10
func (Strict) Read(n int) int { // failed
	return n
}

// Counting changes what a Meter leaves alone.
type Counting struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	reads int
}

// Read counts itself.
func (c *Counting) Read(n int) int {
	c.mu.Lock()
	c.reads++
	c.mu.Unlock()
	return n // failed
}

// Racy works, but not by itself.
type Racy struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	taken int
}

// Take forgets the lock.
func (r *Racy) Take(cents int) {
	r.taken += cents // failed
}

// Keeping keeps its lock.
type Keeping struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	taken int
}

// Take keeps the lock.
func (k *Keeping) Take(cents int) {
	k.mu.Lock()
	k.taken += cents
} // failed

// Promoted has the method of what is in it.
type Promoted struct{ *Short }

// Deep leads to one that cannot be told.
type Deep struct{ Meter }

// Meters converts all of them.
func Meters() []Meter {
	return []Meter{&Short{}, Strict{}, &Counting{}, Promoted{&Short{}}, Deep{&Short{}}} // failed
}

// Sinks does too.
func Sinks() []Sink { return []Sink{&Racy{}, &Keeping{}} }

// Nil is a Meter without anything behind it.
func Nil() Meter {
	var c *Counting
	return c // failed
}

// Less calls with less than is asked for.
func Less(m Meter) int {
	return m.Read(0) // failed
}

// More counts on more than is said.
func More(m Meter) int {
	n := m.Read(3)
	//calvin:assert n >= 3
	//calvin:assert n == 3 // failed
	return n
}

// A Box holds a Sink and what it has taken.
type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	sink Sink
}

// Twice believes that what it has read stays.
func (b *Box) Twice() {
	if b.sink == nil {
		return
	}
	b.mu.Lock()
	b.n = 1
	b.mu.Unlock()
	b.sink.Take(1)
	b.mu.Lock()
	//calvin:assert b.n == 1 // failed
	b.mu.Unlock()
}

// Held calls what may lock what it has locked.
func (r *Racy) Held(s Sink) {
	r.mu.Lock()
	s.Take(r.taken * 0)
	r.mu.Unlock()
}

// Held calls what may lock what it has locked.
func (k *Keeping) Held(s Sink) {
	k.mu.Lock()
	s.Take(0) // failed
	k.mu.Unlock()
}

// Held calls what may lock what it has locked, through another function.
func (c *Counting) Held(m Meter) {
	c.mu.Lock()
	through(m) // failed
	c.mu.Unlock()
}

// through says what it does itself.
//
//calvin:atomic
//calvin:ensures result >= 1
func through(m Meter) int { return m.Read(1) }

// A Shutter shuts.
type Shutter interface {
	//calvin:requires n > 0
	Shut(n int)
}

// A Door is shut by a channel.
type Door struct {
	done chan struct{}
}

// Open makes one.
func Open() *Door { return &Door{make(chan struct{})} }

// Shut closes a channel that the caller alone may close.
func (d *Door) Shut(n int) {
	if d.done != nil {
		close(d.done) // failed
	}
}

// A Latch unlocks for its caller.
type Latch struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Shut gives back what the interface does not say that it gets.
//
//calvin:requires held(l.mu)
func (l *Latch) Shut(n int) { // failed
	l.n = n
	l.mu.Unlock()
}

// Shutters has both.
func Shutters() []Shutter { return []Shutter{Open(), &Latch{}} }

// Promises break where a method has left them broken.
//
//calvin:invariant 0 <= low && low <= high
type Promises struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	low, high int
}

// Take breaks what the type promises.
func (p *Promises) Take(cents int) {
	p.mu.Lock()
	p.low = cents
	p.mu.Unlock()
} // failed

// Broken puts it behind an interface.
func Broken() Sink { return &Promises{} }

// A Maker makes.
type Maker interface {
	//calvin:atomic
	//calvin:ensures result != nil
	Make(p *Promises) *Promises
}

// Nothing makes nothing.
type Nothing struct{}

// Make makes nothing.
func (Nothing) Make(p *Promises) *Promises {
	return nil // failed
}

// Kept keeps what it makes.
type Kept struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	last *Promises
}

// Make remembers what it is given.
func (k *Kept) Make(p *Promises) *Promises {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = p
	return p // failed
}

// Makers has both.
func Makers() []Maker { return []Maker{Nothing{}, &Kept{}} }

// Lend believes that what it lends stays its own.
func Lend(m Maker) {
	p := &Promises{}
	p.high = 3
	_ = m.Make(p)
	p.mu.Lock()
	//calvin:assert p.high == 3 // failed
	p.mu.Unlock()
}

var lock sync.Mutex

// A Looker finds a lock that it does not hold.
type Looker interface {
	//calvin:atomic
	//calvin:ensures !held(lock)
	Look()
}

// Blind does not look.
type Blind struct{}

// Look does nothing, so that the caller may hold the lock.
func (Blind) Look() {
} // failed

// Lookers has one.
func Lookers() Looker { return Blind{} }
