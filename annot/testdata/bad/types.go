package p

import (
	"sync"
	"sync/atomic"
)

type Locker struct{ sync.Locker }

type T struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	flag bool
	n    int
	u    uint8
	s    string
	f    float64
	next *T
	err  error
	fn   func()
	arr  [3]int
	m    map[string]int
	ch   chan int
	at   atomic.Int32
	free []int
	lk   sync.Locker
	all  []sync.Mutex

	//calvin:guarded_by n
	a int
	//calvin:guarded_by lk
	b int
	//calvin:guarded_by next
	c int
	//calvin:accessible_if n
	d int
	//calvin:accessible_if mu
	e int
	//calvin:accessible_if mu == 1
	g int
	//calvin:accessible_if mu == n
	h int
	//calvin:accessible_if mu == free
	i int
	//calvin:accessible_if tid > 0
	j int
	//calvin:accessible_if n == tid
	k int
	//calvin:accessible_if n == s
	l int
	//calvin:accessible_if u == 256
	o int
	//calvin:accessible_if n == 1.5
	p int
	//calvin:accessible_if n / 0 == 1
	q int
	//calvin:accessible_if n % (2-2) == 1
	r int
	//calvin:accessible_if flag & true
	t int
	//calvin:accessible_if !n
	v int
	//calvin:accessible_if n && flag
	w int
	//calvin:accessible_if n == nil
	x int
	//calvin:accessible_if fn == fn
	y int
	//calvin:accessible_if rheld(mu)
	z int
	//calvin:accessible_if held(n)
	aa int
	//calvin:accessible_if old(n) == 1
	bb int
	//calvin:accessible_if local(n)
	cc int
	//calvin:accessible_if arr[3] == 0
	dd int
	//calvin:accessible_if arr[-1] == 0
	ee int
	//calvin:accessible_if n[0] == 0
	ff int
	//calvin:accessible_if s[0] == "a"
	gg int
	//calvin:accessible_if len(n) == 0
	hh int
	//calvin:accessible_if cap(s) == 0
	ii int
	//calvin:accessible_if has(arr, 1)
	jj int
	//calvin:accessible_if closed(n)
	kk int
	//calvin:accessible_if min(n, 1) == 0
	ll int
	//calvin:accessible_if helper(n)
	mm int
	//calvin:accessible_if at.Swap(1) == 0
	nn int
	//calvin:accessible_if 1 << n == 4
	oo int
	//calvin:accessible_if n << 2000 == 4
	pp int
	//calvin:accessible_if n << -1 == 4
	qq int
	//calvin:accessible_if 1 << 600 > n
	rr int
	//calvin:accessible_if 9223372036854775808 > n
	ss int
	//calvin:accessible_if int == n
	tt int
	//calvin:accessible_if sync == n
	uu int
	//calvin:accessible_if helper == nil
	vv int
	//calvin:accessible_if next.mu.state == 0
	ww int
	//calvin:accessible_if uint8(300) == u
	xx int
	//calvin:accessible_if int(s) == 0
	yy int
	//calvin:accessible_if (forall i int :: i) || flag
	zz int
	//calvin:accessible_if forall i, i int :: i > 0
	ab int
	//calvin:accessible_if n == 1i
	ac int
	//calvin:accessible_if arr[*] == 0
	ad int
	//calvin:accessible_if held(mu, rw)
	ae int
	//calvin:accessible_if *n == 0
	af int
	//calvin:accessible_if -s == ""
	ag int
	//calvin:accessible_if nil == nil
	ah int
	//calvin:accessible_if n > 0 ==> n
	ai int
	//calvin:accessible_if[j] true
	aj int
	//calvin:atomic_only
	ak string
	//calvin:transfers
	al int
	//calvin:accessible_if arr[2:1] != nil
	am int
	//calvin:accessible_if err == n
	an int
	//calvin:accessible_if f % 2.0 == 0
	ao int
	//calvin:accessible_if old(old(n)) == 1
	ap int
	//calvin:accessible_if at == "x"
	aq int
	//calvin:accessible_if seq[int]{1} == n
	ar int
	//calvin:accessible_if set[int]{"a"} == set[int]{}
	as int
	//calvin:accessible_if free == mu || tid == free
	at2 int
	//calvin:accessible_if mu == rw && all == tid
	au int
	//calvin:accessible_if this == 0
	av int
}

func helper(n int) bool { return n > 0 }

//calvin:requires result == 0
//calvin:requires x == 0
//calvin:requires old(n) == 0
//calvin:atomic
//calvin:when old(n) == 0
//calvin:modifies n
//calvin:modifies t.n + 1, t
//calvin:modifies v.n
//calvin:modifies t.s[0]
//calvin:modifies t.n[*]
//calvin:modifies old(t).n
//calvin:modifies result
//calvin:modifies v.arr[*]
//calvin:modifies region()
//calvin:modifies region(t.n)
//calvin:modifies region(n)
//calvin:ensures old(old(t.n)) == 0
func f(t *T, v T, n int) (x int) {
	//calvin:assert result == 0
	//calvin:assert old(n) == 0
	//calvin:assert n
	return 0
}

//calvin:invariant n + 1
//calvin:invariant old(n) == 0
type U struct{ n int }

type V struct {
	// A pointer to a struct with an embedded lock is one; a copy of a lock is none.
	Locker
	u  U
	mu *sync.Mutex
	//calvin:accessible_if mu == mu && tid == u
	a int
	//calvin:guarded_by Locker
	b int
	//calvin:accessible_if u < u
	c int
}

type pairs struct {
	all  [3]struct{ a, b int }
	ptrs []*T
}

//calvin:atomic
//calvin:modifies p.all[*].c
//calvin:modifies p.ptrs[*].n
//calvin:modifies p.all[p.all[*].a].b
//calvin:modifies q.all[*].a
//calvin:modifies int[*]
//calvin:modifies pairs[*].all.a
//calvin:ensures p.all[*].a == 0
func each(p *pairs, q pairs) {}

//calvin:panics_if n
//calvin:panics_if held(t.mu)
//calvin:panics_if n < 0 && t.mu == free
//calvin:panics_if local(t)
//calvin:panics_if closed(t.ch)
//calvin:panics_if old(n) < 0
//calvin:panics_if result < 0
func documented(t *T, n int) int { return n }

//calvin:requires &n == nil
//calvin:requires &1 == nil
//calvin:requires &t.m["a"] == nil
//calvin:requires &(n + 1) == nil
//calvin:requires &t.n == &t.s
//calvin:requires &len(t.s) == nil
func addresses(t *T, n int) {}
