package rt

import (
	"slices"
	"sync"
	"unsafe"
)

// An rwmutex models a sync.RWMutex. As there, Lock has two steps: the first bars other writers and new readers, the
// second waits for the readers that there are. So a goroutine that takes a second read lock while a writer waits is
// stuck.
type rwmutex struct {
	header
	barred  bool // a writer holds the lock or waits for readers
	held    bool // a writer holds it
	readers int
	reading []*G // who they are, as far as those unlock who locked
	owner   *G
	site    Site
	entry   Site   // where the last reader came in
	readRel vclock // released by readers, for the next writer; rel is released by writers
}

// A reader's arrival and a writer's depend on each other, and so do writers' arrivals; a reader that leaves enables the
// writer that waits, and does not mind whether it waits already.
var rwmutexRules = append(both(
	[2]Class{ClassRWLock, ClassRWLock}, [2]Class{ClassRWLock, ClassRLock},
	[2]Class{ClassRWLock, ClassRWTry}, [2]Class{ClassRWLock, ClassRWTryFail},
	[2]Class{ClassRLock, ClassRWTry}, [2]Class{ClassRLock, ClassRWTryFail},
	[2]Class{ClassRUnlock, ClassRWTry}, [2]Class{ClassRUnlock, ClassRWTryFail},
	[2]Class{ClassRWUnlock, ClassRWTry}, [2]Class{ClassRWUnlock, ClassRWTryFail},
	[2]Class{ClassRWTry, ClassRWTry}, [2]Class{ClassRWTry, ClassRWTryFail},
	[2]Class{ClassRWUnlock, ClassRWUnlock},
	[2]Class{ClassRWMisuse, ClassRWAcquire}, [2]Class{ClassRWMisuse, ClassRWTry}, [2]Class{ClassRWMisuse, ClassRWUnlock},
	[2]Class{ClassRMisuse, ClassRLock}, [2]Class{ClassRMisuse, ClassRUnlock},
),
	rule{ClassRUnlock, ClassRWAcquire, Enables},
	rule{ClassRWUnlock, ClassRWLock, Enables},
	rule{ClassRWUnlock, ClassRLock, Enables},
	rule{ClassRWAcquire, ClassRWUnlock, Enables},
	rule{ClassRLock, ClassRUnlock, Supplies},
)

func (m *rwmutex) enabled(g *G) bool {
	switch g.op.kind {
	case OpRWLock, OpRLock:
		return !m.barred
	case OpRWAcquire:
		return m.readers == 0
	}
	return true
}

func (m *rwmutex) state(*G) (state, arg uint64) {
	state = uint64(m.readers)
	if m.barred {
		state |= rwBarred
	}
	if m.held {
		state |= rwHeld
	}
	return state, 0
}

func (m *rwmutex) effect(g *G) Class {
	switch g.op.kind {
	case OpRWLock:
		return ClassRWLock
	case OpRWAcquire:
		return ClassRWAcquire
	case OpRWUnlock:
		return either(m.held, ClassRWUnlock, ClassRWMisuse)
	case OpRLock:
		return ClassRLock
	case OpRUnlock:
		return either(m.readers > 0, ClassRUnlock, ClassRMisuse)
	case OpTryRLock:
		if m.barred {
			return ClassRWTryFail
		}
		return ClassRLock
	}
	if m.barred || m.readers > 0 {
		return ClassRWTryFail
	}
	return ClassRWTry
}

func (s *Scheduler) rwmutexOf(g *G, m *sync.RWMutex) *rwmutex {
	if o, ok := s.objects.lookup(unsafe.Pointer(m)).(*rwmutex); ok {
		return o
	}
	o := s.models.rwmutexes.get()
	*o = rwmutex{header: s.newHeader(g, unsafe.Pointer(m), o.header), readRel: o.readRel[:0], reading: o.reading[:0]}
	switch {
	case m.TryLock():
		m.Unlock()
	case m.TryRLock():
		m.RUnlock()
		o.readers = 1
	default:
		o.barred, o.held = true, true
	}
	s.objects.insert(unsafe.Pointer(m), o)
	return o
}

