// Package lockorder states orders of locks that mean nothing.
//
//calvin:lock_order gmu < other < Conn.mu
package lockorder

import "sync"

var (
	gmu sync.Mutex
	n   int
)

//calvin:lock_order mu < gmu
//calvin:lock_order mu
//calvin:lock_order
//calvin:lock_order mu < gnu
//calvin:lock_order mu <
//calvin:lock_order mu > gmu
//calvin:lock_order mu < gmu < mu
//calvin:lock_order mu < n
//calvin:lock_order Conn < gmu
//calvin:lock_order Conn.mut < gmu
//calvin:lock_order Conn.mu < mu
//calvin:lock_order gmu < Conn.mu
//calvin:lock_order mu < names
//calvin:lock_order mu <= gmu
//calvin:lock_order conns[0].mu < mu
type Pool struct {
	mu    sync.Mutex
	conns []*Conn
	names string
}

type Conn struct {
	mu sync.RWMutex
	//calvin:lock_order mu < gmu
	n int
}

//calvin:lock_order mu < gmu
func F() {}
