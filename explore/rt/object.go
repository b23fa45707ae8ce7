package rt

import "unsafe"

// An object is the model of something that operations work on.
type object interface {
	head() *header
	// enabled reports whether the operation that g has published on the object can be executed now.
	enabled(g *G) bool
	// effect says what that operation would do now.
	effect(g *G) Class
	// state returns what, and the operand of the operation on which, the prediction of an operation depends, see predict.go.
	state(g *G) (state, arg uint64)
	// numbers returns what becomes Event.Seq and Event.Need.
	numbers(g *G) (seq, need int32)
}

// A header is what all models have in common.
type header struct {
	id      ObjID
	addr    unsafe.Pointer // keeps the object, and so its address, for as long as the execution
	known   bool           // allocated under control
	rel     vclock         // what was released into the object, for the race detector
	version uint32         // how often the object was written, for loops that wait (spin.go)

	compared uint32 // the last comparison that it was part of (repeat.go)
}

func (h *header) head() *header { return h }

// state: most objects have none that matters.
func (*header) state(*G) (state, arg uint64) { return 0, 0 }

// numbers: most objects number nothing.
func (*header) numbers(*G) (seq, need int32) { return -1, -1 }

// An objectTable finds models by the addresses of what they model. Forgetting all of them costs nothing: entries of
// earlier executions are recognised by their generation.
type objectTable struct {
	entries    []objectEntry
	used       int
	generation uint32
}

type objectEntry struct {
	addr       unsafe.Pointer
	obj        object
	generation uint32
}

func (t *objectTable) reset() {
	t.generation++
	t.used = 0
}

func slotOf(addr uintptr, size int) uintptr {
	return (addr >> 3) * 0x9E3779B97F4A7C15 >> 20 & uintptr(size-1)
}

// find returns the entry for addr, the free one where it belongs if there is none.
func (t *objectTable) find(addr unsafe.Pointer) *objectEntry {
	for i := slotOf(uintptr(addr), len(t.entries)); ; i = (i + 1) & uintptr(len(t.entries)-1) {
		e := &t.entries[i]
		if e.generation != t.generation || e.addr == addr {
			return e
		}
	}
}

func (t *objectTable) insert(addr unsafe.Pointer, obj object) {
	if 2*t.used >= len(t.entries) {
		old := t.entries
		t.entries = make([]objectEntry, max(64, 2*len(old)))
		for _, e := range old {
			if e.generation == t.generation && e.obj != nil {
				*t.find(e.addr) = e
			}
		}
	}
	*t.find(addr) = objectEntry{addr, obj, t.generation}
	t.used++
}

// lookup returns the model of the object at addr, nil if there is none yet.
func (t *objectTable) lookup(addr unsafe.Pointer) object {
	if len(t.entries) == 0 {
		return nil
	}
	if e := t.find(addr); e.generation == t.generation && e.addr == addr {
		return e.obj
	}
	return nil
}

// A pool holds models of one type, to be used again in the next execution.
type pool[T any] struct {
	all  []*T
	used int
}

func (p *pool[T]) get() *T {
	if p.used == len(p.all) {
		p.all = append(p.all, new(T))
	}
	p.used++
	return p.all[p.used-1]
}

func (p *pool[T]) reset() { p.used = 0 }

// newHeader makes the header of an object that g is the first to touch, reusing the memory of an old one.
func (s *Scheduler) newHeader(g *G, addr unsafe.Pointer, old header) header {
	id, known := s.identify(g, uintptr(addr))
	return header{id: id, addr: addr, known: known, rel: old.rel[:0]}
}
