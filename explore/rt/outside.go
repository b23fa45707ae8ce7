package rt

import (
	"reflect"
	"runtime"
	"sync"
	"time"
)

// What code does that is not instrumented the scheduler does not see: it may close a channel, send to it, unlock a
// mutex, on a goroutine under control or on one of its own. Before goroutines are said to be blocked, the objects that
// they wait for are looked at.

// outsideWait bounds how long the scheduler waits for goroutines that are not under control, in milliseconds.
const outsideWait = 200

// lookOutside reports whether something has happened that a goroutine waits for. If there are goroutines that are not
// under control it gives them time.
func (s *Scheduler) lookOutside() bool {
	if len(s.live) == 0 {
		return false
	}
	for range outsideWait {
		if s.changedOutside() {
			return true
		}
		if s.mainOver || runtime.NumGoroutine() <= s.others+s.crew.all {
			return false
		}
		time.Sleep(time.Millisecond)
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
	v := reflect.ValueOf(c.ch)
	n := v.Len()
	if c.cap > 0 && n != c.len() {
		c.sent = c.rcvd + int32(n)
		s.outOfControl(g.op.site, "the channel was used by code that is not instrumented")
		return true
	}
	if c.closed || n > 0 || !closedNatively(c.ch) {
		return false
	}
	s.wakeAll(c)
	return true
}
