package rt

import (
	"sync/atomic"
	"unsafe"
)

// A word models a word of memory that atomic operations work on. All of them are sequentially consistent, and what is
// read is ordered after the write that it reads (the Go memory model, "Atomic Values").
type word struct {
	header
}

func (*word) enabled(*G) bool { return true }

func (w *word) effect(g *G) Class {
	switch g.op.kind {
	case OpLoad, OpRead, OpCallRead, OpCount:
		return ClassRead
	case OpNow:
		return ClassClockRead
	case OpAddOnly, OpBegin, OpEnd:
		return ClassAdd
	case OpCAS:
		if g.op.size > 0 && w.value(g.op.size) != g.op.old {
			return ClassRead // it will fail
		}
	}
	return ClassWrite
}

// state is the word's value.
func (w *word) state(g *G) (state, arg uint64) {
	if g.op.kind < OpLoad || g.op.kind > OpCAS || g.op.size == 0 {
		return 0, 0
	}
	return w.value(g.op.size), g.op.old
}

// numbers returns the size of the word, for compare-and-swap.
func (w *word) numbers(g *G) (seq, need int32) {
	if g.op.kind == OpCAS {
		return int32(g.op.size), -1
	}
	return -1, -1
}

// wordSize returns the size of the word that holds an atomic value of the given size, 0 if its value is not one that can
// be compared. An atomic.Bool is a word of four bytes.
func wordSize(size uintptr) uint8 {
	switch size {
	case 1, 4:
		return 4
	case 8:
		return 8
	}
	return 0
}

// value returns the word's present value.
func (w *word) value(size uint8) uint64 { return bits(w.addr, size) }

