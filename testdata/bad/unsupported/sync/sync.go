// Package sync uses synchronisation that is not modelled yet.
package sync

import (
	"sync"
	"sync/atomic"
)

// A T is copied with what is in it.
type T struct {
	pool sync.Pool
	m    sync.Map
	v    atomic.Value
	n    int
}

// Pool copies a pool that may be in use.
//
//calvin:atomic
func (t *T) Pool() {
	p := t.pool // unknown
	p.Put(1)
}

// Map copies a map.
//
//calvin:atomic
func (t *T) Map() {
	m := t.m // unknown
	m.Store(1, 2)
}
