package p

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by
	a int
	//calvin:guarded_by mu,
	b int
	//calvin:guarded_by mu mu
	c int
	//calvin:accessible_if
	d int
	//calvin:accessible_if mu = tid
	e int
	//calvin:accessible_if (mu == tid
	f int
	//calvin:accessible_if mu == tid)
	g int
	//calvin:accessible_if d > 0 => mu == tid
	h int
	//calvin:accessible_if forall i int: i > 0
	i int
	//calvin:accessible_if forall i :: i > 0
	j int
	//calvin:accessible_if d <-1
	k int
	//calvin:accessible_if "abc
	l int
	m int
	//calvin:accessible_if d > 0 /* why */
	n int
	//calvin:accessible_if d > 0 ;
	o int
	//calvin:accessible_if xs[] == 0
	p int
	//calvin:accessible_if xs[0:1:2] != nil
	q int
	//calvin:accessible_if 0x == 0
	r int
	//calvin:accessible_if d ++
	s int
	//calvin:accessible_if d == 08
	t int
	//calvin:accessible_if § == 1
	u int
	//calvin:accessible_if d. > 1
	v int
	//calvin:accessible_if d > 0 = => mu == tid
	w int
	//calvin:accessible_if func() bool { return true }()
	x  int
	xs []int
	//calvin:accessible_if 'ab' == 1
	y int
	//calvin:accessible_if xs[,] == 1
	z int
}

//calvin:performs A [] [] B
//calvin:action A
//calvin:action B
func f() {}

//calvin:performs A | B
//calvin:action A
//calvin:action B
func g() {}

//calvin:performs
func h() {}

//calvin:performs action "A" () { true }
func i() {}

//calvin:performs action "A": { true }
func j() {}

//calvin:performs action "A": () true
func k() {}

//calvin:performs (A ; B
//calvin:action A
//calvin:action B
func l() {}

//calvin:performs action "two words": () { true }
func m() {}

//calvin:action
func n() {}

//calvin:performs skip
//calvin:action skip
func o() {}

//calvin:performs A
//calvin:action A B
func p() {}

//calvin:performs A [ ] B
//calvin:action A
//calvin:action B
func q() {}

//calvin:performs *A
//calvin:action A
func r() {}
