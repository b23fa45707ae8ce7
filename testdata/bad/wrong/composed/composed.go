// Package composed has steps that do not add up to what is promised.
package composed

import (
	"sync"
	"sync/atomic"
)

type node struct {
	val  int
	next *node
}

type Stack struct{ head atomic.Pointer[node] }

//calvin:atomic
//calvin:modifies s.head
//calvin:ensures s.head != nil && s.head.val == v
func (s *Stack) RightPush(v int) {
	n := &node{val: v}
	for {
		h := s.head.Load()
		n.next = h
		if s.head.CompareAndSwap(h, n) {
			return
		}
	}
}

func (s *Stack) Push(v int) {
	n := &node{val: v}
	for {
		h := s.head.Load()
		n.next = h
		if s.head.CompareAndSwap(h, n) {
			n.val = 7 // failed
			return
		}
	}
}

func (s *Stack) Pop() int {
	h := s.head.Load()
	if h == nil {
		return 0
	}
	h.next = nil // failed
	return h.val
}

// transition fails for Swap
//
//calvin:transition old(n) <= n
type Mono struct{ n atomic.Int64 }

func (m *Mono) Swap(v int64) { m.n.Swap(v) } // failed
func (m *Mono) Add(v int64)  { m.n.Add(v) }  // failed
func (m *Mono) Inc()         { m.n.Add(1) }  // failed
func (m *Mono) Store() {
	x := m.n.Load()
	m.n.Store(x + 1) // failed
}
func (m *Mono) Whole(o *Mono) { m.n.Store(o.n.Load()) } // failed

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	a atomic.Int64
}

// call by contract twice is not atomic
//
//calvin:atomic
//calvin:when c.mu == free
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+1
func (c *C) Inc() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}

//calvin:atomic
//calvin:when c.mu == free
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+2
func (c *C) Twice() {
	c.Inc()
	c.Inc() // failed
}

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == old(c.n)+1
func (c *C) LockHeld() {
	c.mu.Lock()
	c.Inc() // failed
	c.mu.Unlock()
}

//calvin:atomic
//calvin:when c.mu == free
//calvin:ensures result == c.n
func (c *C) Get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func (c *C) CheckThenAct() {
	x := c.Get()
	y := c.Get()
	//calvin:assert x == y // failed
	_, _ = x, y
}

//calvin:atomic
//calvin:modifies c.a
//calvin:ensures c.a == old(c.a)+1
func (c *C) CAS() {
	x := c.a.Load()
	c.a.CompareAndSwap(x, x+1)
} // failed

//calvin:atomic
//calvin:modifies c.a
//calvin:ensures c.a == old(c.a)+1
func (c *C) CAS2() {
	x := c.a.Load()
	for !c.a.CompareAndSwap(x, x+1) {
	}
	c.a.Add(0)
}

//calvin:atomic
//calvin:modifies c.a
//calvin:ensures c.a == old(c.a)+1
func (c *C) TwoAdds() {
	c.a.Add(2)
	c.a.Add(-1) // failed
}

//calvin:performs A ; B
//calvin:action A
//calvin:modifies c.a
//calvin:ensures c.a == old(c.a)+1
//calvin:action B
//calvin:modifies c.n
//calvin:when c.mu == free
//calvin:ensures c.n == 0
func (c *C) Order() {
	c.mu.Lock()
	c.n = 0
	c.mu.Unlock()
	c.a.Add(1) // failed
}

//calvin:performs A*
//calvin:action A
//calvin:modifies c.a
//calvin:ensures c.a == old(c.a)+1
func (c *C) Star() {
	c.a.Add(1)
	c.a.Add(3)
} // failed

//calvin:atomic
//calvin:modifies c.n
//calvin:ensures c.n == 1
func (c *C) UnlockedWriteInSpec() { c.n = 1 } // failed

// recursion
//
//calvin:atomic
//calvin:when c.mu == free
//calvin:modifies c.n
//calvin:ensures c.n == 7
func (c *C) Recursive(k int) {
	if k == 0 {
		return // failed
	}
	c.Recursive(k - 1)
}

// mutual recursion with contracts that lie
//
//calvin:atomic
//calvin:ensures result == 1
func Even(n int) int {
	if n == 0 {
		return 0 // failed
	}
	return Odd(n - 1)
}

//calvin:atomic
//calvin:ensures result == 1
func Odd(n int) int {
	if n == 0 {
		return 1
	}
	return Even(n - 1)
}

type Msg struct{ data int }

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m *Msg
}

func (b *Box) Put() {
	m := &Msg{}
	b.mu.Lock()
	b.m = m
	b.mu.Unlock()
	m.data = 1 // failed
}
func (b *Box) Take() int {
	b.mu.Lock()
	m := b.m
	b.mu.Unlock()
	if m != nil {
		m.data = 3 // failed
		return m.data
	}
	return 0
}
func (b *Box) UnderLock() {
	b.mu.Lock()
	if b.m != nil {
		b.m.data = 3
	}
	b.mu.Unlock()
}

type Two struct {
	mu1, mu2 sync.Mutex
	//calvin:guarded_by mu1, mu2
	n int
}

func (t *Two) RightRead() int {
	t.mu1.Lock()
	defer t.mu1.Unlock()
	return t.n
}
func (t *Two) Write() {
	t.mu1.Lock()
	defer t.mu1.Unlock()
	t.n = 1 // failed
}

// lock captured by copy
func (c *C) CopyLock() {
	mu := c.mu // failed
	mu.Lock()
	c.n++
	mu.Unlock()
}

func TwoObjects(a, b *C) {
	a.mu.Lock()
	b.n++ // failed
	a.mu.Unlock()
}

func Maybe(a, b *C, which bool) {
	p := a
	if which {
		p = b
	}
	p.mu.Lock()
	a.n++ // failed
	p.mu.Unlock()
}

func SwapPtr(a, b *C) {
	a.mu.Lock()
	a, b = b, a
	a.n++ // failed
	b.mu.Unlock()
}

func LoopLock(cs []*C) {
	for i := range cs {
		c := cs[i]
		if c == nil {
			continue
		}
		c.mu.Lock()
		if c.n > 3 {
			break
		}
		c.mu.Unlock()
	}
	for i := range cs {
		if cs[i] != nil {
			cs[i].n = 1 // failed
		}
	}
}

func DeferLoop(c *C) {
	c.mu.Lock()
	func() {
		defer c.mu.Unlock()
		c.n = 1
	}()
	c.n = 2 // failed
}

func Recoverless(c *C, p *int) {
	c.mu.Lock()
	c.n = *p
	c.mu.Unlock()
}

var global int

func Global() { global = 3 } // failed

//calvin:guarded_by gmu
var guarded int
var gmu sync.Mutex

func Global2() int { return guarded } // failed
func RightGlobal() int {
	gmu.Lock()
	defer gmu.Unlock()
	return guarded
}

func WG() {
	x := 0
	var mu sync.Mutex
	go func() {
		mu.Lock()
		x = 1
		mu.Unlock()
	}()
	x = 2 // failed
	_ = x
}

func ResultWriter() (r int) {
	go func() { r = 2 }()
	return 1 // failed
}

//calvin:immutable
var table = []int{1, 2, 3}

func Table() { table[0] = 5 } // failed
func Table2() {
	t := table
	t[0] = 5 // failed
}

type Im struct {
	//calvin:immutable
	k int
}

func SetIm(i *Im) { i.k = 1 } // failed
func NewIm() *Im {
	i := &Im{}
	i.k = 3
	return i
}
func PublishIm() *Im {
	i := &Im{}
	im = i // failed
	i.k = 3
	return i
}

var im *Im