// RWLock is m.Lock().
func RWLock(site Site, m *sync.RWMutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.Lock()
	case !g.dying:
		o := s.rwmutexOf(g, m)
		s.do(g, OpRWLock, site, o)
		o.barred, o.owner, o.site = true, g, site
		s.do(g, OpRWAcquire, site, o)
		o.acquired(s, g, m.TryLock())
	}
}

// acquired notes that g holds the lock as a writer.
func (o *rwmutex) acquired(s *Scheduler, g *G, real bool) {
	s.lockedAlike(g, real)
	o.barred, o.held, o.owner, o.site = true, true, g, g.op.site
	g.acquire(o.rel)
	g.acquire(o.readRel)
}

// RWTryLock is m.TryLock().
func RWTryLock(site Site, m *sync.RWMutex) bool {
	s, g := enter()
	switch {
	case g == nil:
		return m.TryLock()
	case g.dying:
		return false
	}
	o := s.rwmutexOf(g, m)
	s.do(g, OpRWTryLock, site, o)
	if o.barred || o.readers > 0 {
		return false
	}
	o.acquired(s, g, m.TryLock())
	return true
}

// RWUnlock is m.Unlock().
func RWUnlock(site Site, m *sync.RWMutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.Unlock()
	case !g.dying:
		o := s.rwmutexOf(g, m)
		s.do(g, OpRWUnlock, site, o)
		if !o.held {
			s.fatal(g, "sync: Unlock of unlocked RWMutex")
		}
		o.barred, o.held, o.owner = false, false, nil
		m.Unlock()
		g.release(&o.rel)
	}
}

// RLock is m.RLock().
func RLock(site Site, m *sync.RWMutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.RLock()
	case !g.dying:
		o := s.rwmutexOf(g, m)
		s.do(g, OpRLock, site, o)
		o.entered(s, g, m.TryRLock())
	}
}

// entered notes that g holds the lock as a reader.
func (o *rwmutex) entered(s *Scheduler, g *G, real bool) {
	s.lockedAlike(g, real)
	o.readers++
	o.reading = append(o.reading, g)
	o.entry = g.op.site
	g.acquire(o.rel)
}

// leave takes g, or else whoever came last, from the readers.
func (o *rwmutex) leave(g *G) {
	at := len(o.reading) - 1
	for i, r := range o.reading {
		if r == g {
			at = i
		}
	}
	if at >= 0 {
		o.reading = append(o.reading[:at], o.reading[at+1:]...)
	}
}

// holder returns one that must act before g, which waits for the lock, gets it: g itself if it is among the readers that it
// waits for, else the one of them with the least number, in whatever order they came. It returns nil if none is known.
func (o *rwmutex) holder(g *G) *G {
	switch {
	case g.op.kind != OpRWAcquire:
		return o.owner
	case slices.Contains(o.reading, g):
		return g
	case len(o.reading) == 0:
		return nil
	}
	return slices.MinFunc(o.reading, byID)
}

// TryRLock is m.TryRLock().
func TryRLock(site Site, m *sync.RWMutex) bool {
	s, g := enter()
	switch {
	case g == nil:
		return m.TryRLock()
	case g.dying:
		return false
	}
	o := s.rwmutexOf(g, m)
	s.do(g, OpTryRLock, site, o)
	if o.barred {
		return false
	}
	o.entered(s, g, m.TryRLock())
	return true
}

// RUnlock is m.RUnlock().
func RUnlock(site Site, m *sync.RWMutex) {
	s, g := enter()
	switch {
	case g == nil:
		m.RUnlock()
	case !g.dying:
		o := s.rwmutexOf(g, m)
		s.do(g, OpRUnlock, site, o)
		if o.readers == 0 {
			s.fatal(g, "sync: RUnlock of unlocked RWMutex")
		}
		o.readers--
		o.leave(g)
		m.RUnlock()
		g.releaseJoin(&o.readRel)
	}
}
