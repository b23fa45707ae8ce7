package rt

import "unsafe"

// Read is called before the program reads the size bytes at p.
func Read(site Site, p unsafe.Pointer, size uintptr) {
	s, g := enter()
	if g == nil || g.dying {
		return
	}
	s.reads(g, OpRead, site, p, size)
}

// reads is what it means that g reads, by an operation of the given kind where it is visible; with OpNone it is not.
func (s *Scheduler) reads(g *G, kind Kind, site Site, p unsafe.Pointer, size uintptr) {
	g.spin.plain = true
	if kind != OpNone && s.visible.has(site) {
		s.do(g, kind, site, s.cellOf(g, p))
	}
	if s.annotations != nil {
		s.annotations.touch(g, touching{site: site, p: p, size: size})
	}
	if s.observer != nil {
		s.observer.note(g, site, p, false)
	}
	if s.races {
		s.access(g, site, uintptr(p), size, false)
	}
}

// Write is called before the program writes the size bytes at p.
func Write(site Site, p unsafe.Pointer, size uintptr) {
	s, g := enter()
	if g == nil || g.dying {
		return
	}
	s.writes(g, OpWrite, site, p, size)
}

// writes is reads for a write.
func (s *Scheduler) writes(g *G, kind Kind, site Site, p unsafe.Pointer, size uintptr) {
	g.spin.wrote = true
	if kind != OpNone && s.visible.has(site) {
		s.do(g, kind, site, s.cellOf(g, p))
	}
	s.memory.writes++
	s.disturb()
	if len(s.spinners) > 0 {
		s.wakePlainSpinners()
	}
	if s.annotations != nil {
		s.annotations.touch(g, touching{site: site, p: p, size: size, write: true})
	}
	if s.observer != nil {
		s.observer.note(g, site, p, true)
	}
	if s.races {
		s.access(g, site, uintptr(p), size, true)
	}
}

// R is Read, for use in expressions: x becomes *R(site, &x).
func R[T any](site Site, p *T) *T {
	Read(site, unsafe.Pointer(p), unsafe.Sizeof(*p))
	return p
}

// W is Write, for use in expressions.
func W[T any](site Site, p *T) *T {
	Write(site, unsafe.Pointer(p), unsafe.Sizeof(*p))
	return p
}

// MapRead is called before the program reads m. A map is one location, where it is stored is another.
func MapRead[M ~map[K]V, K comparable, V any](site Site, m M) M {
	if m != nil {
		Read(site, mapPointer(m), 1)
	}
	return m
}

// MapWrite is called before the program changes m.
func MapWrite[M ~map[K]V, K comparable, V any](site Site, m M) M {
	if m != nil {
		Write(site, mapPointer(m), 1)
	}
	return m
}

func mapPointer[M any](m M) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&m)) }

// cellOf returns the model of plain memory at p. It is apart from the other objects, which may lie at the same address.
func (s *Scheduler) cellOf(g *G, p unsafe.Pointer) *word {
	if o, ok := s.plain.lookup(p).(*word); ok {
		return o
	}
	o := s.models.words.get()
	*o = word{header: s.newHeader(g, p, o.header)}
	s.plain.insert(p, o)
	return o
}

// A siteSet is a set of places in the program.
type siteSet struct {
	all  bool
	bits []uint64
}

func (v *siteSet) has(site Site) bool {
	i := int(site / 64)
	return v.all || i < len(v.bits) && v.bits[i]>>(site%64)&1 != 0
}

func (v *siteSet) add(site Site) {
	i := int(site / 64)
	for len(v.bits) <= i {
		v.bits = append(v.bits, 0)
	}
	v.bits[i] |= 1 << (site % 64)
}
