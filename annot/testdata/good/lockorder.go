// Package lockorder states orders of locks.
//
//calvin:lock_order gmu < all.mu < Conn.mu
package lockorder

import "sync"

var gmu sync.Mutex

var all struct {
	mu sync.RWMutex
	n  int
}

// A Pool has locks in itself and behind pointers.
//
//calvin:lock_order made < mu < Conn.mu
//calvin:lock_order in.mu < out.mu < first.mu // the order of the data
type Pool struct {
	mu      sync.Mutex
	made    sync.Once
	in, out struct{ mu sync.Mutex }
	first   *Conn
}

type Conn struct {
	mu sync.Mutex
	sync.RWMutex
}

//calvin:lock_order RWMutex < mu
type inner struct {
	Conn
}
