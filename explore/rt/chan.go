package rt

import (
	"iter"
	"reflect"
	"unsafe"
)

// A channel models a channel.
//
// On a buffered channel an operation is enabled when it can complete, and elements go through the real channel. In what
// order blocked goroutines queue up need not be modelled: nobody can see that a goroutine has queued up already and is
// not just about to. On an unbuffered channel one can, by a select with a default case; there an operation is always
// enabled, and either completes the one that waits first in the queue or queues up itself, as in Go.
type channel struct {
	header
	ch     any // the channel; if it is not known, as a receiver has it
	cap    int
	closed bool
	sent   int32 // how many elements were sent, by operations that have been executed
	rcvd   int32
	sendq  []waiter // unbuffered: who waits; at most one of the two is not empty
	recvq  []waiter
	vals   any      // *values[T] of those who wait
	slots  []vclock // buffered: what sender and receiver of a slot released into it
	closer vclock   // what the closer released
}

// A waiter is a goroutine that waits in an unbuffered channel.
type waiter struct {
	g  *G
	at int // the case of its select, -1 for a plain operation
}

// values are elements of waiting senders, or on their way to a receiver that has been woken.
type values[T any] struct{ q []T }

// The order of sends is kept, and that of receives. A send and a receive commute; on a buffered channel the k-th send
// enables the k-th receive, and the k-th receive the send that takes its slot. Polls (selects, len) see everything.
var chanRules = append(both(
	[2]Class{ClassSend, ClassSend}, [2]Class{ClassRecv, ClassRecv},
	[2]Class{ClassSend, ClassClose}, [2]Class{ClassClose, ClassClose},
	[2]Class{ClassRecv, ClassRecvClosed},
	[2]Class{ClassRecvSync, ClassRecvSync}, [2]Class{ClassRecvSync, ClassRecvClosed}, [2]Class{ClassRecvSync, ClassClose},
	[2]Class{ClassRecvSync, ClassPoll}, [2]Class{ClassRecvSync, ClassRead},
	[2]Class{ClassPoll, ClassPoll}, [2]Class{ClassPoll, ClassSend}, [2]Class{ClassPoll, ClassRecv}, [2]Class{ClassPoll, ClassClose},
	[2]Class{ClassPoll, ClassRecvClosed},
	[2]Class{ClassRead, ClassSend}, [2]Class{ClassRead, ClassRecv}, [2]Class{ClassRead, ClassPoll}, [2]Class{ClassRead, ClassClose},
),
	rule{ClassClose, ClassSendClosed, Conflict},
	rule{ClassClose, ClassCloseClosed, Conflict},
	rule{ClassSend, ClassRecv, matched},
	rule{ClassRecv, ClassSend, matched},
	rule{ClassClose, ClassRecvClosed, Enables},
)

func (c *channel) len() int { return int(c.sent - c.rcvd) }

func (c *channel) enabled(g *G) bool {
	switch g.op.kind {
	case OpSend:
		return c.cap == 0 || c.closed || c.len() < c.cap
	case OpRecv:
		return c.cap == 0 || c.closed || c.len() > 0 || len(c.sendq) > 0
	}
	return true
}

func (c *channel) state(*G) (state, arg uint64) {
	state = uint64(c.sent)<<32 | uint64(c.rcvd)
	if c.closed {
		state |= chanClosed
	}
	return state, uint64(c.cap)
}

func (c *channel) effect(g *G) Class {
	switch g.op.kind {
	case OpSend:
		return either(c.closed, ClassSendClosed, ClassSend)
	case OpRecv:
		if c.closed && c.len() <= 0 {
			return ClassRecvClosed
		}
		if c.cap == 0 {
			return ClassRecvSync
		}
		return ClassRecv
	case OpClose:
		return either(c.closed, ClassCloseClosed, ClassClose)
	}
	return ClassRead
}

func (c *channel) numbers(g *G) (seq, need int32) {
	switch {
	case g.op.kind == OpSend && c.cap > 0:
		return c.sent, c.sent - int32(c.cap)
	case g.op.kind == OpRecv && c.cap > 0:
		return c.rcvd, c.rcvd
	}
	// The sends and receives of an unbuffered channel do not enable each other: a pair is ordered by Event.From of
	// what comes after.
	return -2, -3
}

// never is the object of operations on nil channels, and of a select without cases.
type never struct{ header }

func (*never) enabled(*G) bool { return false }
func (*never) effect(*G) Class { return ClassNone }

var neverEnabled = &never{header{id: NoObj}}

// chanPointer returns the address of the channel.
func chanPointer[C any](ch C) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&ch)) }

// channelOf returns the model of the channel with address p, capacity and present length.
func (s *Scheduler) channelOf(g *G, p unsafe.Pointer, ch any, capacity, length int) *channel {
	if o, ok := s.objects.lookup(p).(*channel); ok {
		return o
	}
	o := s.models.channels.get()
	for i := range o.slots {
		o.slots[i] = o.slots[i][:0]
	}
	*o = channel{
		header: s.newHeader(g, p, o.header), ch: ch, cap: capacity, sent: int32(length),
		sendq: o.sendq[:0], recvq: o.recvq[:0], vals: emptied(o.vals), slots: o.slots, closer: o.closer[:0],
	}
	s.objects.insert(p, o)
	return o
}

