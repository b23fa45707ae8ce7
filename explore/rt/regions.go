package rt

import "unsafe"

// A guarded variable owns the plain objects that it leads to, and the slices and maps in these. Whenever a place is read or assigned that
// leads to such a thing, what holds it is noted: the variable itself, or a place in what is noted already. Whether a variable
// owns an object is asked at an access to the object. It does if the places from the variable to the object still hold what
// they held. So what was taken out is nobody's, and what was never reached by way of the variable is not looked at.
//
// A type of which no object is written while a guard owns it is immutable: anybody may read its objects. So reading needs the guard
// only once some object of the type has been written, and one of each type on the way.

// A Lead says what the value of a place leads to.
type Lead struct {
	Holds Holding
	Size  uintptr // of the struct, or of an element
	Type  int     // of the value, by the number of its type; 0 for what no guard owns
}

// A mapped value is what a map has for some key, as a slice's header; of a pointer or a map the first word alone.
type mapped func() (h sliceHeader, ok bool)

const (
	maxLinks  = 100     // how many places are followed from an object to the variable that owns it
	maxOwners = 1 << 12 // how many owners are noted at the same time
	maxNew    = 16      // how many of the elements of a slice that has been assigned are looked at, from its end
)

// A leading place has been assigned, or is about to be.
type leading struct {
	p        unsafe.Pointer
	lead     Lead
	elements Lead      // what the elements lead to if it holds a slice
	variable *Variable // that it is part of, and that owns what it leads to; nil for a place in what is owned
	object   unsafe.Pointer
}

// A proof that a type can be changed: the number of a struct type, or where an array or map is.
type changed struct {
	typ int
	at  uintptr
}

// leads notes what the place at t.p leads to, which is part of v, or of no variable.
func (a *annotations) leads(t touching, u Use, v *Variable, object unsafe.Pointer) {
	switch {
	case u.Leads.Type == 0:
		return
	case v == nil:
		if a.covering(uintptr(t.p)) == nil {
			return
		}
	case !v.owns():
		return
	}
	p := leading{p: t.p, lead: u.Leads, variable: v, object: object}
	if t.write {
		p.elements = u.Entries
		a.assigned = append(a.assigned, p)
		return
	}
	a.follow(p)
}

// owns reports whether the variable owns what it leads to, all in the same way.
func (v *Variable) owns() bool {
	return !v.Immutable && !v.AtomicOnly && v.Elem.Read == nil && v.Elem.Write == nil && (v.Confined > 0 || v.Self.Read != nil || v.Self.Write != nil)
}

// followAssigned follows the places that have been assigned.
func (a *annotations) followAssigned() {
	for _, p := range a.assigned {
		a.follow(p)
	}
	a.assigned = a.assigned[:0]
}

// follow notes what a place leads to.
func (a *annotations) follow(p leading) {
	if v := p.variable; v != nil && v.Holds == p.lead.Holds {
		a.bind(v, p.p, p.object)
	} else {
		o := owner{variable: p.variable, at: p.p, object: p.object, lead: p.lead}
		a.ownBehind(o, o.content())
	}
	if p.elements.Type == 0 || p.lead.Holds != HoldsSlice {
		return
	}
	h := (*sliceHeader)(p.p)
	for i := max(0, h.len-maxNew); i < h.len; i++ {
		o := owner{at: unsafe.Add(*(*unsafe.Pointer)(p.p), uintptr(i)*p.lead.Size), lead: p.elements}
		a.ownBehind(o, o.content())
	}
}

// ownBehind adds an owner of what h leads to, unless somebody owns it already.
func (a *annotations) ownBehind(o owner, h sliceHeader) {
	size := o.lead.Size
	if o.lead.Holds == HoldsSlice {
		size *= uintptr(h.cap)
	}
	if h.array == 0 || size == 0 {
		return
	}
	if root, _ := a.rootOf(h.array, false); root != nil || !a.hasRoom() {
		return
	}
	o.from, o.to = h.array, h.array+size
	a.own(o)
}

