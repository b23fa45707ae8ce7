// Package contractreads takes two calls for one step, each of which looks at what others may change.
package contractreads

import "sync/atomic"

type T struct {
	a  atomic.Int64
	at atomic.Int64
	xs [4]atomic.Int64
}

var global atomic.Int64

// load looks at a field.
//
//calvin:atomic
//calvin:ensures result == t.a
func (t *T) load() int64 { return t.a.Load() }

// loadGlobal looks at a package variable.
//
//calvin:atomic
//calvin:ensures result == global
func loadGlobal() int64 { return global.Load() }

// loadAt looks at an element.
//
//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:ensures result == t.xs[i]
func (t *T) loadAt(i int) int64 { return t.xs[i].Load() }

// add changes an element.
//
//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.xs[i]
//calvin:ensures  t.xs[i] == old(t.xs[i])+1
func (t *T) add(i int) { t.xs[i].Add(1) }

// some looks at any element.
//
//calvin:atomic
//calvin:ensures result ==> exists i int :: 0 <= i && i < 4 && t.xs[i] > 0
func (t *T) some() bool { return t.xs[2].Load() > 0 }

// waits goes on when it may.
//
//calvin:atomic
//calvin:when t.at == 1
func (t *T) waits() {
	for t.at.Load() != 1 {
	}
}

//calvin:atomic
//calvin:ensures result
func (t *T) Same() bool {
	return t.load() == t.load() // failed
}

//calvin:atomic
//calvin:ensures result
func SameGlobal() bool {
	return loadGlobal() == loadGlobal() // failed
}

//calvin:atomic
//calvin:ensures result
func (t *T) SameElement() bool {
	return t.loadAt(1) == t.loadAt(1) // failed
}

//calvin:atomic
//calvin:modifies t.xs[1]
//calvin:ensures  t.xs[1] == old(t.xs[1])+2
func (t *T) AddTwice() {
	t.add(1)
	t.add(1) // failed
}

//calvin:atomic
//calvin:modifies t.xs[1], t.xs[2]
//calvin:ensures  t.xs[1] == old(t.xs[1])+1 && t.xs[2] == old(t.xs[2])+1
func (t *T) AddBoth() {
	t.add(1)
	t.add(2) // failed
}

//calvin:atomic
//calvin:ensures !result
func (t *T) Changed() bool {
	return t.some() && t.xs[0].Load() == 0 && t.xs[1].Load() == 0 && t.xs[2].Load() == 0 && t.xs[3].Load() == 0 // failed
}

//calvin:atomic
//calvin:ensures result == 1
func (t *T) Waited() int64 {
	t.waits()
	return t.at.Load() // failed
}
