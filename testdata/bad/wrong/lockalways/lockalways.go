// Package lockalways has locks that are free whenever anybody may look, and overwrites and copies them: in truth somebody may
// be inside.
//
//calvin:invariant global == free
package lockalways

import "sync"

var global sync.Mutex

// Use takes it.
func Use() {
	global.Lock()
	global.Unlock()
}

// Renew makes a new one: Use may unlock what is not locked.
func Renew() {
	global = sync.Mutex{} // failed
}

// A Gate is passed through.
//
//calvin:invariant mu == free
type Gate struct {
	mu     sync.Mutex
	passed int
}

// Pass passes.
func (g *Gate) Pass() {
	g.mu.Lock()
	g.mu.Unlock()
}

// Over makes a new one while somebody may pass.
func (g *Gate) Over() {
	g.mu = sync.Mutex{} // failed
}

// Copy copies one that somebody may pass.
func (g *Gate) Copy() {
	m := g.mu // failed
	m.Lock()
	m.Unlock()
}

// Whole overwrites it as a part of all.
func (g *Gate) Whole() {
	*g = Gate{} // failed
}

// Through does it by its address.
func (g *Gate) Through() {
	p := &g.mu
	*p = sync.Mutex{} // failed
}

// New makes one that is nobody else's yet.
func New() *Gate {
	g := &Gate{}
	g.mu = sync.Mutex{}
	return g
}
