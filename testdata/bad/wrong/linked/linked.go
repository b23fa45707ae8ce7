// Package linked has objects inside objects that are not what their types promise when others get them, steps that change
// more nodes than they say, and numbers that overflow.
package linked

import (
	"sync"
	"sync/atomic"
)

// A T divides.
//
//calvin:invariant n > 0
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	next *T
}

// A Box has a T inside.
type Box struct{ t *T }

var g atomic.Pointer[Box]

// Publishes shares a box with what is in it.
func Publishes() {
	b := &Box{t: &T{}}
	g.Store(b) // failed
}

// Mended shares it when it is what it should be.
func Mended() {
	b := &Box{t: &T{}}
	b.t.n = 1
	g.Store(b)
}

// Meanwhile calls a function that gets nothing of its own while it is not.
func Meanwhile() {
	b := &Box{t: &T{}}
	if looks() {
		b.t.n = 1
		g.Store(b)
	}
}

// looks gets nothing local.
//
//calvin:atomic
//calvin:ensures result == (g != nil)
func looks() bool { return g.Load() != nil }

// Twice shares a second object by way of the first, which is shared already.
func Twice() {
	t := &T{n: 1}
	g.Store(&Box{t: t})
	u := &T{}
	t.mu.Lock()
	t.next = u // failed
	t.mu.Unlock()
}

// After changes what it has shared by way of another object.
func After() {
	t := &T{n: 1}
	b := &Box{t: t}
	g.Store(b)
	t.n = 2 // failed
}

// box hands its caller a box with what is in it.
//
//calvin:atomic
//calvin:ensures local(result)
func box() *Box {
	return &Box{t: &T{}} // failed
}

// Relies on the callee.
func Relies() {
	b := box()
	t := b.t
	g.Store(b)
	if t == nil {
		return
	}
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
}

// fill puts something in that is not what it should be.
//
//calvin:requires local(b)
//calvin:atomic
func fill(b *Box) {
	b.t = &T{}
} // failed

// keep requires what is in b to be what it should be.
//
//calvin:requires local(b)
//calvin:atomic
//calvin:modifies g
//calvin:ensures  g == b
func keep(b *Box) { g.Store(b) }

// Hands gives a callee something that is not.
func Hands() {
	b := &Box{t: &T{}}
	keep(b) // failed
}

// Loops collects nodes one inside the other.
func Loops(k int) {
	var first *T
	for range k {
		first = &T{next: first}
	}
	g.Store(&Box{t: first}) // failed
}

// A node is in a list.
type node struct {
	next  atomic.Pointer[node]
	other atomic.Pointer[node]
}

// cut changes some node's next.
//
//calvin:atomic
//calvin:modifies node[*].next
//calvin:ensures  n.next == nil
func cut(n *node) { n.next.Store(nil) }

// swerve changes another field.
//
//calvin:atomic
//calvin:modifies node[*].next
//calvin:ensures  n.other == nil
func swerve(n *node) {
	n.other.Store(nil)
} // failed

// keeps says that one node alone is changed, but calls what may change any.
//
//calvin:atomic
//calvin:modifies n.next
func keeps(n, m *node) {
	cut(m)
} // failed

// others keeps the other fields of all nodes.
//
//calvin:atomic
//calvin:modifies node[*].next
//calvin:ensures  m.other == old(m.other)
func others(n, m *node) { cut(n) }

// A Counter is counted by a ghost that knows no bounds.
//
//calvin:ghost count integer guarded_by mu
//calvin:invariant integer(n) == count
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Overflows counts further than there are numbers.
func (c *Counter) Overflows() {
	c.mu.Lock()
	c.n++
	//calvin:set c.count = c.count + 1
	c.mu.Unlock()
} // failed

// Bounded stops in time.
func (c *Counter) Bounded() {
	c.mu.Lock()
	if c.n < 1000 {
		c.n++
		//calvin:set c.count = c.count + 1
	}
	c.mu.Unlock()
}

// Above is above.
func (c *Counter) Above() {
	c.mu.Lock()
	//calvin:assert integer(c.n) + integer(c.n) == 2 * c.count && -c.count - 1 < -c.count && c.count + 1 > integer(c.n)
	//calvin:assert c.n + 1 > c.n // failed
	c.mu.Unlock()
}
