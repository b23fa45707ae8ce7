// Package blindly gives back a lock of its caller, in functions that are called without their names.
package blindly

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var table sync.Mutex

// each calls what it is given.
//
//calvin:performs Some*
//calvin:action Some
//calvin:ensures true
func each(f func()) {
	if f != nil {
		f()
	}
}

//calvin:requires t.mu == tid
func (t *T) unlock() { // unknown
	t.n = 0
	t.mu.Unlock()
}

// Twice gives it back twice.
func (t *T) Twice() {
	t.mu.Lock()
	defer t.mu.Unlock()
	each(t.unlock)
}

//calvin:requires table == tid
func unlockTable() { // unknown
	table.Unlock()
}

func TwiceTable() {
	table.Lock()
	defer table.Unlock()
	each(unlockTable)
}
