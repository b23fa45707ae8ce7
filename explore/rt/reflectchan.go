package rt

import (
	"iter"
	"reflect"
)

// What reflection does to channels. A communication is a select: Send and Recv have one case, TrySend and TryRecv a default case
// besides. Who meets such a case does so by reflect.Value, as it does not know the type of the elements.
//
// What package reflect does not allow is left to it: it panics before it communicates.

// communicates reports whether v is a channel that reflection may use in direction dir.
func communicates(v reflect.Value, dir reflect.ChanDir) bool {
	return v.IsValid() && v.Kind() == reflect.Chan && v.CanInterface() && v.Type().ChanDir()&dir != 0
}

// sendable reports whether reflection may send x to the channel v.
func sendable(v, x reflect.Value) bool {
	return communicates(v, reflect.SendDir) && x.IsValid() && x.CanInterface() && x.Type().AssignableTo(v.Type().Elem())
}

// reflectedChannel returns the model of the channel v.
func (s *Scheduler) reflectedChannel(g *G, v reflect.Value) *channel {
	return s.channelOf(g, v.UnsafePointer(), v.Interface(), v.Cap(), v.Len())
}

// A reflectedRecv is a receive from the channel ch.
type reflectedRecv struct {
	ch, v reflect.Value
	ok    bool
	c     *channel
}

func onReflectedRecv(ch reflect.Value) *reflectedRecv {
	return &reflectedRecv{ch: ch, v: reflect.Zero(ch.Type().Elem())}
}

func (r *reflectedRecv) channel() *channel { return r.c }

func (r *reflectedRecv) open(s *Scheduler, g *G) {
	if r.ch.IsNil() {
		return
	}
	r.c = s.reflectedChannel(g, r.ch)
	if c := r.c; !c.known {
		c.ch = r.ch.Interface()
		if !c.closed && len(c.sendq) == 0 && c.len() == 0 {
			s.tryOutside(c)
		}
	}
}

func (r *reflectedRecv) sends() bool { return false }

func (r *reflectedRecv) ready() bool {
	c := r.c
	return c != nil && (c.closed || c.len() > 0 && c.cap > 0 || len(c.sendq) > 0)
}

func (r *reflectedRecv) execute(s *Scheduler, g *G) {
	c := r.c
	switch {
	case c.cap > 0 && c.len() > 0:
		g.exchange(c.slot(c.rcvd))
		c.rcvd++
		s.wrote(&c.header)
		v, ok := r.ch.TryRecv()
		if !v.IsValid() {
			s.outOfControl(g.op.site, "code that is not instrumented received from the channel")
			return
		}
		r.v, r.ok = v, ok
	case len(c.sendq) > 0:
		w := c.dequeue(&c.sendq)
		if w.at >= 0 {
			r.nativeResult(w.g.op.sel[w.at].native().Send, true)
			w.g.picked = w.at
		} else {
			r.nativeResult(c.vals.(interface{ popValue() reflect.Value }).popValue(), true)
		}
		s.rendezvous(c, g, w)
	case c.closed:
		g.acquire(c.closer)
	}
}

func (r *reflectedRecv) queue(w waiter) { r.c.recvq = append(r.c.recvq, w) }

func (r *reflectedRecv) woken(bool) {}

func (r *reflectedRecv) native() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectRecv, Chan: r.ch}
}

// nativeResult keeps a copy of v, which may be a variable of the sender's.
func (r *reflectedRecv) nativeResult(v reflect.Value, ok bool) {
	r.ok = ok
	if ok {
		r.v = copied(r.ch.Type().Elem(), v)
	}
}

// A reflectedSend sends v, a value of the type of the elements, to the channel ch.
type reflectedSend struct {
	ch, v reflect.Value
	c     *channel
}

func onReflectedSend(ch, v reflect.Value) *reflectedSend {
	return &reflectedSend{ch: ch, v: copied(ch.Type().Elem(), v)}
}

func (r *reflectedSend) channel() *channel { return r.c }

func (r *reflectedSend) open(s *Scheduler, g *G) {
	if !r.ch.IsNil() {
		r.c = s.reflectedChannel(g, r.ch)
	}
}

func (r *reflectedSend) sends() bool { return true }

func (r *reflectedSend) ready() bool {
	c := r.c
	return c != nil && (c.closed || c.cap > 0 && c.len() < c.cap || len(c.recvq) > 0)
}

func (r *reflectedSend) execute(s *Scheduler, g *G) {
	c := r.c
	switch {
	case c.closed:
		sendOnClosed()
	case c.cap > 0:
		g.exchange(c.slot(c.sent))
		c.sent++
		s.wrote(&c.header)
		if !r.ch.TrySend(r.v) {
			s.outOfControl(g.op.site, "code that is not instrumented sent to the channel")
		}
	default:
		w := c.dequeue(&c.recvq)
		if w.at >= 0 {
			w.g.op.sel[w.at].nativeResult(r.v, true)
			w.g.picked = w.at
		} else {
			c.vals.(interface{ pushValue(reflect.Value) }).pushValue(r.v)
		}
		s.rendezvous(c, g, w)
	}
}

func (r *reflectedSend) queue(w waiter) { r.c.sendq = append(r.c.sendq, w) }

func (r *reflectedSend) woken(closed bool) {
	if closed {
		sendOnClosed()
	}
}

func (r *reflectedSend) native() reflect.SelectCase {
	return reflect.SelectCase{Dir: reflect.SelectSend, Chan: r.ch, Send: r.v}
}

func (r *reflectedSend) nativeResult(reflect.Value, bool) {}

// sendOnClosed panics as a send does on a channel that has been closed. Were it package reflect that panics, the bug would be there.
func sendOnClosed() {
	c := make(chan struct{})
	close(c)
	c <- struct{}{}
}

