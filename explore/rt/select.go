package rt

import "reflect"

// A select is one operation on several channels. With a default case, or with an unbuffered channel among its cases, it
// is always enabled: it executes a case that is ready (if several are, the strategy chooses), else the default, else it
// queues up in the unbuffered channels and waits, until another goroutine meets it there or a case on a buffered
// channel becomes ready.

// A Case is a communication of a select.
type Case interface {
	// open finds the model of the channel.
	open(s *Scheduler, g *G)
	// channel returns the model; nil for the nil channel.
	channel() *channel
	// sends tells a send from a receive.
	sends() bool
	// ready reports whether the communication can happen now.
	ready() bool
	// execute performs it.
	execute(s *Scheduler, g *G)
	// queue adds a waiter to the queue of an unbuffered channel.
	queue(w waiter)
	// woken completes a communication after its goroutine waited; closed says that the channel was closed.
	woken(closed bool)

	native() reflect.SelectCase
	nativeResult(v reflect.Value, ok bool)
}

// A RecvCase is case V, OK = <-ch.
type RecvCase[T any] struct {
	V  T
	OK bool
	ch <-chan T
	c  *channel
}

// OnRecv makes a RecvCase.
func OnRecv[T any](ch <-chan T) *RecvCase[T] { return &RecvCase[T]{ch: ch} }

func (r *RecvCase[T]) channel() *channel { return r.c }

func (r *RecvCase[T]) open(s *Scheduler, g *G) {
	if r.ch != nil {
		r.c = receiving(s, g, r.ch)
	}
}

func (r *RecvCase[T]) sends() bool { return false }

func (r *RecvCase[T]) ready() bool {
	c := r.c
	return c != nil && (c.closed || c.len() > 0 && c.cap > 0 || len(c.sendq) > 0)
}

func (r *RecvCase[T]) execute(s *Scheduler, g *G) { r.V, r.OK = recvNow(s, g, r.c, r.ch) }

func (r *RecvCase[T]) received(v T, ok bool) { r.V, r.OK = v, ok }

func (r *RecvCase[T]) queue(w waiter) { r.c.recvq = append(r.c.recvq, w) }

func (r *RecvCase[T]) woken(bool) {}

// A SendCase is case ch <- v.
type SendCase[T any] struct {
	v  T
	ch chan<- T
	c  *channel
}

// OnSend makes a SendCase; With gives the element.
func OnSend[T any](ch chan<- T) *SendCase[T] { return &SendCase[T]{ch: ch} }

// With sets the element to be sent.
func (c *SendCase[T]) With(v T) *SendCase[T] {
	c.v = v
	return c
}

func (c *SendCase[T]) channel() *channel { return c.c }

func (c *SendCase[T]) open(s *Scheduler, g *G) {
	if c.ch != nil {
		c.c = s.channelOf(g, chanPointer(c.ch), c.ch, cap(c.ch), len(c.ch))
	}
}

func (c *SendCase[T]) sends() bool { return true }

func (c *SendCase[T]) ready() bool {
	m := c.c
	return m != nil && (m.closed || m.cap > 0 && m.len() < m.cap || len(m.recvq) > 0)
}

func (c *SendCase[T]) execute(s *Scheduler, g *G) { sendNow(s, g, c.c, c.ch, c.v) }

func (c *SendCase[T]) queue(w waiter) { c.c.sendq = append(c.c.sendq, w) }

func (c *SendCase[T]) woken(closed bool) {
	if closed {
		c.ch <- c.v // panics
	}
}

// selecting is the object of selects; the channels are the event's parts.
type selecting struct{ header }

var selectObject = &selecting{header{id: NoObj}}

func (*selecting) effect(*G) Class { return ClassNone }

func (*selecting) enabled(g *G) bool {
	if g.op.dflt {
		return true
	}
	for _, c := range g.op.sel {
		m := c.channel()
		if m == nil {
			continue
		}
		if m.cap == 0 && g.op.kind == OpSelect {
			return true
		}
		if m.cap > 0 && c.ready() {
			return true
		}
	}
	return false
}

// selectParts adds the channels of g's select to e.
func (s *Scheduler) selectParts(g *G, e *Event) {
	e.parts = int32(len(s.x.parts))
	for _, c := range g.op.sel {
		if m := c.channel(); m != nil {
			state, _ := m.state(g)
			s.x.parts = append(s.x.parts, Part{Obj: m.id, Class: selectClass(c), State: state, own: true, sends: c.sends(), cap: int32(m.cap)})
		}
	}
	for _, c := range g.op.sel {
		switch m := c.channel(); {
		case m == nil || m.cap > 0 || g.op.kind == OpSelectWait:
		case c.sends() && len(m.recvq) > 0:
			s.leavingParts(m, m.recvq[:1])
		case !c.sends() && len(m.sendq) > 0:
			s.leavingParts(m, m.sendq[:1])
		}
	}
	e.nparts = int32(len(s.x.parts)) - e.parts
	if g.op.dflt {
		e.Arg = 1
	}
}

