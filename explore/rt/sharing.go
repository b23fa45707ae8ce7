package rt

import "unsafe"

// An object is its maker's own until it is published, and then needs no guard. What publishes it (a store into a shared
// place, a go statement, a call) is not looked at here. Instead an object counts as shared from when a second goroutine
// has touched it: that is later, so nothing is held against the program that the language allows. Where an object is
// handed over by a channel that says so, it begins anew, and of what a pool hands over it is known when, see pooled.go.

// reach knows by whom objects have been touched.
type sharing struct{ objects map[unsafe.Pointer]toucher }

// A toucher is who alone has touched an object, or has it now; nobody if several know it.
type toucher struct {
	g      *G
	handed bool // g has given it away since
	last   touching
	typ    int   // as that of a use
	at     epoch // when g touched it last, of a type with a number
}

// wrote notes the last access that wrote to an object.
func (r *sharing) wrote(object unsafe.Pointer, t touching) {
	if w := r.objects[object]; w.g != nil {
		w.last = t
		r.objects[object] = w
	}
}

func (r *sharing) reset() {
	if r.objects == nil {
		r.objects = map[unsafe.Pointer]toucher{}
	}
	clear(r.objects)
}

// by notes that g touches an object of a type with the given number, 0 if that is not known, and reports whether others have.
func (r *sharing) by(g *G, object unsafe.Pointer, typ int) (shared bool) {
	one := g.alone()
	t, known := r.objects[object]
	t.typ = max(t.typ, typ)
	switch {
	case known && t.g == one: // what it has given away it may have got back
		if t.typ == 0 {
			return false
		}
	case !known || t.handed || t.passes(g):
		t.g, t.handed = one, false
	default:
		t.g = nil
	}
	t.at = g.epoch()
	r.objects[object] = t
	return t.g == nil
}

// lastWrite is the last access that wrote to an object before it was shared.
func (r *sharing) lastWrite(object unsafe.Pointer) touching { return r.objects[object].last }

// shared reports whether more than one goroutine is known to have touched the object.
func (r *sharing) shared(object unsafe.Pointer) bool {
	t, known := r.objects[object]
	return known && t.g == nil
}

// hand makes what lies in the size bytes at p belong to whoever touches it next, if nobody but g has touched it.
func (r *sharing) hand(g *G, p unsafe.Pointer, size uintptr) {
	for object, t := range r.objects {
		if at := uintptr(object) - uintptr(p); t.g == g && at < max(size, 1) {
			t.handed = true
			r.objects[object] = t
		}
	}
}

// take makes what lies in the size bytes at p, and was given away, g's own.
func (r *sharing) take(g *G, p unsafe.Pointer, size uintptr) {
	for object, t := range r.objects {
		if at := uintptr(object) - uintptr(p); t.handed && at < max(size, 1) {
			t.g, t.handed = g, false
			r.objects[object] = t
		}
	}
}

// Hand is for what is sent on a channel that transfers: what p points to belongs to whoever receives it.
func Hand[T any](p *T) *T {
	if s, g := enter(); g != nil && s.annotations != nil && p != nil {
		s.annotations.sharing.hand(g.alone(), unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
	return p
}

// alone is who g counts as: of a test and its subtests that are not parallel one runs while the others wait, so they are one.
func (g *G) alone() *G {
	if g.within != nil {
		return g.within
	}
	return g
}

// joins makes g one party with the goroutine that waits for it.
func (s *Scheduler) joins(g, waiting *G) {
	if s.annotations != nil {
		g.within = waiting.alone()
	}
}

// leaves ends that: what only the two have touched is anybody's.
func (s *Scheduler) leaves(g *G) {
	if a := s.annotations; a != nil && g.within != nil {
		for object, t := range a.sharing.objects {
			if t.g == g.within {
				delete(a.sharing.objects, object)
			}
		}
		g.within = nil
	}
}