// copied returns v as a value of type t, of which nobody else has the variable.
func copied(t reflect.Type, v reflect.Value) reflect.Value {
	x := reflect.New(t).Elem()
	x.Set(v)
	return x
}

// ReflectSend is reflect.Value.Send.
func ReflectSend[V reflected](site Site, v V, x reflect.Value) {
	ch := valueOf(v)
	if _, g := enter(); g == nil || !sendable(ch, x) {
		ch.Send(x)
		return
	}
	Select(site, false, onReflectedSend(ch, x))
}

// ReflectTrySend is reflect.Value.TrySend.
func ReflectTrySend[V reflected](site Site, v V, x reflect.Value) bool {
	ch := valueOf(v)
	if _, g := enter(); g == nil || !sendable(ch, x) {
		return ch.TrySend(x)
	}
	return Select(site, true, onReflectedSend(ch, x)) == 0
}

// ReflectRecv is reflect.Value.Recv.
func ReflectRecv[V reflected](site Site, v V) (reflect.Value, bool) {
	ch := valueOf(v)
	if _, g := enter(); g == nil || !communicates(ch, reflect.RecvDir) {
		return ch.Recv()
	}
	r := onReflectedRecv(ch)
	Select(site, false, r)
	return r.v, r.ok
}

// ReflectTryRecv is reflect.Value.TryRecv.
func ReflectTryRecv[V reflected](site Site, v V) (reflect.Value, bool) {
	ch := valueOf(v)
	if _, g := enter(); g == nil || !communicates(ch, reflect.RecvDir) {
		return ch.TryRecv()
	}
	r := onReflectedRecv(ch)
	if Select(site, true, r) < 0 {
		return reflect.Value{}, false
	}
	return r.v, r.ok
}

// ReflectClose is reflect.Value.Close.
func ReflectClose[V reflected](site Site, v V) {
	ch := valueOf(v)
	s, g := enter()
	switch {
	case g == nil || !communicates(ch, reflect.SendDir) || ch.IsNil():
		ch.Close()
	case !g.dying:
		c := s.reflectedChannel(g, ch)
		s.do(g, OpClose, site, c)
		if c.closed {
			closed := make(chan struct{})
			close(closed)
			close(closed) // panics, as sendOnClosed does
		}
		ch.Close()
		s.closed(g, c)
	}
}

// ReflectLen is reflect.Value.Len.
func ReflectLen[V reflected](site Site, v V) int {
	x := valueOf(v)
	if s, g := enter(); g != nil && !g.dying && x.Kind() == reflect.Chan && x.CanInterface() && x.Cap() > 0 {
		s.do(g, OpLen, site, s.reflectedChannel(g, x))
	}
	return x.Len()
}

// ReflectMakeChan is reflect.MakeChan.
func ReflectMakeChan(_ Site, t reflect.Type, size int) reflect.Value {
	v := reflect.MakeChan(t, size)
	if s, g := enter(); g != nil && !g.dying {
		s.addRegion(g, uintptr(v.UnsafePointer()), 1)
	}
	return v
}

// ReflectSeq is reflect.Value.Seq.
func ReflectSeq[V reflected](site Site, v V) iter.Seq[reflect.Value] {
	x := valueOf(v)
	_, g := enter()
	switch {
	case g == nil:
	case communicates(x, reflect.RecvDir):
		return func(yield func(reflect.Value) bool) {
			for {
				if e, ok := ReflectRecv(site, x); !ok || !yield(e) {
					return
				}
			}
		}
	default:
		noteReflectedOrder(site, x)
	}
	return x.Seq()
}

// ReflectSeq2 is reflect.Value.Seq2.
func ReflectSeq2[V reflected](site Site, v V) iter.Seq2[reflect.Value, reflect.Value] {
	x := valueOf(v)
	noteReflectedOrder(site, x)
	return x.Seq2()
}

// ReflectSelect is reflect.Select.
func ReflectSelect(site Site, cases []reflect.SelectCase) (chosen int, recv reflect.Value, recvOK bool) {
	if _, g := enter(); g == nil || !selectable(cases) {
		return reflect.Select(cases)
	}
	otherwise := -1
	var ours []Case
	var at []int // which of the cases each of ours is
	for i, c := range cases {
		switch {
		case c.Dir == reflect.SelectDefault:
			otherwise = i
			continue
		case !c.Chan.IsValid():
			continue // never ready
		case c.Dir == reflect.SelectSend:
			ours = append(ours, onReflectedSend(c.Chan, c.Send))
		default:
			ours = append(ours, onReflectedRecv(c.Chan))
		}
		at = append(at, i)
	}
	k := Select(site, otherwise >= 0, ours...)
	if k < 0 {
		return max(otherwise, 0), recv, false // without a default case the goroutine is about to end
	}
	if r, ok := ours[k].(*reflectedRecv); ok {
		recv, recvOK = r.v, r.ok
	}
	return at[k], recv, recvOK
}

// selectable reports whether reflect.Select accepts the cases.
func selectable(cases []reflect.SelectCase) bool {
	defaults := 0
	for _, c := range cases {
		ok := false
		switch c.Dir {
		case reflect.SelectDefault:
			defaults++
			ok = !c.Chan.IsValid() && !c.Send.IsValid()
		case reflect.SelectSend:
			ok = !c.Chan.IsValid() || sendable(c.Chan, c.Send)
		case reflect.SelectRecv:
			ok = !c.Send.IsValid() && (!c.Chan.IsValid() || communicates(c.Chan, reflect.RecvDir))
		}
		if !ok {
			return false
		}
	}
	return defaults < 2 && len(cases) <= 65536
}
