package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// Write-write pruning (Kusano and Wang, theorem 3): the order of two writes matters only to someone who reads the variable
// after both. Where no read of a variable can come before or after a write of it as the schedule wants, all that is seen of
// the writes is which of them came last, and that can only be one that no other write follows in any case. The others are
// dead.
//
// The paper asks that the readers are not co-enabled with the writers. Here it is a matter of the happens-before order
// without what the variable itself adds to it: each read must be ordered with each write.

// scales weigh the writes of an execution.
type scales struct {
	order order
	list  []touched
}

// touched is what an event of a view did to an object.
type touched struct {
	at     int32 // the event
	reads  bool
	writes []write // the last one last
}

// maxTouched bounds how many events with an object are compared with each other.
const maxTouched = 256

// weigh decides, once, which writes are dead, and takes it back when an execution shows otherwise. It reports whether
// anything has changed.
func (s *scales) weigh(v *view, x *rt.Execution, d *DPOR) (changed bool) {
	a := v.abstraction
	switch {
	case !a.parts.Prune || a.plain || x.Outcome == rt.Redundant:
		return false
	case a.settled:
		for _, obj := range slices.Clone(a.pruned) {
			if dead, ok := s.dead(v, x, obj); !ok || !buried(a, dead, s.list) {
				a.revive(obj)
				changed = true
			}
		}
		return changed
	}
	a.settled = true
	for _, obj := range contested(v, d) {
		dead, ok := s.dead(v, x, obj)
		if !ok || len(dead) == 0 {
			continue
		}
		a.pruned = append(a.pruned, obj)
		for _, w := range dead {
			a.dead[w] = true
		}
		changed = true
	}
	return changed
}

// buried reports whether the writes that are taken to be dead are among those given.
func buried(a *abstraction, dead []write, list []touched) bool {
	for _, t := range list {
		for _, w := range t.writes {
			if a.dead[w] && !slices.Contains(dead, w) {
				return false
			}
		}
	}
	return true
}

// contested lists the objects that two goroutines write in an order that could be another, and that are known by the same
// number in every execution.
func contested(v *view, d *DPOR) (list []rt.ObjID) {
	for k := range d.races.list {
		c := &d.races.list[k]
		a, b := &v.Events[c.first], eventOf(&v.Execution, c.second)
		for i := range v.PartCount(a) {
			for j := range v.PartCount(b) {
				p, q := v.Part(a, i), v.Part(b, j)
				if p.Obj == q.Obj && p.Class == rt.ClassWrite && q.Class == rt.ClassWrite && !v.Loose(p.Obj) && !slices.Contains(list, p.Obj) {
					list = append(list, p.Obj)
				}
			}
		}
	}
	return list
}

// dead lists the writes to an object that nobody can see. It reports false if a read can come before or after a write.
func (s *scales) dead(v *view, x *rt.Execution, obj rt.ObjID) (dead []write, ok bool) {
	if !s.collect(v, x, obj) {
		return nil, false
	}
	s.order.truncate(0)
	s.order.except = &obj
	s.order.all(&v.Execution)
	var live []write
	for i := range s.list {
		r := &s.list[i]
		if !r.reads {
			continue
		}
		for k := range s.list {
			w := &s.list[k]
			if k == i || len(w.writes) == 0 {
				continue
			}
			if !s.order.precedes(w.at, r.at) && !s.order.precedes(r.at, w.at) {
				return nil, false
			}
			if s.order.precedes(w.at, r.at) && !s.overwritten(w, r) {
				live = append(live, w.writes[len(w.writes)-1])
			}
		}
	}
	for _, t := range s.list {
		for _, w := range t.writes {
			if !slices.Contains(live, w) {
				dead = append(dead, w)
			}
		}
	}
	return dead, true
}

// overwritten reports whether another write follows w and comes before r in any case.
func (s *scales) overwritten(w, r *touched) bool {
	for i := range s.list {
		u := &s.list[i]
		if u != w && u != r && len(u.writes) > 0 && s.order.precedes(w.at, u.at) && s.order.precedes(u.at, r.at) {
			return true
		}
	}
	return false
}

// collect lists what events did to an object. It reports false if that is not just to read and to write.
func (s *scales) collect(v *view, x *rt.Execution, obj rt.ObjID) bool {
	s.list = s.list[:0]
	counts := map[rt.GID]int32{}
	for i := range x.Events[:len(v.place)] {
		e := &x.Events[i]
		kind := accessOf[e.Kind]
		if !touches(x, e, obj) || v.hides(e.Kind, e.Site) {
			continue
		}
		if kind == 0 {
			if e.Kind != rt.OpAwait {
				return false
			}
			kind = reads
		}
		at := v.place[i]
		if n := len(s.list); n == 0 || s.list[n-1].at != at {
			if n == maxTouched {
				return false
			}
			s.list = append(s.list, touched{at: at})
		}
		t := &s.list[len(s.list)-1]
		t.reads = t.reads || kind&reads != 0
		if kind&writes != 0 {
			counts[e.G]++
			t.writes = append(t.writes, write{e.G, obj, counts[e.G]})
		}
	}
	return true
}

func touches(x *rt.Execution, e *rt.Event, obj rt.ObjID) bool {
	for k := range x.PartCount(e) {
		if x.Part(e, k).Obj == obj {
			return true
		}
	}
	return false
}
