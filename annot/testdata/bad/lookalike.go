package p

import "sync"

// Calvin: a sentence that begins with the tool's name is not a directive, nor is an example:
//
//	//calvin:guarded_by mu
type T struct {
	mu sync.Mutex
	// calvin:guarded_by mu
	a int
	//calvin: guarded_by mu
	b int
	//Calvin:guarded_by mu
	c int
	/*calvin:guarded_by mu*/
	d int
	//calvin:
	e int
	//	calvin:guarded_by mu
	f int
	//calvin :guarded_by mu
	g int
	// Calvin: guardedby mu
	h int
	//calvin guarded_by mu
	i int
	//clavin:guarded_by mu
	j int
	//@ accessible_if mu == tid
	k int
	//+checklocks:mu
	l int
	// +checklock:mu
	m int
	// + checklocks:mu
	n int
	// checklocks:mu
	o int
	// +checkLocks:mu
	p int
	// +checklocks mu
	q int
	//  +checkatomic
	r int32
	// +checkatomics
	s int32
	/*
	 * calvin:guarded_by mu
	 */
	t int
	//calvin:guarded_by mu //calvin:immutable
	u int
	/* +checklocks:mu */
	v int
	//nolint:immutable
	//lint:ignore CV0102 this is another tool's
	// +checkescape:all
	w int
	//CALVIN:GUARDED_BY mu
	x int
	//calvin-guarded_by mu
	y int
	//calvin_guarded_by mu
	z int
	//cаlvin:guarded_by mu
	aa int
	//calvin:güarded_by mu
	bb int
	//calvin-vet: this is a sentence, and so is лавина:set
	cc int
}

// @ requires a Gobra contract
//
//go:noinline
func f() {}

// Calvin requires a lock here, says this sentence.
//
//calvin:atomic // calvin:ensures false
func g() {}

// calvin guarded_by mu
var x int
