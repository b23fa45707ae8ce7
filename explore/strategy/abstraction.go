package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Slice is what static analysis knows of the operations of a test. A site that it does not mention is in no slice, and no
// lock there has a critical section that may be taken as one step.
type Slice struct {
	Roots []rt.Site             // on which essential statements depend
	Needs map[rt.Site][]rt.Site // on what else they depend if they depend on a site that is not among the roots
	Leaf  []rt.Site             // locks, not among the roots, whose critical sections wait for nothing and call nothing that is unknown
	Wide  []rt.Site             // accesses to more than one variable
}

// A Parts says which parts of the reduction are switched on.
type Parts struct{ Slice, Peek, Prune bool }

// AllParts are all of them.
var AllParts = Parts{true, true, true}

// A set is a set of small numbers.
type set []uint64

func (s set) has(i int32) bool { return int(i/64) < len(s) && s[i/64]>>(i%64)&1 != 0 }

// add adds i and reports whether it is new.
func (s *set) add(i int32) bool {
	for len(*s) <= int(i/64) {
		*s = append(*s, 0)
	}
	old := (*s)[i/64]
	(*s)[i/64] |= 1 << (i % 64)
	return old != (*s)[i/64]
}

func setOf[T ~uint32](list []T) (s set) {
	for _, i := range list {
		s.add(int32(i))
	}
	return s
}

// An abstraction says what of an execution the search sees. It begins with optimistic assumptions: that no memory matters on which no
// essential statement is known to depend, that a critical section can be taken as one step, that a write is overwritten
// before anyone looks. Each execution may refute some; then the search begins anew. An abstraction that all executions of a
// search bear out is one that the program has: the first step of an execution that would not can be taken in one that the
// search has run (docs/reduction.md).
type abstraction struct {
	parts Parts
	slice *Slice
	plain bool // nothing is left out, as in dpor

	leaf, wide set // of the slice, by site

	sites   set            // on which essential statements depend, by site
	exposed set            // mutexes whose critical sections are not one step, by object
	loose   bool           // one of them has another number in other executions: so may all that have
	dead    map[write]bool // writes that nobody sees
	pruned  []rt.ObjID     // what they write to
	settled bool           // which writes are dead has been decided
}

// A write is the nth one of a goroutine to an object.
type write struct {
	g   rt.GID
	obj rt.ObjID
	nth int32
}

func newAbstraction(s *Slice, parts Parts) abstraction {
	a := abstraction{parts: parts, slice: s, dead: map[write]bool{}}
	a.sites, a.leaf, a.wide = setOf(s.Roots), setOf(s.Leaf), setOf(s.Wide)
	if !parts.Peek {
		a.includeLocks()
	}
	return a
}

// includeLocks adds all that lock and what that depends on: whether a mutex is locked matters, and which of the statements
// may lock this one is not known.
func (a *abstraction) includeLocks() {
	for _, site := range a.slice.Leaf {
		a.include(site)
	}
}

// surrender makes a leave nothing out.
func (a *abstraction) surrender() { a.plain, a.dead, a.pruned = true, nil, nil }

// accesses has the kinds of operations that only access a word of memory, and how.
var accesses = map[rt.Kind]access{
	rt.OpRead: reads, rt.OpLoad: reads,
	rt.OpWrite: writes, rt.OpStore: writes,
	rt.OpSwap: reads | writes, rt.OpAdd: reads | writes, rt.OpAddOnly: reads | writes, rt.OpCAS: reads | writes,
}

// An access is what an operation does to memory: nothing if it is not one that only accesses memory.
type access uint8

const (
	reads access = 1 << iota
	writes
)

// accessOf is accesses as an array: it is looked up for every operation.
var accessOf = func() (t [256]access) {
	for k, a := range accesses {
		t[k] = a
	}
	return t
}()

// hides reports whether the search does not see operations of a kind at a site.
func (a *abstraction) hides(kind rt.Kind, site rt.Site) bool {
	return a.parts.Slice && !a.plain && accessOf[kind] != 0 && !a.sites.has(int32(site))
}

// collapses reports whether e locks a mutex whose critical sections are taken as one step.
func (a *abstraction) collapses(x *rt.Execution, e *rt.Event) bool {
	return a.parts.Peek && !a.plain && e.Kind == rt.OpLock && a.leaf.has(int32(e.Site)) && !a.exposed.has(int32(e.Obj)) &&
		!(a.loose && x.Loose(e.Obj))
}

// expose makes the critical sections of a mutex more than one step. It reports whether they were one.
func (a *abstraction) expose(x *rt.Execution, mutex rt.ObjID) bool {
	if !a.parts.Peek || a.plain || mutex == rt.NoObj || !a.exposed.add(int32(mutex)) {
		return false
	}
	a.loose = a.loose || x.Loose(mutex)
	a.includeLocks()
	return true
}

// include adds a site on which essential statements depend, and what that depends on. It reports whether it is new.
func (a *abstraction) include(site rt.Site) bool {
	if !a.sites.add(int32(site)) {
		return false
	}
	for _, s := range a.slice.Needs[site] {
		a.sites.add(int32(s))
	}
	return true
}

// widen adds to the slice what x shows of aliases: the paper's algorithm 3. If one statement of the slice reads an
// object, those that write it are part of the slice. (In the paper those that read it are, too; what they read decides on
// nothing. On the other hand it adds the statements alone. What they depend on may be up to a schedule, and is needed.)
func (a *abstraction) widen(x *rt.Execution) (wider bool) {
	if !a.parts.Slice || a.plain || !a.outside(x) {
		return false
	}
	for again := true; again; {
		again = false
		var seen set // objects that the slice reads
		for i := range x.Events {
			e := &x.Events[i]
			kind := accessOf[e.Kind]
			if kind == writes || kind != 0 && !a.sites.has(int32(e.Site)) {
				continue
			}
			for k := range x.PartCount(e) {
				if p := x.Part(e, k); p.Obj != rt.NoObj {
					seen.add(int32(p.Obj))
				}
			}
		}
		for i := range x.Events {
			if e := &x.Events[i]; accessOf[e.Kind]&writes != 0 && e.Obj != rt.NoObj && seen.has(int32(e.Obj)) {
				again = a.include(e.Site) || again
			}
		}
		wider = wider || again
	}
	return wider
}

// outside reports whether some access is at a place outside the slice.
func (a *abstraction) outside(x *rt.Execution) bool {
	for i := range x.Events {
		if e := &x.Events[i]; accessOf[e.Kind] != 0 && !a.sites.has(int32(e.Site)) {
			return true
		}
	}
	return false
}

// uncover exposes the mutexes that x shows to be more than the guards of critical sections: locked where it is not known
// what comes next, tried, waited with, unlocked by others.
func (a *abstraction) uncover(x *rt.Execution) (changed bool) {
	for i := range x.Events {
		e := &x.Events[i]
		switch {
		case e.Kind == rt.OpTryLock, e.Kind == rt.OpLock && !a.leaf.has(int32(e.Site)), e.Class == rt.ClassMisuse:
			changed = a.expose(x, e.Obj) || changed
		}
	}
	for i := range x.Pending {
		if e := &x.Pending[i]; e.Kind == rt.OpLock && x.Outcome != rt.Failed {
			changed = a.expose(x, e.Obj) || changed
		}
	}
	return changed
}

// revive makes all writes to an object what they are to dpor.
func (a *abstraction) revive(obj rt.ObjID) {
	for w := range a.dead {
		if w.obj == obj {
			delete(a.dead, w)
		}
	}
	a.pruned = slices.DeleteFunc(a.pruned, func(o rt.ObjID) bool { return o == obj })
}
