package rt

import (
	"sync"
	"testing"
	"testing/synctest"
	"unsafe"
)

// The time of an execution is virtual anyway, so a bubble of package synctest needs little of its own: it knows its
// goroutines, which synctest.Test waits for, its clock stands still between two timers, and synctest.Wait returns when
// nothing but the clock can go on. To the strategies that is a step of the clock without an advance: it comes after all
// there was and before all there will be.

// A bubble is that of one call of synctest.Test.
type bubble struct {
	members sync.WaitGroup // the goroutines started in it
}

// member counts a goroutine that is to run f.
func (b *bubble) member(site Site, f func()) func() {
	WaitGroupAdd(site, &b.members, 1)
	return func() {
		defer WaitGroupDone(site, &b.members)
		f()
	}
}

// SynctestTest is synctest.Test(t, f).
func SynctestTest(site Site, t *testing.T, f func(*testing.T)) {
	s, g := enter()
	switch {
	case g == nil:
		synctest.Test(t, f)
		return
	case g.dying:
		return
	}
	parent := s.subtests[t]
	if parent == nil {
		s.outOfControl(site, "synctest.Test of a T that was made outside control")
		synctest.Test(t, f)
		return
	}
	if s.bubbles++; s.bubbles > 1 {
		s.outOfControl(site, "two bubbles of synctest at a time have one clock")
	}
	child := &subtest{t: hooks.Inner(t), parent: parent, signal: make(chan bool, 1)}
	s.subtests[child.t] = child
	b := &bubble{}
	Go(site, func() {
		if _, g := enter(); g != nil {
			g.bubble = b
		}
		child.run(f)
	})
	Recv(site, child.signal)
	s.time.stopped = true // as it does once the function has returned
	WaitGroupWait(site, &b.members)
	s.time.stopped = false
	s.bubbles--
	if child.t.Failed() {
		t.FailNow()
	}
}

// SynctestWait is synctest.Wait().
func SynctestWait(site Site) {
	s, g := enter()
	switch {
	case g == nil:
		synctest.Wait()
	case g.dying:
	case g.bubble == nil:
		panic("goroutine is not in a bubble")
	default:
		t := s.newTimer(g, unsafe.Pointer(g), site)
		s.do(g, OpSleep, site, t)
		t.g = g
		s.time.settling = append(s.time.settling, t)
		s.wait(g)
	}
}

// settled returns the synctest.Wait that is to return next, now that nothing else can go on, if there is one. Timers that
// are due come first.
func (c *clock) settled() *timer {
	if !c.idle || len(c.settling) == 0 || len(c.pending) > 0 && c.due(c.pending[0]) {
		return nil
	}
	return c.settling[0]
}

// settle lets t's goroutine go on. What all others did happened before.
func (s *Scheduler) settle(t *timer) {
	s.time.settling = append(s.time.settling[:0], s.time.settling[1:]...)
	for _, h := range s.all {
		if h != t.g {
			h.releaseJoin(&t.rel)
		}
	}
	t.g.acquire(t.rel)
	s.wake(t.g)
}