// bits returns the size bytes at p.
func bits(p unsafe.Pointer, size uint8) uint64 {
	if size == 4 {
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func (s *Scheduler) wordOf(g *G, p unsafe.Pointer) *word {
	if o, ok := s.objects.lookup(p).(*word); ok {
		return o
	}
	o := s.models.words.get()
	*o = word{header: s.newHeader(g, p, o.header)}
	s.objects.insert(p, o)
	return o
}

// atomically publishes an operation on the word at p and, once it is to be executed, does what it means for the order
// of events. It reports false if the operation is not to be executed. The size is that of the value, which is known to
// be one of the whole word if it is 4 or 8.
func atomically(kind Kind, site Site, p unsafe.Pointer, size uintptr) bool {
	return operate(kind, site, p, size, false)
}

// mixed is atomically for a word that others may access without these operations, which would be a race.
func mixed(kind Kind, site Site, p unsafe.Pointer, size uintptr) bool {
	return operate(kind, site, p, size, true)
}

func operate(kind Kind, site Site, p unsafe.Pointer, size uintptr, mixed bool) bool {
	s, g := enter()
	if g == nil {
		return true
	}
	if g.dying {
		return false
	}
	o := s.wordOf(g, p)
	g.op.size = wordSize(size)
	s.do(g, kind, site, o)
	if kind != OpStore && kind != OpAddOnly {
		g.acquire(o.rel)
	}
	if mixed && s.races {
		s.atomicAccess(g, site, p, size, kind != OpLoad)
	}
	switch kind {
	case OpLoad:
	case OpAddOnly:
		// Another whose result is not used either commutes with it: it is in no order with that, which would hide a race that
		// the other order has. Whoever reads the word comes after both.
		g.releaseJoin(&o.rel)
	default:
		g.release(&o.rel)
	}
	return true
}

// compareAndSwapping is atomically for a compare-and-swap that expects the size bytes at old.
func compareAndSwapping(site Site, p, old unsafe.Pointer, size uintptr, mixed bool) bool {
	s, g := enter()
	if g == nil {
		return true
	}
	if g.dying {
		return false
	}
	o := s.wordOf(g, p)
	g.op.size = 0
	if size == 4 || size == 8 {
		g.op.size = uint8(size)
		g.op.old = bits(old, uint8(size))
	}
	s.do(g, OpCAS, site, o)
	g.acquire(o.rel)
	writes := g.op.size == 0 || o.value(g.op.size) == g.op.old
	if mixed && s.races {
		s.atomicAccess(g, site, p, size, writes)
	}
	if writes {
		g.release(&o.rel)
	}
	return true
}

// atomicAccess checks an atomic operation against plain accesses to the word.
func (s *Scheduler) atomicAccess(g *G, site Site, p unsafe.Pointer, size uintptr, write bool) {
	s.atomics.add(site)
	s.access(g, site, uintptr(p), size, write)
}

// address returns the address that p, a pointer to one of the types of sync/atomic, holds. Their words come first.
func address[P any](p P) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// Load is p.Load().
func Load[T any, P interface{ Load() T }](site Site, p P) (v T) {
	if atomically(OpLoad, site, address(p), unsafe.Sizeof(v)) {
		v = p.Load()
	}
	return v
}

// Store is p.Store(v).
func Store[T any, P interface{ Store(T) }](site Site, p P, v T) {
	if atomically(OpStore, site, address(p), unsafe.Sizeof(v)) {
		p.Store(v)
	}
}

// Swap is p.Swap(v).
func Swap[T any, P interface{ Swap(T) T }](site Site, p P, v T) (old T) {
	if atomically(OpSwap, site, address(p), unsafe.Sizeof(v)) {
		old = p.Swap(v)
	}
	return old
}

// Add is p.Add(d).
func Add[T any, P interface{ Add(T) T }](site Site, p P, d T) (v T) {
	if atomically(OpAdd, site, address(p), unsafe.Sizeof(d)) {
		v = p.Add(d)
	}
	return v
}

// AddOnly is p.Add(d) where the result is not used: two of them commute.
func AddOnly[T any, P interface{ Add(T) T }](site Site, p P, d T) {
	if atomically(OpAddOnly, site, address(p), unsafe.Sizeof(d)) {
		p.Add(d)
	}
}

// And is p.And(v).
func And[T any, P interface{ And(T) T }](site Site, p P, v T) (old T) {
	if atomically(OpSwap, site, address(p), unsafe.Sizeof(v)) {
		old = p.And(v)
	}
	return old
}

// Or is p.Or(v).
func Or[T any, P interface{ Or(T) T }](site Site, p P, v T) (old T) {
	if atomically(OpSwap, site, address(p), unsafe.Sizeof(v)) {
		old = p.Or(v)
	}
	return old
}

// CompareAndSwap is p.CompareAndSwap(old, new).
func CompareAndSwap[T any, P interface{ CompareAndSwap(old, new T) bool }](site Site, p P, old, new T) bool {
	size := unsafe.Sizeof(old)
	if size == 1 { // atomic.Bool is a word of four bytes
		var b uint32
		if *(*bool)(unsafe.Pointer(&old)) {
			b = 1
		}
		return compareAndSwapping(site, address(p), unsafe.Pointer(&b), 4, false) && p.CompareAndSwap(old, new)
	}
	return compareAndSwapping(site, address(p), unsafe.Pointer(&old), size, false) && p.CompareAndSwap(old, new)
}

// ValueLoad is p.Load().
func ValueLoad(site Site, p *atomic.Value) any { return Load(site, p) }

// ValueStore is p.Store(v).
func ValueStore(site Site, p *atomic.Value, v any) { Store(site, p, v) }

// ValueSwap is p.Swap(v).
func ValueSwap(site Site, p *atomic.Value, v any) any { return Swap(site, p, v) }

// ValueCompareAndSwap is p.CompareAndSwap(old, new); whether it fails is not known before, as values may be of any
// type, so it counts as a write.
func ValueCompareAndSwap(site Site, p *atomic.Value, old, new any) bool {
	return compareAndSwapping(site, unsafe.Pointer(p), nil, 0, false) && p.CompareAndSwap(old, new)
}

// Integer is what the functions of sync/atomic work on.
type Integer interface {
	~int32 | ~int64 | ~uint32 | ~uint64 | ~uintptr
}

// The functions below are those of sync/atomic, for words of four and of eight bytes.

func word32[T Integer](p *T) *uint32 { return (*uint32)(unsafe.Pointer(p)) }
func word64[T Integer](p *T) *uint64 { return (*uint64)(unsafe.Pointer(p)) }

func is32[T Integer]() bool {
	var zero T
	return unsafe.Sizeof(zero) == 4
}

// LoadInt is atomic.LoadInt64(p) and the like.
func LoadInt[T Integer](site Site, p *T) (v T) {
	switch {
	case !mixed(OpLoad, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
		return 0
	case is32[T]():
		return T(atomic.LoadUint32(word32(p)))
	}
	return T(atomic.LoadUint64(word64(p)))
}

// StoreInt is atomic.StoreInt64(p, v) and the like.
func StoreInt[T Integer](site Site, p *T, v T) {
	switch {
	case !mixed(OpStore, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
	case is32[T]():
		atomic.StoreUint32(word32(p), uint32(v))
	default:
		atomic.StoreUint64(word64(p), uint64(v))
	}
}

// SwapInt is atomic.SwapInt64(p, v) and the like.
func SwapInt[T Integer](site Site, p *T, v T) (old T) {
	switch {
	case !mixed(OpSwap, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
		return 0
	case is32[T]():
		return T(atomic.SwapUint32(word32(p), uint32(v)))
	}
	return T(atomic.SwapUint64(word64(p), uint64(v)))
}

// AddInt is atomic.AddInt64(p, d) and the like.
func AddInt[T Integer](site Site, p *T, d T) (v T) { return addInt(OpAdd, site, p, d) }

// AddOnlyInt is AddInt where the result is not used.
func AddOnlyInt[T Integer](site Site, p *T, d T) { addInt(OpAddOnly, site, p, d) }

func addInt[T Integer](kind Kind, site Site, p *T, d T) T {
	switch {
	case !mixed(kind, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
		return 0
	case is32[T]():
		return T(atomic.AddUint32(word32(p), uint32(d)))
	}
	return T(atomic.AddUint64(word64(p), uint64(d)))
}

// AndInt is atomic.AndInt64(p, mask) and the like.
func AndInt[T Integer](site Site, p *T, mask T) (old T) {
	switch {
	case !mixed(OpSwap, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
		return 0
	case is32[T]():
		return T(atomic.AndUint32(word32(p), uint32(mask)))
	}
	return T(atomic.AndUint64(word64(p), uint64(mask)))
}

// OrInt is atomic.OrInt64(p, mask) and the like.
func OrInt[T Integer](site Site, p *T, mask T) (old T) {
	switch {
	case !mixed(OpSwap, site, unsafe.Pointer(p), unsafe.Sizeof(*p)):
		return 0
	case is32[T]():
		return T(atomic.OrUint32(word32(p), uint32(mask)))
	}
	return T(atomic.OrUint64(word64(p), uint64(mask)))
}

// CompareAndSwapInt is atomic.CompareAndSwapInt64(p, old, new) and the like.
func CompareAndSwapInt[T Integer](site Site, p *T, old, new T) bool {
	switch {
	case !compareAndSwapping(site, unsafe.Pointer(p), unsafe.Pointer(&old), unsafe.Sizeof(old), true):
		return false
	case is32[T]():
		return atomic.CompareAndSwapUint32(word32(p), uint32(old), uint32(new))
	}
	return atomic.CompareAndSwapUint64(word64(p), uint64(old), uint64(new))
}

// LoadPointer is atomic.LoadPointer(p).
func LoadPointer(site Site, p *unsafe.Pointer) (v unsafe.Pointer) {
	if mixed(OpLoad, site, unsafe.Pointer(p), unsafe.Sizeof(*p)) {
		v = atomic.LoadPointer(p)
	}
	return v
}

// StorePointer is atomic.StorePointer(p, v).
func StorePointer(site Site, p *unsafe.Pointer, v unsafe.Pointer) {
	if mixed(OpStore, site, unsafe.Pointer(p), unsafe.Sizeof(*p)) {
		atomic.StorePointer(p, v)
	}
}

// SwapPointer is atomic.SwapPointer(p, v).
func SwapPointer(site Site, p *unsafe.Pointer, v unsafe.Pointer) (old unsafe.Pointer) {
	if mixed(OpSwap, site, unsafe.Pointer(p), unsafe.Sizeof(*p)) {
		old = atomic.SwapPointer(p, v)
	}
	return old
}

// CompareAndSwapPointer is atomic.CompareAndSwapPointer(p, old, new).
func CompareAndSwapPointer(site Site, p *unsafe.Pointer, old, new unsafe.Pointer) bool {
	return compareAndSwapping(site, unsafe.Pointer(p), unsafe.Pointer(&old), unsafe.Sizeof(old), true) &&
		atomic.CompareAndSwapPointer(p, old, new)
}