// selectClass says what a select does to the channel of case c: it looks at it and may change it, but for a channel that
// is closed and empty, and so will not change any more.
func selectClass(c Case) Class {
	m := c.channel()
	return either(!c.sends() && m.closed && m.len() <= 0 && len(m.sendq) == 0, ClassRead, ClassPoll)
}

// meetingParts completes e, an operation on the unbuffered channel c, if it meets selects that wait: they leave the queues
// of other channels, too.
func (s *Scheduler) meetingParts(c *channel, e *Event) {
	var queue []waiter
	switch {
	case e.Kind == OpSend && len(c.recvq) > 0:
		queue = c.recvq[:1]
	case e.Kind == OpRecv && len(c.sendq) > 0:
		queue = c.sendq[:1]
	case e.Kind == OpClose:
		queue = append(append(queue, c.recvq...), c.sendq...)
	}
	own := int32(len(s.x.parts))
	s.x.parts = append(s.x.parts, Part{Obj: e.Obj, Class: e.Class, State: e.State})
	s.leavingParts(c, queue)
	if n := int32(len(s.x.parts)) - own; n > 1 {
		e.parts, e.nparts = own, n
	} else {
		s.x.parts = s.x.parts[:own]
	}
}

// leavingParts adds the unbuffered channels, apart from c, in whose queues the waiters are.
func (s *Scheduler) leavingParts(c *channel, queue []waiter) {
	for _, w := range queue {
		if w.at < 0 {
			continue
		}
		for _, other := range w.g.op.sel {
			if m := other.channel(); m != nil && m != c && m.cap == 0 {
				s.x.parts = append(s.x.parts, Part{Obj: m.id, Class: ClassPoll})
			}
		}
	}
}

// Select executes a select statement and returns the index of the case, -1 for the default case.
func Select(site Site, hasDefault bool, cases ...Case) int {
	s, g := enter()
	switch {
	case g == nil:
		return selectNatively(hasDefault, cases)
	case g.dying:
		return -1
	}
	for _, c := range cases {
		c.open(s, g)
	}
	g.op.sel, g.op.dflt = cases, hasDefault
	s.do(g, OpSelect, site, selectObject)
	at := s.selectNow(g, cases)
	if at < 0 && !hasDefault {
		at = s.selectWait(g, site, cases)
	} else if at >= 0 {
		g.spin.wrote = true
	}
	g.op.sel, g.op.dflt = nil, false
	return at
}

// selectNow executes one of the cases that are ready and returns its index, -1 if there is none.
func (s *Scheduler) selectNow(g *G, cases []Case) int {
	n := 0
	for _, c := range cases {
		if c.ready() {
			n++
		}
	}
	if n == 0 {
		return -1
	}
	event := g.last
	k := s.choose(g, n, true)
	part := int32(0)
	for i, c := range cases {
		if c.ready() {
			if k == 0 {
				s.x.Events[event].Seq = part
				c.execute(s, g)
				return i
			}
			k--
		}
		if c.channel() != nil {
			part++
		}
	}
	panic("rt: choice beyond the cases that are ready")
}

// selectWait waits until a case has been executed, and returns its index.
func (s *Scheduler) selectWait(g *G, site Site, cases []Case) int {
	for i, c := range cases {
		if m := c.channel(); m != nil && m.cap == 0 {
			c.queue(waiter{g, i})
		}
	}
	g.picked = -1
	g.closed = false
	s.do(g, OpSelectWait, site, selectObject)
	if g.picked >= 0 {
		cases[g.picked].woken(g.closed)
		return g.picked
	}
	leaveQueues(g)
	return s.selectNow(g, cases)
}

// withdraw records that g, if it waits in a select, will not go on by a buffered channel, as it was about to: another
// goroutine meets it. Had that come later, g might have been first.
func (s *Scheduler) withdraw(g *G) {
	if g.state != published || g.op.kind != OpSelectWait {
		return
	}
	by := int32(len(s.x.Events)) - 1
	if s.x.Events[by].Completes() {
		by--
	}
	for _, c := range g.op.sel {
		if m := c.channel(); m != nil && m.cap > 0 {
			var e Event
			s.describe(g, &e)
			s.x.Withdrawn = append(s.x.Withdrawn, Withdrawal{e, by})
			return
		}
	}
}

// leaveQueues removes g, which waits in a select, from all queues.
func leaveQueues(g *G) {
	for _, c := range g.op.sel {
		if m := c.channel(); m != nil {
			m.sendq = without(m.sendq, g)
			m.recvq = without(m.recvq, g)
		}
	}
}

func without(q []waiter, g *G) []waiter {
	kept := q[:0]
	for _, w := range q {
		if w.g != g {
			kept = append(kept, w)
		}
	}
	return kept
}
