// Package p has every directive in every place.
//
//calvin:invariant limit >= 0
//calvin:transition old(limit) <= limit
package p //calvin:invariant total <= 1<<20

import (
	"sync"
	"sync/atomic"
	"time"
)

const step = 5 * time.Second

type state uint8

const (
	idle state = iota
	busy
)

var (
	limitMu sync.RWMutex
	//calvin:guarded_by limitMu
	limit int

	//calvin:atomic_only
	total int64
)

//calvin:guarded_by limitMu, cache.Mutex
var both string

var cache struct {
	sync.Mutex
	//calvin:guarded_by Mutex
	entries map[string]int
	hits    int //calvin:guarded_by Mutex
}

//calvin:readable_if held(limitMu) || rheld(limitMu)
//calvin:writable_if held(limitMu)
var window time.Duration

//calvin:readable_if true
var once, twice int

// An atomic that few may write is still everybody's to read.
//
//calvin:writable_if held(limitMu)
var level atomic.Int32

// A plain variable is not.
//
//calvin:writable_if held(limitMu)
var depth int32

//calvin:writable_if[i] held(limitMu)
var levels [4]atomic.Int32

// Base is embedded.
type Base struct {
	mu    sync.Mutex
	count int //calvin:guarded_by mu
}

// A Node has a lock of its parent's.
//
//calvin:invariant size >= 0 && len(buf) <= cap(buf)
//calvin:invariant this.size < 100 ==> kids[0] != nil || depth == 0
//calvin:transition old(size) <= size
//calvin:transition old(mu) == tid || old(owner) == owner
type Node struct {
	Base
	parent *Node
	rw     sync.RWMutex
	ptr    *sync.Mutex
	once   sync.Once

	//calvin:guarded_by mu
	size int
	//calvin:guarded_by Base.mu
	depth int32
	//calvin:guarded_by parent.mu
	kids [4]*Node
	//calvin:guarded_by rw
	name string
	//calvin:guarded_by mu, parent.rw, ptr
	buf []byte
	//calvin:accessible_if[j] kids[j] != nil && held(mu) && j < 4
	slots [4]int
	//calvin:readable_if[i] true
	//calvin:writable_if[k] locks[k] == tid
	//calvin:guarded_by mu
	cells []float64
	//calvin:immutable
	locks []sync.Mutex
	//calvin:accessible_if st == 0 || owner == nil // the rest is prose
	//calvin:accessible_if st != busy && !ready && local(this)
	data, more int
	//calvin:atomic_only
	word uint32
	//calvin:transfers
	ch chan *Node
	//calvin:accessible_if ptr == tid || *ptr == free || ptr == 0 || tid == ptr
	viaPointer int

	owner *Node
	st    state
	ready atomic.Bool
	n     atomic.Int64
	head  atomic.Pointer[Node]
}

// An Iface has a contract on its method.
type Iface interface {
	//calvin:requires n > 0
	//calvin:atomic
	//calvin:ensures result == n
	Do(n int) int
}

// Box is generic.
type Box[T comparable, N ~int | ~int64] struct {
	mu sync.Mutex
	//calvin:accessible_if mu == tid && (x == y || n < 10)
	x, y T
	n    N
}

//calvin:requires b.n > 3 && b.x == x
func (b *Box[T, N]) set(x T) {}

//calvin:requires n != nil && m > 0 && held(n.mu) && rheld(n.rw)
//calvin:requires n.st == busy || n.st == state(1) || uint8(n.st) == 1
//calvin:requires n.n > 3 && n.ready && n.head.depth == -1 && (*n.owner).depth == n.depth
//calvin:requires time.Duration(m) < step && step > time.Millisecond
//calvin:requires n.name+"x" == "yx" && n.name[0] == 'y' && n.name[1:] != "" && n.buf[:2] != nil
//calvin:requires m&1 == 0 && m|1 != m^1 && m&^3 == m<<2>>1 && -m < ^m && m%3 == m/2*2-1
//calvin:requires n.cells[0] < 0.5 && float32(n.depth) > 1e3
//calvin:requires exists p, q *Node, i int :: p.size == q.size+i && p != n
//calvin:requires forall i int :: i > 0 ==> i >= 1 <==> forall j int :: true
//calvin:requires (m > 1 ==> m > 2) ==> m > 3 && (m == 4 <==> n == nil)
//calvin:requires any(n) != nil && []byte(n.name) != nil && (*Node)(nil) != n
//calvin:requires limit == 3 && cache.hits == 1 && rheld(limitMu)
//calvin:trusted
//calvin:pure
func contract(n *Node, m int, opt *Node) (x int, err error) {
	if opt == nil {
		return 0, nil
	}
	return m, nil
}

