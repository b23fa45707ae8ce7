package rt

import "unsafe"

// A GID names a goroutine, an ObjID an object. Both mean the same in every execution of one exploration: a goroutine is
// the k-th that its parent started; an object is the place in a variable that is the k-th its goroutine allocated, or an
// address outside the heap, or else the k-th object that a goroutine was the first to touch.
type (
	GID   int32
	ObjID int32
)

const (
	// NoObj is the object of operations that have none.
	NoObj ObjID = -1
	// Clock is the goroutine that fires timers.
	Clock GID = 0
	// Main is the goroutine that runs the test.
	Main GID = 1
)

// An idKey describes what an identity stands for: role says how to read the other fields.
type idKey struct {
	role byte
	a    int32
	b    uintptr
}

const (
	idChild  = 1 + iota // the b-th goroutine started by goroutine a
	idRegion            // the b-th variable allocated by goroutine a
	idInside            // offset b in region a
	idStatic            // address b
	idTouch             // the b-th object first touched by goroutine a
	idTimed             // the goroutine that timer a starts when it fires for the b-th time
)

// An interner numbers keys in the order in which they first occur. It lives as long as the exploration, or the
// [Numbering] that it was given. (An open
// hash table, as a map costs three times as much and this is done for every object and goroutine of every execution.)
type interner struct {
	slots []int32 // index into keys plus one
	keys  []idKey
}

func (k idKey) hash() uintptr {
	h := uintptr(k.role)*0x9E3779B97F4A7C15 ^ uintptr(uint32(k.a))*0xC2B2AE3D27D4EB4F ^ k.b*0x165667B19E3779F9
	return h ^ h>>29
}

// number returns the number of k.
func (t *interner) number(k idKey) int32 {
	if 2*len(t.keys) >= len(t.slots) {
		t.grow()
	}
	mask := uintptr(len(t.slots) - 1)
	for i := k.hash() & mask; ; i = (i + 1) & mask {
		n := t.slots[i]
		if n == 0 {
			t.keys = append(t.keys, k)
			t.slots[i] = int32(len(t.keys))
			return int32(len(t.keys)) - 1
		}
		if t.keys[n-1] == k {
			return n - 1
		}
	}
}

func (t *interner) grow() {
	t.slots = make([]int32, max(64, 2*len(t.slots)))
	mask := uintptr(len(t.slots) - 1)
	for n, k := range t.keys {
		i := k.hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n) + 1
	}
}

// A region is memory that the program said it allocated.
type region struct {
	addr, size uintptr
	id         int32
}

// isStatic reports whether addr is that of a package variable, which does not change from one execution to the next. They
// are all near each other, and the heap, which begins at a random place since Go 1.26, is elsewhere. If it is not, objects of
// package variables are named by who touches them first.
func isStatic(addr uintptr) bool {
	return nearStatic(addr) && !nearStatic(heapSample)
}

func nearStatic(addr uintptr) bool {
	return addr-uintptr(unsafe.Pointer(&here))+staticSize < 2*staticSize
}

// staticSize is more than the package variables of any program take.
const staticSize = 1 << 29

// heapSample is an address in the heap.
var heapSample = uintptr(unsafe.Pointer(new([64]byte)))

// addRegion notes that g allocated the size bytes at addr. Regions are kept in the order of their addresses, which is
// mostly the order of their allocation.
func (s *Scheduler) addRegion(g *G, addr, size uintptr) {
	r := region{addr, size, s.ids.number(idKey{idRegion, int32(g.id), uintptr(g.regions)})}
	g.regions++
	i := len(s.regions)
	s.regions = append(s.regions, r)
	for i > 0 && s.regions[i-1].addr > addr {
		s.regions[i] = s.regions[i-1]
		i--
	}
	s.regions[i] = r
}

// identify returns the identity of the object at addr, which g touches first, and whether the program said that it
// allocated it.
func (s *Scheduler) identify(g *G, addr uintptr) (id ObjID, known bool) {
	if r := s.regionAt(addr); r != nil {
		return ObjID(s.ids.number(idKey{idInside, r.id, addr - r.addr})), true
	}
	if isStatic(addr) {
		return ObjID(s.ids.number(idKey{idStatic, 0, addr})), false
	}
	g.touched++
	return ObjID(s.ids.number(idKey{idTouch, int32(g.id), uintptr(g.touched)})), false
}

// regionAt returns the region that holds addr, nil if there is none.
func (s *Scheduler) regionAt(addr uintptr) *region {
	lo, hi := 0, len(s.regions)
	for lo < hi {
		if mid := (lo + hi) / 2; s.regions[mid].addr <= addr {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo > 0 && addr-s.regions[lo-1].addr < s.regions[lo-1].size {
		return &s.regions[lo-1]
	}
	return nil
}
