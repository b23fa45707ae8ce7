package rt

import (
	"reflect"
	"sync"
	"unsafe"
)

// A cond models a sync.Cond. As there, Wait queues up, unlocks, waits to be woken in the order of the queue, and locks.
type cond struct {
	header
	queue []*G
	// For messages: a signal that found nobody waiting.
	lost     bool
	lostSite Site
}

func (c *cond) enabled(*G) bool { return true }

func (c *cond) state(*G) (state, arg uint64) { return uint64(len(c.queue)), 0 }

// effect: a signal that nobody waits for does nothing.
func (c *cond) effect(g *G) Class {
	if g.op.kind != OpCondWait && len(c.queue) == 0 {
		return ClassRead
	}
	return ClassWrite
}

func (s *Scheduler) condOf(g *G, c *sync.Cond) *cond {
	if o, ok := s.objects.lookup(unsafe.Pointer(c)).(*cond); ok {
		return o
	}
	o := s.models.conds.get()
	*o = cond{header: s.newHeader(g, unsafe.Pointer(c), o.header), queue: o.queue[:0]}
	s.objects.insert(unsafe.Pointer(c), o)
	return o
}

// CondWait is c.Wait().
func CondWait(site Site, c *sync.Cond) {
	s, g := enter()
	switch {
	case g == nil:
		c.Wait()
	case !g.dying:
		o := s.condOf(g, c)
		s.do(g, OpCondWait, site, o)
		o.queue = append(o.queue, g)
		LockerUnlock(site, c.L)
		if o.waits(g) {
			g.op.kind, g.op.obj = OpCondWait, o
			s.wait(g)
		} else {
			g.from = g.signalled
		}
		LockerLock(site, c.L)
	}
}

// waits reports whether g has not been woken yet.
func (c *cond) waits(g *G) bool {
	for _, w := range c.queue {
		if w == g {
			return true
		}
	}
	return false
}

// CondSignal is c.Signal().
func CondSignal(site Site, c *sync.Cond) {
	s, g := enter()
	switch {
	case g == nil:
		c.Signal()
	case !g.dying:
		s.signal(g, OpCondSignal, site, c, 1)
	}
}

// CondBroadcast is c.Broadcast().
func CondBroadcast(site Site, c *sync.Cond) {
	s, g := enter()
	switch {
	case g == nil:
		c.Broadcast()
	case !g.dying:
		s.signal(g, OpCondBroadcast, site, c, int(^uint(0)>>1))
	}
}

// signal wakes up to n goroutines.
func (s *Scheduler) signal(g *G, kind Kind, site Site, c *sync.Cond, n int) {
	o := s.condOf(g, c)
	s.do(g, kind, site, o)
	if len(o.queue) == 0 {
		o.lost, o.lostSite = true, site
		return
	}
	g.release(&o.rel)
	for ; n > 0 && len(o.queue) > 0; n-- {
		w := o.queue[0]
		o.queue = append(o.queue[:0], o.queue[1:]...)
		w.acquire(o.rel)
		if w.state == waiting {
			s.wake(w)
		} else { // it has queued up but is about to unlock: it will not wait
			w.signalled = g.last
		}
	}
}

// rlockerType is the type of the values that RWMutex.RLocker returns, which has no name outside sync.
var rlockerType = reflect.TypeOf(new(sync.RWMutex).RLocker())

// LockerLock is l.Lock() for a value of an interface type.
func LockerLock(site Site, l sync.Locker) {
	switch m := l.(type) {
	case *sync.Mutex:
		Lock(site, m)
	case *sync.RWMutex:
		RWLock(site, m)
	default:
		if rw := rlocker(l); rw != nil {
			RLock(site, rw)
			return
		}
		l.Lock()
	}
}

// LockerUnlock is l.Unlock() for a value of an interface type.
func LockerUnlock(site Site, l sync.Locker) {
	switch m := l.(type) {
	case *sync.Mutex:
		Unlock(site, m)
	case *sync.RWMutex:
		RWUnlock(site, m)
	default:
		if rw := rlocker(l); rw != nil {
			RUnlock(site, rw)
			return
		}
		l.Unlock()
	}
}

// rlocker returns the RWMutex whose RLocker l is, nil if it is none.
func rlocker(l sync.Locker) *sync.RWMutex {
	if reflect.TypeOf(l) != rlockerType {
		return nil
	}
	return (*sync.RWMutex)(reflect.ValueOf(l).UnsafePointer())
}