// receiving returns the model of a channel that g is about to receive from. If code that is not instrumented made it,
// that may also have used it since.
func receiving[T any](s *Scheduler, g *G, ch <-chan T) *channel {
	c := s.channelOf(g, chanPointer(ch), ch, cap(ch), len(ch))
	if !c.known {
		c.ch = ch
		valuesOf[T](c)
		if !c.closed && len(c.sendq) == 0 && c.len() == 0 {
			s.tryOutside(c)
		}
	}
	return c
}

func valuesOf[T any](c *channel) *values[T] {
	v, ok := c.vals.(*values[T])
	if !ok {
		v = &values[T]{}
		c.vals = v
	}
	return v
}

// emptied returns vals, of a channel of an earlier execution, without the elements that it has left.
func emptied(vals any) any {
	if v, ok := vals.(interface{ empty() }); ok {
		v.empty()
	}
	return vals
}

func (v *values[T]) empty() {
	clear(v.q)
	v.q = v.q[:0]
}

func (v *values[T]) push(x T) { v.q = append(v.q, x) }

// pushValue is push for who does not know the type.
func (v *values[T]) pushValue(x reflect.Value) {
	var t T
	reflect.ValueOf(&t).Elem().Set(x)
	v.push(t)
}

// popValue is pop for who does not know the type.
func (v *values[T]) popValue() reflect.Value {
	x := v.pop()
	return reflect.ValueOf(&x).Elem()
}

func (v *values[T]) pop() T {
	x := v.q[0]
	copy(v.q, v.q[1:])
	var zero T
	v.q[len(v.q)-1] = zero
	v.q = v.q[:len(v.q)-1]
	return x
}

// slot returns the clock of the slot for element number n.
func (c *channel) slot(n int32) *vclock {
	i := int(n) % c.cap
	for len(c.slots) <= i {
		c.slots = append(c.slots, nil)
	}
	return &c.slots[i]
}

// exchange orders what g did and what its predecessor in the slot did before what either does next in it.
func (g *G) exchange(slot *vclock) {
	g.acquire(*slot)
	g.release(slot)
}

// meet orders both goroutines of a rendezvous: what each did happens before what the other does next.
func meet(g, h *G) {
	g.clock.join(h.clock)
	h.clock.join(g.clock)
	g.tick()
	h.tick()
}

// A Sender is a channel about to be sent to.
type Sender[T any] struct {
	ch   chan<- T
	site Site
}

// To is the left side of ch <- v: the channel is evaluated first.
func To[T any](site Site, ch chan<- T) Sender[T] { return Sender[T]{ch, site} }

// Send sends v.
func (to Sender[T]) Send(v T) { Send(to.site, to.ch, v) }

// Send is ch <- v.
func Send[T any](site Site, ch chan<- T, v T) {
	s, g := enter()
	switch {
	case g == nil:
		ch <- v
	case !g.dying:
		if ch == nil {
			s.do(g, OpSend, site, neverEnabled)
		}
		c := s.channelOf(g, chanPointer(ch), ch, cap(ch), len(ch))
		s.do(g, OpSend, site, c)
		sendNow(s, g, c, ch, v)
	}
}

// sendNow executes a send by g.
func sendNow[T any](s *Scheduler, g *G, c *channel, ch chan<- T, v T) {
	switch {
	case c.closed:
		ch <- v // panics
	case c.cap > 0:
		g.exchange(c.slot(c.sent))
		c.sent++
		s.wrote(&c.header)
		select {
		case ch <- v:
		default:
			s.outOfControl(g.op.site, "code that is not instrumented sent to the channel")
		}
	case len(c.recvq) > 0:
		w := c.dequeue(&c.recvq)
		if w.at >= 0 {
			if r, ok := w.g.op.sel[w.at].(*RecvCase[T]); ok {
				r.received(v, true)
			} else {
				w.g.op.sel[w.at].nativeResult(reflect.ValueOf(&v).Elem(), true)
			}
			w.g.picked = w.at
		} else {
			valuesOf[T](c).push(v)
		}
		s.rendezvous(c, g, w)
	default:
		valuesOf[T](c).push(v)
		c.sendq = append(c.sendq, waiter{g, -1})
		s.wait(g)
		if g.closed {
			ch <- v // panics
		}
	}
}

// rendezvous lets w, whom g has completed, go on.
func (s *Scheduler) rendezvous(c *channel, g *G, w waiter) {
	s.wrote(&c.header)
	if w.g == nil {
		return // the element came from outside
	}
	meet(g, w.g)
	w.g.closed = false
	s.withdraw(w.g)
	s.wake(w.g)
	g.from = w.g.last
}

