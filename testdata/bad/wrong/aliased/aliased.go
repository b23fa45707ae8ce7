// Package aliased has locks by two names, as gVisor's +checklocksalias says, and others that have no other name.
package aliased

import "sync"

// An endpoint has a state that leads back to it.
//
// +checklocksalias:state.ep.mu=mu
type endpoint struct {
	mu sync.RWMutex
	// +checklocks:mu
	state state
}

// A state is part of an endpoint.
type state struct {
	ep *endpoint
}

// set wants the lock of where the state leads to.
//
// +checklocks:s.ep.mu
func (s *state) set() {}

// Set holds the lock by its other name.
func (e *endpoint) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state.set()
}

// Wrong holds no lock.
func (e *endpoint) Wrong() {
	e.state.set() // failed
}

// Other holds another endpoint's lock.
func (e *endpoint) Other(o *endpoint) {
	o.mu.Lock()
	defer o.mu.Unlock()
	e.state.set() // failed
}

// New has an endpoint whose state does not lead back yet.
func New() *endpoint {
	e := &endpoint{}
	e.mu.Lock()
	e.state.set() // failed
	e.mu.Unlock()
	return e
}

// Good has one whose state does.
func Good() *endpoint {
	e := &endpoint{}
	e.state.ep = e
	e.mu.Lock()
	e.state.set()
	e.mu.Unlock()
	return e
}

// A counter is part of a meter's guarded half.
type counter struct {
	m *meter
	n int
}

// A half is what a meter's lock guards.
type half struct {
	sync.RWMutex
	// +checklocks:RWMutex
	count counter
	// +checklocks:RWMutex
	other counter
}

// A meter has a counter that leads back to it, and another of which nothing is said.
//
// +checklocksalias:mu.count.m.mu.RWMutex=mu.RWMutex
type meter struct {
	mu half
}

// add has the lock of where the counter leads to, which is that of the meter it is part of.
//
// +checklocks:c.m.mu.RWMutex
func (c *counter) add() {
	c.n++ // failed
}

// read has it for reading.
//
// +checklocksread:c.m.mu.RWMutex
func (c *counter) read() int {
	return c.n // failed
}

// inLocked is given the counter that leads back.
//
// +checklocks:m.mu.RWMutex
func (m *meter) inLocked() {
	m.mu.count.n++
}

// Read reads by the other name.
func (m *meter) Read() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.mu.count.read()
}

// Other is about the counter of which nothing is said.
func (m *meter) Other() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.mu.other.read() // failed
}

// ReadAdd adds with the lock for reading.
func (m *meter) ReadAdd() {
	m.mu.RLock()
	defer m.mu.RUnlock()
	m.mu.count.add() // failed
}

// A gauge has one part only.
//
// +checklocksalias:part.g.mu=mu
type gauge struct {
	mu sync.RWMutex
	// +checklocks:mu
	part part
}

// A part leads back to its gauge.
type part struct {
	g *gauge
	n int
}

// set holds the lock of the gauge that the part is in.
//
// +checklocks:p.g.mu
func (p *part) set(n int) { p.n = n }

// get holds it for reading.
//
// +checklocksread:p.g.mu
func (p *part) get() int { return p.n }

// lock takes it.
func (p *part) lock(n int) {
	p.g.mu.Lock() // failed
	p.n = n
	p.g.mu.Unlock()
}

// wrong reads, and writes.
//
// +checklocksread:p.g.mu
func (p *part) wrong() { p.n = 1 } // failed

// copied holds the lock of another part's gauge.
//
// +checklocks:q.g.mu
func (p *part) copied(q *part) { p.n = q.n } // failed

// A hub has two wings, each of which leads back to it.
//
// +checklocksalias:left.h.mu=mu
type hub struct {
	mu    sync.Mutex
	left  *wing
	right *wing
}

// A wing leads back to its hub.
type wing struct {
	h *hub
}

// +checklocks:w.h.mu
func (w *wing) beat() {}

// across has the hub by way of the other wing.
//
// +checklocks:w.h.mu
func (w *wing) across() {
	if w.h != nil && w.h.left != nil {
		w.h.left.beat()
	}
}

// wrongAcross goes to the wing of which nothing is said.
//
// +checklocks:w.h.mu
func (w *wing) wrongAcross() {
	if w.h != nil && w.h.right != nil {
		w.h.right.beat() // failed
	}
}