// hasRoom reports whether another owner can be noted. If there are many it forgets those that own nothing any more; if that makes no
// room, nothing more is noted in this execution.
func (a *annotations) hasRoom() bool {
	if len(a.owners) < maxOwners || a.crowded {
		return !a.crowded
	}
	kept := make([]owner, 0, maxOwners)
	for i := range a.owners {
		o := &a.owners[i]
		root, _ := a.rootOf(o.from, false)
		if o.lead.Type == 0 || root != nil {
			kept = append(kept, *o)
		}
	}
	a.owners, a.crowded = kept, len(kept) > maxOwners/2
	return !a.crowded
}

// follows notes what a map leads to by the value at a key.
func follows[M ~map[K]V, K comparable, V any](site Site, m M, k K) {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return
	}
	a := s.annotations
	l := a.use(site).Entries
	if l.Type == 0 || a.covering(uintptr(mapPointer(m))) == nil {
		return
	}
	value := mapped(func() (h sliceHeader, ok bool) {
		v, ok := m[k]
		if l.Holds == HoldsSlice {
			return *(*sliceHeader)(unsafe.Pointer(&v)), ok
		}
		return sliceHeader{array: *(*uintptr)(unsafe.Pointer(&v))}, ok
	})
	if h, ok := value(); ok {
		a.ownBehind(owner{at: mapPointer(m), lead: l, value: &value}, h)
	}
}

// content is what the place holds now by which o owns its memory.
func (o *owner) content() sliceHeader {
	if o.value != nil {
		h, _ := (*o.value)()
		return h
	}
	if o.holds() == HoldsSlice {
		return *(*sliceHeader)(o.at)
	}
	return sliceHeader{array: *(*uintptr)(o.at)}
}

func (o *owner) holds() Holding {
	if o.lead.Type > 0 {
		return o.lead.Holds
	}
	return o.variable.Holds
}

// still reports whether o still leads to what is at p; if it is a place then as part of what a slice has, and not of what it could have.
func (o *owner) still(p uintptr, place bool) bool {
	switch o.holds() {
	case HoldsSlice:
		size := o.lead.Size
		if o.lead.Type == 0 {
			size = o.variable.Size
		}
		h := o.content()
		n := h.cap
		if place {
			n = h.len
		}
		return h.array <= p && p < h.array+uintptr(n)*size
	case HoldsMap, HoldsPointer:
		return o.content().array == o.from
	}
	return true // an array that is the variable
}

// rootOf returns the owner of what is at p that is a variable, nil if there is none, and whether objects of all types on the way have
// been written.
func (a *annotations) rootOf(p uintptr, place bool) (root *owner, written bool) {
	written = true
	for range maxLinks {
		o := a.covering(p)
		if o == nil || !o.still(p, place) {
			return nil, false
		}
		written = written && (o.lead.Type == 0 || a.changed[o.evidence()])
		if o.variable != nil {
			if !o.variable.owns() {
				return nil, false
			}
			return o, written
		}
		p, place = uintptr(o.at), true
	}
	return nil, false
}

// evidence is what is to be known for the memory to count as changeable.
func (o *owner) evidence() changed {
	if o.lead.Holds == HoldsPointer {
		return changed{typ: o.lead.Type}
	}
	return changed{at: o.from}
}

// inRegion holds an access to what o owns against the annotation of the variable that owns all this.
func (a *annotations) inRegion(g *G, t touching, o *owner) {
	evidence := o.evidence()
	root, written := a.rootOf(uintptr(t.p), false)
	if root == nil || g.initialises || root.object != nil && !a.sharing.shared(root.object) || a.exempt.has(t.site) {
		return
	}
	if t.write {
		a.changed[evidence] = true
	} else if !written {
		return
	}
	a.judge(g, t, root.variable, &root.variable.Self, root.object, -1)
}
