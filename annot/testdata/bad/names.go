package p

import (
	"sync"
	"time"
)

var registryMu sync.Mutex

type Inner struct {
	lock  sync.Mutex
	Count int
}

type T struct {
	mu    sync.Mutex
	inner Inner
	//calvin:guarded_by mux
	a int
	//calvin:guarded_by lock
	b int
	//calvin:guarded_by inner.lok
	c int
	//calvin:guarded_by registyMu
	d int
	//calvin:accessible_if inner.count == 0
	e int
	//calvin:accessible_if held(mu) && tdi == mu
	f int
	//calvin:accessible_if hold(mu)
	g int
	//calvin:accessible_if time.Secnd > 0
	h int
	//calvin:accessible_if tiem.Second > 0
	i int
	//calvin:accessible_if forall n itn :: n > 0
	j int
	//calvin:accessible_if result == 0
	k int
	//calvin:accessible_if j > 0 && index == 0
	l []int
	//calvin:accessible_if[n] m > 0
	m []int
	//calvin:accessible_if len(time.now) > 0
	n []int
	//calvin:accessible_if exists q *Iner :: q.Count > 0
	o int
}

//calvin:guarded_by this.mu
var x int

//calvin:requires count > 0
//calvin:requires this.a > 0
//calvin:requires t.aa > 0
//calvin:requires t.inner.Lock == free
//calvin:requires local > 0
func f(t *T, cuont int) {
	//calvin:assert later > 0
	later := 1
	_ = later
	//calvin:assert latr > 0
	for i := range 3 {
		_ = i
	}
	//calvin:assert i > 0
}

//calvin:performs Alocated [] Fail
//calvin:action Allocated
//calvin:action Failed
func g() int {
	//calvin:witness Alocated
	//calvin:witness Nothing
	return 0
}

//calvin:atomic
//calvin:ensures result == 1
func h() {}

//calvin:atomic
//calvin:ensures result == 1
//calvin:ensures result.2 == nil
//calvin:ensures reslut.0 == 1
func i() (int, error) { return 0, nil }

//calvin:atomic
func j() {
	//calvin:witness Done
}

type Nested struct {
	mu    sync.Mutex
	cache struct {
		//calvin:guarded_by mu
		hits int
	}
}

//calvin:requires mu == free && inner.Count > 0
func (t *T) method() {}
