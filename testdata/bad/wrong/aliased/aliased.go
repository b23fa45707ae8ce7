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
