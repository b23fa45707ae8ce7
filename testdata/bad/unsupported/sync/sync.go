// Package sync uses synchronisation that is not modelled yet.
package sync

import (
	"sync"
	"sync/atomic"
)

type T struct {
	pool sync.Pool
	m    sync.Map
	v    atomic.Value
	n    int
}

//calvin:atomic
func (t *T) Pool() {
	t.pool.Put(1) // unknown
}

//calvin:atomic
func (t *T) Map() {
	t.m.Store(1, 2) // unknown
}

//calvin:atomic
func (t *T) Value() {
	t.v.Store(1) // unknown
}
