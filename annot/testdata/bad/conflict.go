package p

import "sync"

var mu, other sync.Mutex

type T struct {
	lock sync.Mutex //calvin:guarded_by lock
	//calvin:immutable
	//calvin:guarded_by lock
	a int
	//calvin:guarded_by lock
	//calvin:guarded_by mu
	b int
	//calvin:guarded_by lock
	//calvin:accessible_if a > 0
	c int
	//calvin:accessible_if a > 0
	//calvin:readable_if a > 0
	d int
	//calvin:immutable
	e int //calvin:immutable
	//calvin:atomic_only
	//calvin:guarded_by lock
	f int32
	//calvin:accessible_if[j] true
	//calvin:readable_if[j] true
	g []int
	//calvin:transfers
	//calvin:transfers
	h chan int
	//calvin:immutable
	// +checklocks:lock
	i int
	// +checkatomic
	// +checkatomic
	j int32
	//calvin:writable_if a > 0
	//calvin:atomic_only
	//calvin:readable_if a > 0
	k int32
	//calvin:readable_if a > 0
	//calvin:atomic_only
	l int32
	//calvin:atomic_only
	//calvin:writable_if a > 0
	//calvin:atomic_only
	m int32
	// +checklocksread:lock
	// +checkatomic
	n int32
	// +checklocks:lock
	// +checkatomic
	o string
}

//calvin:guarded_by m
var m sync.Mutex

//calvin:atomic
//calvin:atomic
func f() {}

//calvin:atomic
//calvin:performs skip
func g() {}

//calvin:performs skip
//calvin:atomic
func h() {}

//calvin:performs skip
//calvin:performs skip
func i() {}

//calvin:pure
//calvin:pure
//calvin:trusted
//calvin:trusted
func j() {}

//calvin:ghost g int
//calvin:ghost g int
//calvin:ghost n int
type U struct{ n int }

//calvin:pure
//calvin:panics_if n < 0
func k(n int) int { return n }

//calvin:takes ch
//calvin:panics_if ch == nil
func l(ch chan int) { close(ch) }

//calvin:immutable
type guardedInside struct {
	mu *sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:immutable
type lockInside struct{ mu sync.Mutex }

//calvin:concurrent
//calvin:concurrent
type twiceConcurrent struct{ n int }
