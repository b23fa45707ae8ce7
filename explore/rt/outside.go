package rt

import (
	"reflect"
	"sync"
	"time"
)

// What code does that is not instrumented the scheduler does not see: it may close a channel, send to it, unlock a
// mutex, on a goroutine under control or on one of its own. Before goroutines are said to be blocked, the objects that
// they wait for are looked at.

// outsideWait bounds how long the scheduler waits for goroutines that are not under control, in milliseconds.
const outsideWait = 200

// lookOutside reports whether something has happened that a goroutine waits for. If there are goroutines that are not
// under control, or timers, it gives them time.
func (s *Scheduler) lookOutside() bool {
	if len(s.live) == 0 {
		return false
	}
	for range outsideWait {
		if s.changedOutside() {
			return true
		}
		if s.mainOver || !s.waitsForRealTime() && !s.foreignGs.grew(s.coroutines.all) && len(s.foreignGs.uncontrolled()) == 0 {
			return false
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

// waitsForRealTime reports whether a goroutine waits for a timer of code that is not instrumented.
func (s *Scheduler) waitsForRealTime() bool {
	real := func(c *channel) bool {
		_, timer := c.ch.(<-chan time.Time)
		return timer && !c.known
	}
	for _, g := range s.live {
		if c, ok := g.op.obj.(*channel); ok && real(c) {
			return true
		}
		for _, k := range g.op.sel {
			if c := k.channel(); c != nil && real(c) {
				return true
			}
		}
	}
	return false
}

// changedOutside brings the models of objects that goroutines wait for up to date.
func (s *Scheduler) changedOutside() bool {
	changed := false
	for i := 0; i < len(s.live); i++ {
		g := s.live[i]
		switch o := g.op.obj.(type) {
		case *channel:
			changed = s.updateChannel(g, o) || changed
		case *mutex:
			if m := (*sync.Mutex)(o.addr); o.locked && o.owner == nil && m.TryLock() {
				m.Unlock()
				o.locked = false
				changed = true
			}
		}
		for _, c := range g.op.sel {
			if m := c.channel(); m != nil {
				changed = s.updateChannel(g, m) || changed
			}
		}
	}
	return changed
}

// updateChannel looks at the channel that g waits for.
func (s *Scheduler) updateChannel(g *G, c *channel) bool {
	n := reflect.ValueOf(c.ch).Len()
	if c.cap > 0 && n != c.len() {
		c.sent = c.rcvd + int32(n)
		s.outOfControl(g.op.site, "code that is not instrumented used the channel")
		return true
	}
	return !c.closed && n == 0 && s.tryOutside(c)
}

// tryOutside tries to receive from the real channel, which is empty as far as the model knows: it has been closed, or is
// sent to, by code that is not instrumented.
func (s *Scheduler) tryOutside(c *channel) bool {
	v := reflect.ValueOf(c.ch)
	if v.Type().ChanDir()&reflect.RecvDir == 0 {
		return false
	}
	x, ok := v.TryRecv()
	switch {
	case !x.IsValid():
		return false
	case !ok:
		s.wakeAll(c)
		return true
	}
	s.outOfControl(0, "code that is not instrumented sent to a channel")
	pushed, ok := c.vals.(interface{ pushValue(reflect.Value) })
	if !ok {
		return false // nobody under control has received here
	}
	if len(c.recvq) == 0 {
		pushed.pushValue(x)
		c.sendq = append(c.sendq, waiter{nil, -1})
		return true
	}
	w := c.dequeue(&c.recvq)
	w.g.closed, w.g.picked = false, w.at
	if w.at >= 0 {
		w.g.op.sel[w.at].nativeResult(x, true)
	} else {
		pushed.pushValue(x)
	}
	s.wake(w.g)
	return true
}