//calvin:performs (A ; skip)* [] B ; (A [] skip)
//calvin:action A
//calvin:when n.mu == free && x >= 0
//calvin:modifies n.size, n.kids[*], n.buf[*], n.slots[x], *n.owner, limit, n.mu, n.n, n.buf[result.0]
//calvin:ensures n.size == old(n.size + 1) && result.0 == x && result.1 == nil
//calvin:ensures old(n.mu) == free && old(n.mu) == old(n.ptr) && old(held(n.mu)) && held(old(n.mu))
//calvin:ensures n.n == old(n.n)+1 && old(n).size == 3
//calvin:action B
func spec(n *Node, k int) (x int, _ error) {
	switch n {
	case nil:
	}
	//calvin:witness A
	return
}

//calvin:performs skip [] action B: () { true } ; action () { old(limit) == limit }
func inline() {}

// atomicOnly reduces to one step.
//
//calvin:atomic
func (n *Node) atomicOnly() {}

func body(n *Node, xs []int) (r int) {
	//calvin:assert n.size >= 0 && r == 0
	//calvin:assume held(n.mu)
	var mu sync.Mutex
	//calvin:guarded_by mu
	a, b := 0, 1
	//calvin:accessible_if mu == tid && a < c
	var c int
	var (
		//calvin:guarded_by n.rw
		d int
	)
	e := 0 //calvin:immutable
	//calvin:invariant 0 <= i && i <= len(xs)
	for i := 0; i < len(xs); i++ {
		//calvin:assert i < len(xs)
	}
	//calvin:invariant i >= 0 && x != c
	//calvin:invariant n.head != nil
loop:
	for i, x := range xs {
		switch {
		case x > 0:
			x := "inner"
			_ = x
			//calvin:assert x == "inner"
		default:
			f := func(y int) {
				//calvin:assert y == x && i > 0
			}
			f(x)
			break loop
		}
		//calvin:assert x > 1
	}
	select {
	case v := <-n.ch:
		_ = v
		//calvin:assert v.size == 0
	default:
	}
	switch y := any(n).(type) {
	case *Node:
		//calvin:assert y.size == 0
		_ = y
	}
	type inner struct {
		mu sync.Mutex
		//calvin:guarded_by mu
		v int
	}
	_, _, _, _ = a, b, d, e
	//calvin:ignore CV0102 the race is benign here
	n.size++
	n.size = 1 //calvin:ignore CV0103 this line, not the next
	return r
	//calvin:assert true
}

type corner struct {
	at   struct{ x, y int }
	mu   sync.Mutex
	hits atomic.Int64
}

type shape struct {
	corners [4]corner
	more    []corner
}

//calvin:atomic
//calvin:modifies s.corners[*].at.x, s.corners[*].mu, s.corners[*].hits, s.more[*].at
//calvin:modifies corner[*].hits, shape[*], region(s.corners[0].mu)
func (s *shape) move() {}

//calvin:panics_if n < 0
//calvin:panics_if b == nil || len(b) <= n
func documented(b []int, n int) {}

//calvin:requires p == &c.inner.n || p == &c.list[2] || *(&c.inner.n) == 0 && held(&c.mu) && &c.mu == tid
func addresses(p *int, c *addressed) {}

type addressed struct {
	mu    sync.Mutex
	inner struct{ n int }
	list  [3]int
}

// A fixed type is made once.
//
//calvin:immutable
type fixed struct {
	at int
	//calvin:immutable
	name string
}

//calvin:concurrent
type shared struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at fixed
}

//calvin:concurrent
//calvin:immutable
type fixedAndShared struct{ n int }
