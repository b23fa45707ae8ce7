package p

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:gaurded_by mu
	a int
	//calvin:guarded mu
	b int
	//calvin:xyzzy mu
	c int
	//calvin:Immutable
	d int
	//calvin:guarded_by[j] mu
	e []int
	//calvin:accessible_if(mu == tid)
	f int
	//calvin:accessible_if[0] mu == tid
	g []int
	//calvin:accessible_if[j mu == tid
	h []int
	//calvin:immutable always
	i int
	//calvin:accessible_if [j] mu == tid
	j []int
	//calvin:guardedby mu
	k int
}

//calvin:ensure true
func f() {
	//calvin:wittness A
}
