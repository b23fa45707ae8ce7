package rt

import (
	"cmp"
	"maps"
	"slices"
	"unsafe"
)

// An Observation says how a place in the program was seen to access memory, in all executions of an exploration together.
type Observation struct {
	Site  Site
	Write bool
	// Alone counts the accesses before a second goroutine came to the memory, Shared those from then on.
	Alone, Shared int
	Locks         []ObservedLock // that were held at some of the shared ones, in a fixed order
}

// An ObservedLock is a lock, or several that were taken at one place and lay equally far from what was accessed.
type ObservedLock struct {
	Site    Site    // where it was taken
	Offset  uintptr // from the memory that was accessed to the lock, modulo its size; of use where both are in one object
	Reading bool
	Count   int // shared accesses that it was held at
}

// observer collects observations. To whom memory belongs it forgets with every execution.
type observer struct {
	s     *Scheduler
	first map[unsafe.Pointer]*G // who alone has accessed the memory; nil for several
	seen  map[observed]*sight
}

type observed struct {
	site  Site
	write bool
}

type sight struct {
	alone, shared int
	locks         map[heldLock]int
}

type heldLock struct {
	site    Site
	offset  uintptr
	reading bool
}

func newObserver(s *Scheduler) *observer {
	return &observer{s: s, first: map[unsafe.Pointer]*G{}, seen: map[observed]*sight{}}
}

func (o *observer) reset() { clear(o.first) }

// note notes an access by g to the memory at p. As the scheduler lets one goroutine run at a time, what it finds is so.
func (o *observer) note(g *G, site Site, p unsafe.Pointer, write bool) {
	if g.initialises || o.s.confirming {
		return
	}
	at := o.seen[observed{site, write}]
	if at == nil {
		at = &sight{locks: map[heldLock]int{}}
		o.seen[observed{site, write}] = at
	}
	first, known := o.first[p]
	if !known {
		o.first[p], first = g.alone(), g.alone()
	}
	if first == g.alone() {
		at.alone++
		return
	}
	o.first[p] = nil
	at.shared++
	o.held(g, func(lock unsafe.Pointer, site Site, reading bool) {
		at.locks[heldLock{site, uintptr(lock) - uintptr(p), reading}]++
	})
}

// held visits the locks that g holds, each once.
func (o *observer) held(g *G, visit func(lock unsafe.Pointer, site Site, reading bool)) {
	m := &o.s.models
	for _, l := range m.mutexes.all[:m.mutexes.used] {
		if l.locked && l.owner == g {
			visit(l.addr, l.site, false)
		}
	}
	for _, l := range m.rwmutexes.all[:m.rwmutexes.used] {
		switch {
		case l.held && l.owner == g:
			visit(l.addr, l.site, false)
		case slices.Contains(l.reading, g):
			visit(l.addr, l.entry, true)
		}
	}
}

// list gives what was seen, in order of sites.
func (o *observer) list() []Observation {
	var all []Observation
	for key, at := range o.seen {
		out := Observation{Site: key.site, Write: key.write, Alone: at.alone, Shared: at.shared}
		for _, l := range slices.SortedFunc(maps.Keys(at.locks), compareLocks) {
			out.Locks = append(out.Locks, ObservedLock{l.site, l.offset, l.reading, at.locks[l]})
		}
		all = append(all, out)
	}
	slices.SortFunc(all, func(a, b Observation) int {
		if c := cmp.Compare(a.Site, b.Site); c != 0 || a.Write == b.Write {
			return c
		}
		if a.Write {
			return 1
		}
		return -1
	})
	return all
}

func compareLocks(a, b heldLock) int {
	if c := cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(a.offset, b.offset)); c != 0 || a.reading == b.reading {
		return c
	}
	if a.reading {
		return 1
	}
	return -1
}
