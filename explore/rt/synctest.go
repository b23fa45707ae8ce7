package rt

import (
	"runtime"
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
		s.outOfControl(site, "synctest.Test of a T that code outside control has made")
		synctest.Test(t, f)
		return
	}
	s.bubbled = true
	if s.bubbles++; s.bubbles > 1 {
		s.outOfControl(site, "two synctest bubbles that run at the same time share one clock")
	}
	child := &subtest{t: hooks.Inner(t), parent: parent, site: site, signal: make(chan bool, 1)}
	s.subtests[child.t] = child
	b := &bubble{}
	Go(site, func() {
		if _, g := enter(); g != nil {
			g.bubble = b
		}
		child.run(f)
	})
	goesOn := Recv(site, child.signal)
	s.time.stopped = true // as it does once the function has returned
	WaitGroupWait(site, &b.members)
	s.time.stopped = false
	s.bubbles--
	switch {
	case !goesOn:
		runtime.Goexit()
	case child.t.Failed():
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
		s.settleFor(g, site)
	}
}

// settleFor lets g go on once nothing but the clock can.
func (s *Scheduler) settleFor(g *G, site Site) {
	t := s.newTimer(g, unsafe.Pointer(g), site)
	g.op.after = forever
	s.do(g, OpSleep, site, t)
	t.g = g
	s.time.settling = append(s.time.settling, t)
	s.wait(g)
}

// settled returns the synctest.Wait that is to return next, now that nothing else can go on, if there is one. Timers that
// are due come first.
func (c *clock) settled() *timer {
	if !c.idle || len(c.settling) == 0 || c.dueNow() {
		return nil
	}
	return c.settling[0]
}

// settle lets t's goroutine go on. What all others did happened before.
func (s *Scheduler) settle(t *timer) {
	s.time.settling = append(s.time.settling[:0], s.time.settling[1:]...)
	s.time.steps++
	for _, h := range s.all {
		if h != t.g {
			h.releaseJoin(&t.rel)
		}
	}
	t.g.acquire(t.rel)
	s.wake(t.g)
}

// A goroutine that waits at a buffered channel is, in the model, one that has not yet come there: others may be faster. In a
// bubble that ends with the next step of the clock, which shows that it has come.

// overtakes reports whether g, by what it does next, is faster at a buffered channel than one that has waited there since
// before a step of the clock which g has seen. No execution of a bubble is like that.
func (s *Scheduler) overtakes(g *G) bool {
	c, ok := g.op.obj.(*channel)
	if !ok || c.cap == 0 || g.op.kind != OpSend && g.op.kind != OpRecv {
		return false
	}
	for _, h := range s.live {
		if h != g && h.bubble != nil && h.state == published && h.since < g.since && h.waitsLike(g, c) {
			return true
		}
	}
	return false
}

// waitsLike reports whether h waits to do at c what g does there.
func (h *G) waitsLike(g *G, c *channel) bool {
	if h.op.obj == object(c) {
		return h.op.kind == g.op.kind
	}
	for _, k := range h.op.sel {
		if k.channel() == c && k.sends() == (g.op.kind == OpSend) {
			return true
		}
	}
	return false
}
