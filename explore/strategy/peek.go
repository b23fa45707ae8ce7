package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Critical-section peeking (Kusano and Wang, section 5.1): two critical sections of a mutex depend on each other only if
// what they access does, or if there is another lock operation in one of them.
//
// The paper makes the lock operations independent then. But what excludes each other cannot be interleaved as independent
// operations can. So a section is one event here, of all that it accesses; this is right as long as nothing can come in its
// middle (Lipton, "Reduction", CACM 1975: the lock is a right mover, the unlock a left mover, and the accesses are both if
// all who access the same memory at the same time hold the mutex). If one section of a mutex is not like that, none is.

// interrupted exposes the mutexes of critical sections that race with something that is not one of the same mutex: that
// could come in the middle.
func (p *Pred) interrupted(x *rt.Execution, d *DPOR) (changed bool) {
	v := &p.view
	if !v.sections {
		return false
	}
	for k := range d.races.list {
		c := &d.races.list[k]
		e := eventOf(&v.Execution, c.second)
		a, b := v.lockOf(x, &v.Events[c.first], c.first), v.lockOf(x, e, c.second)
		if a != b {
			changed = p.abs.expose(x, a) || changed
			changed = p.abs.expose(x, b) || changed
		}
	}
	return changed
}

// A contact is what an event of the view does to an object.
type contact struct {
	at     int32
	lock   rt.ObjID // the mutex, if it is a critical section
	access rt.Class
}

// strangers exposes mutexes as interrupted does, for pairs of events that do not race yet, as another access comes between
// them, but will once that is elsewhere. Interrupted would find them then; to know it from the first execution on saves
// those that come before.
func (p *Pred) strangers(x *rt.Execution) (changed bool) {
	if !p.abs.parts.Peek || p.abs.plain {
		return false
	}
	for obj, list := range p.contacts(x) {
		if !mixed(list) {
			continue
		}
		object := rt.ObjID(obj)
		p.order.truncate(0)
		p.order.except = &object
		p.order.all(&p.view.Execution)
		for k, b := range list {
			for _, a := range list[:k] {
				if a.lock != b.lock && dependent(rt.RelationOn(&p.view.Events[a.at], a.access, &p.view.Events[b.at], b.access)) && !p.order.precedes(a.at, b.at) {
					changed = p.abs.expose(x, a.lock) || changed
					changed = p.abs.expose(x, b.lock) || changed
				}
			}
		}
	}
	return changed
}

// contacts lists what events do to objects, by object, as far as the objects are not touched too often to compare.
func (p *Pred) contacts(x *rt.Execution) [][]contact {
	v := &p.view
	var out [][]contact
	for i := range v.Events {
		e := &v.Events[i]
		for k := range v.PartCount(e) {
			part := v.Part(e, k)
			if part.Obj == rt.NoObj {
				continue
			}
			for len(out) <= int(part.Obj) {
				out = append(out, nil)
			}
			if len(out[part.Obj]) < maxTouched {
				out[part.Obj] = append(out[part.Obj], contact{int32(i), v.lockOf(x, e, int32(i)), part.Class})
			}
		}
	}
	return out
}

// mixed reports whether some but not all contacts are critical sections of one mutex.
func mixed(list []contact) bool {
	for _, c := range list {
		if c.lock != list[0].lock {
			return true
		}
	}
	return false
}
