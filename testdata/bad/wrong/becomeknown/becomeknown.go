// Package becomeknown has new objects become known to others, in every way there is, and goes on as if they had not.
package becomeknown

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type Node struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	next *Node
}

func (n *Node) Count() {
	n.mu.Lock()
	n.n++
	n.mu.Unlock()
}

type Box struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all []*Node
	//calvin:guarded_by mu
	byName map[string]*Node
	//calvin:guarded_by mu
	seen map[*Node]bool
	//calvin:guarded_by mu
	one *Node
	//calvin:guarded_by mu
	does func()
	//calvin:guarded_by mu
	any  any
	p    atomic.Pointer[Node]
	v    atomic.Value
	m    sync.Map
	pool sync.Pool
	//calvin:closable_if false
	open chan *Node
}

func (b *Box) Assigned() {
	n := &Node{}
	b.mu.Lock()
	b.one = n
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Appended() {
	n := &Node{}
	b.mu.Lock()
	b.all = append(b.all, n)
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) AppendedMany() {
	n := &Node{}
	some := []*Node{n}
	b.mu.Lock()
	b.all = append(b.all, some...)
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Copied() {
	n := &Node{}
	some := []*Node{n}
	b.mu.Lock()
	copy(b.all, some)
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Inserted() {
	n := &Node{}
	b.mu.Lock()
	b.all = slices.Insert(b.all, 0, n)
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Element() {
	n := &Node{}
	b.mu.Lock()
	if len(b.all) > 0 {
		b.all[0] = n
	}
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Entry() {
	n := &Node{}
	b.mu.Lock()
	if b.byName != nil {
		b.byName["a"] = n
	}
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Key() {
	n := &Node{}
	b.mu.Lock()
	if b.seen != nil {
		b.seen[n] = true
	}
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Stored() {
	n := &Node{}
	b.p.Store(n)
	n.n = 1 // failed
}

func (b *Box) Swapped() {
	n := &Node{}
	b.p.Swap(n)
	n.n = 1 // failed
}

func (b *Box) ComparedAndSwapped() {
	n := &Node{}
	b.p.CompareAndSwap(nil, n)
	n.n = 1 // failed
}

func (b *Box) StoredAsAny() {
	n := &Node{}
	b.v.Store(n)
	n.n = 1 // failed
}

func (b *Box) InMap() {
	n := &Node{}
	b.m.Store("a", n)
	n.n = 1 // failed
}

func (b *Box) InMapUnlessThere() {
	n := &Node{}
	b.m.LoadOrStore("a", n)
	n.n = 1 // failed
}

func (b *Box) KeyInMap() {
	n := &Node{}
	b.m.Store(n, 1)
	n.n = 1 // failed
}

func (b *Box) InPool() {
	n := &Node{}
	b.pool.Put(n)
	n.n = 1 // failed
}

func (b *Box) Sent() {
	n := &Node{}
	b.open <- n
	n.n = 1 // failed
}

func (b *Box) SentBySelect(done chan struct{}) {
	n := &Node{}
	select {
	case b.open <- n:
	case <-done:
	}
	n.n = 1 // failed
}

func Started() {
	n := &Node{}
	go n.Count()
	n.n = 1 // failed
}

func StartedLiteral() {
	n := &Node{}
	go func() { n.Count() }()
	n.n = 1 // failed
}

func StartedInGroup(wg *sync.WaitGroup) {
	n := &Node{}
	wg.Go(func() { n.Count() })
	n.n = 1 // failed
}

func (b *Box) Boxed() {
	n := &Node{}
	b.mu.Lock()
	b.any = n
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Captured() {
	n := &Node{}
	b.mu.Lock()
	b.does = func() { n.Count() }
	b.mu.Unlock()
	n.n = 1 // failed
}

func (b *Box) Method() {
	n := &Node{}
	b.mu.Lock()
	b.does = n.Count
	b.mu.Unlock()
	n.n = 1 // failed
}

func Passed(f func(*Node)) {
	if f == nil {
		return
	}
	n := &Node{}
	f(n)
	n.n = 1 // failed
}

func Later() {
	n := &Node{}
	time.AfterFunc(time.Second, n.Count)
	n.n = 1 // failed
}

type key struct{}

func InContext(ctx context.Context) context.Context {
	n := &Node{}
	ctx = context.WithValue(ctx, key{}, n)
	n.n = 1 // failed
	return ctx
}

// keep remembers a node.
//
//calvin:atomic
//calvin:modifies b.one
//calvin:ensures  b.one == n
func (b *Box) keep(n *Node) {
	b.mu.Lock()
	b.one = n
	b.mu.Unlock()
}

func (b *Box) ByContract() {
	n := &Node{}
	b.keep(n)
	n.n = 1 // failed
}

// Inner is known as part of what is known.
func (b *Box) Inner() {
	inner := &Node{}
	n := &Node{next: inner}
	b.mu.Lock()
	b.one = n
	b.mu.Unlock()
	inner.n = 1 // failed
}

// Innermost is so by two steps.
func (b *Box) Innermost() {
	last := &Node{}
	inner := &Node{next: last}
	n := &Node{next: inner}
	b.p.Store(n)
	last.n = 1 // failed
}

// Returned is known to whoever called, and to a goroutine.
func (b *Box) Returned() *Node {
	n := &Node{}
	defer func() { b.p.Store(n) }()
	defer b.p.Store(n)
	return n
}

// Rows are slices in slices.
func (b *Box) Rows(to chan [][]*Node) {
	n := &Node{}
	rows := [][]*Node{{n}}
	to <- rows
	n.n = 1 // failed
}