// Recv is <-ch.
func Recv[T any](site Site, ch <-chan T) T {
	v, _ := Recv2(site, ch)
	return v
}

// Recv2 is v, ok := <-ch.
func Recv2[T any](site Site, ch <-chan T) (v T, ok bool) {
	s, g := enter()
	switch {
	case g == nil:
		v, ok = <-ch
		return v, ok
	case g.dying:
		return v, false
	case ch == nil:
		s.do(g, OpRecv, site, neverEnabled)
	}
	c := receiving(s, g, ch)
	s.do(g, OpRecv, site, c)
	return recvNow(s, g, c, ch)
}

// recvNow executes a receive by g.
func recvNow[T any](s *Scheduler, g *G, c *channel, ch <-chan T) (v T, ok bool) {
	switch {
	case c.cap > 0 && c.len() > 0:
		g.exchange(c.slot(c.rcvd))
		c.rcvd++
		s.wrote(&c.header)
		select {
		case v, ok = <-ch:
		default:
			s.outOfControl(g.op.site, "code that is not instrumented received from the channel")
		}
		return v, ok
	case len(c.sendq) > 0:
		w := c.dequeue(&c.sendq)
		if w.at >= 0 {
			if from, ok := w.g.op.sel[w.at].(*SendCase[T]); ok {
				v = from.v
			} else {
				reflect.ValueOf(&v).Elem().Set(w.g.op.sel[w.at].native().Send)
			}
			w.g.picked = w.at
		} else {
			v = valuesOf[T](c).pop()
		}
		s.rendezvous(c, g, w)
		return v, true
	case c.closed:
		g.acquire(c.closer)
		return v, false
	}
	received := valuesOf[T](c) // now, as a sender that knows no type adds to it
	c.recvq = append(c.recvq, waiter{g, -1})
	s.wait(g)
	if g.closed {
		return v, false
	}
	return received.pop(), true
}

// dequeue takes the first waiter from q, one of c's queues. A select leaves all its other queues.
func (c *channel) dequeue(q *[]waiter) waiter {
	w := (*q)[0]
	*q = append((*q)[:0], (*q)[1:]...)
	if w.at >= 0 {
		leaveQueues(w.g)
	}
	return w
}

// Close is close(ch).
func Close[T any](site Site, ch chan<- T) {
	s, g := enter()
	switch {
	case g == nil || ch == nil:
		close(ch)
	case !g.dying:
		c := s.channelOf(g, chanPointer(ch), ch, cap(ch), len(ch))
		s.do(g, OpClose, site, c)
		close(ch) // panics if it was closed
		s.closed(g, c)
	}
}

// closed notes that g has closed c.
func (s *Scheduler) closed(g *G, c *channel) {
	g.release(&c.closer)
	s.wakeAll(c)
}

// wakeAll wakes who waits on c, which has been closed.
func (s *Scheduler) wakeAll(c *channel) {
	c.closed = true
	s.wrote(&c.header)
	for len(c.recvq) > 0 {
		s.wakeClosed(c, c.dequeue(&c.recvq))
	}
	for len(c.sendq) > 0 {
		s.wakeClosed(c, c.dequeue(&c.sendq))
	}
}

func (s *Scheduler) wakeClosed(c *channel, w waiter) {
	w.g.closed = true
	w.g.picked = w.at
	w.g.acquire(c.closer)
	s.withdraw(w.g)
	s.wake(w.g)
}

// RangeChan is range ch.
func RangeChan[T any](site Site, ch <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			v, ok := Recv2(site, ch)
			if !ok || !yield(v) {
				return
			}
		}
	}
}

// Len is len(ch).
func Len[T any](site Site, ch <-chan T) int {
	s, g := enter()
	if g != nil && !g.dying && cap(ch) > 0 {
		s.do(g, OpLen, site, s.channelOf(g, chanPointer(ch), ch, cap(ch), len(ch)))
	}
	return len(ch)
}

// Cap is cap(ch).
func Cap[T any](_ Site, ch <-chan T) int { return cap(ch) }

// Make gives the channel, which the caller has just made, an identity.
func Make[C any](ch C) C {
	if s, g := enter(); g != nil && !g.dying {
		s.addRegion(g, uintptr(chanPointer(ch)), 1)
	}
	return ch
}

// New gives the variable that p points to, which the caller has just allocated, an identity.
func New[T any](p *T) *T {
	Var(unsafe.Pointer(p), unsafe.Sizeof(*p))
	return p
}

// NewSlice gives the elements of a slice, which the caller has just allocated, an identity.
func NewSlice[S ~[]E, E any](list S) S {
	if cap(list) > 0 {
		Var(unsafe.Pointer(unsafe.SliceData(list)), uintptr(cap(list))*unsafe.Sizeof(list[:1][0]))
	}
	return list
}

// Var gives the variable at p, which the caller has just declared, an identity.
func Var(p unsafe.Pointer, size uintptr) {
	if s, g := enter(); g != nil && !g.dying {
		s.addRegion(g, uintptr(p), size)
	}
}
