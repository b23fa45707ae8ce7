package rt

import (
	"sync"
	"unsafe"
)

// A mutex models a sync.Mutex: it has an owner only for messages, as any goroutine may unlock it.
type mutex struct {
	header
	locked bool
	owner  *G // who locked it
	site   Site
}

// Acquisitions are ordered among each other; Unlock enables Lock. What TryLock finds depends on all but other failures.
var mutexRules = append(both(
	[2]Class{ClassLock, ClassLock}, [2]Class{ClassLock, ClassTry}, [2]Class{ClassLock, ClassTryFail},
	[2]Class{ClassTry, ClassTry}, [2]Class{ClassTry, ClassTryFail},
	[2]Class{ClassUnlock, ClassTry}, [2]Class{ClassUnlock, ClassTryFail},
	[2]Class{ClassUnlock, ClassUnlock},
	[2]Class{ClassMisuse, ClassLock}, [2]Class{ClassMisuse, ClassTry}, [2]Class{ClassMisuse, ClassUnlock},
),
	rule{ClassUnlock, ClassLock, Enables},
	rule{ClassLock, ClassUnlock, Enables},
)

func (m *mutex) enabled(g *G) bool { return g.op.kind != OpLock || !m.locked }

func (m *mutex) state(*G) (state, arg uint64) {
	if m.locked {
		return 1, 0
	}
	return 0, 0
}

func (m *mutex) effect(g *G) Class {
	switch {
	case g.op.kind == OpLock:
		return ClassLock
	case g.op.kind == OpUnlock:
		return either(m.locked, ClassUnlock, ClassMisuse)
	case m.locked:
		return ClassTryFail
	}
	return ClassTry
}

// mutexOf returns the model of m. One that instrumented code has not touched before is as it is found.
func (s *Scheduler) mutexOf(g *G, m *sync.Mutex) *mutex {
	if o, ok := s.objects.lookup(unsafe.Pointer(m)).(*mutex); ok {
		return o
	}
	o := s.models.mutexes.get()
	*o = mutex{header: s.newHeader(g, unsafe.Pointer(m), o.header)}
	if m.TryLock() {
		m.Unlock()
	} else {
		o.locked = true
	}
	s.objects.insert(unsafe.Pointer(m), o)
	return o
}

// Lock is m.Lock().
func Lock(site Site, m *sync.Mutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.Lock()
	case !g.dying:
		o := s.mutexOf(g, m)
		s.do(g, OpLock, site, o)
		o.acquired(s, g, m.TryLock())
	}
}

// acquired notes that g locked the mutex; real says whether the real one could be locked, too.
func (o *mutex) acquired(s *Scheduler, g *G, real bool) {
	s.lockedAlike(g, real)
	o.locked, o.owner, o.site = true, g, g.op.site
	g.acquire(o.rel)
}

// TryLock is m.TryLock().
func TryLock(site Site, m *sync.Mutex) bool {
	s, g := enter()
	switch {
	case g == nil:
		return m.TryLock()
	case g.dying:
		return false
	}
	o := s.mutexOf(g, m)
	s.do(g, OpTryLock, site, o)
	if o.locked {
		return false
	}
	o.acquired(s, g, m.TryLock())
	return true
}

// lockedAlike records a loss of control if the model of a lock lets g lock it, and the real one, as real says, does not.
func (s *Scheduler) lockedAlike(g *G, real bool) {
	if !real {
		s.outOfControl(g.op.site, "code that is not instrumented locked the mutex")
	}
}

// Unlock is m.Unlock().
func Unlock(site Site, m *sync.Mutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.Unlock()
	case !g.dying:
		o := s.mutexOf(g, m)
		s.do(g, OpUnlock, site, o)
		if !o.locked {
			s.fatal(g, "sync: unlock of unlocked mutex")
		}
		o.locked, o.owner = false, nil
		m.Unlock()
		g.release(&o.rel)
	}
}
