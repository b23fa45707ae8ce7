// Package spinlocks has types that are spin locks, whose names begin with good, and others.
package spinlocks

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// With takes all of them by their interface.
func With(l sync.Locker, do func()) {
	l.Lock()
	defer l.Unlock()
	do()
}

type goodNumber uint32

func (l *goodNumber) Lock() {
	backoff := 1
	for !atomic.CompareAndSwapUint32((*uint32)(l), 0, 1) {
		for i := 0; i < backoff; i++ {
			runtime.Gosched()
		}
		if backoff < 16 {
			backoff <<= 1
		}
	}
}
func (l *goodNumber) Unlock() { atomic.StoreUint32((*uint32)(l), 0) }

func newGoodNumber() sync.Locker { return new(goodNumber) }

type goodStruct struct {
	_    [64]byte
	held atomic.Bool
}

func (l *goodStruct) Lock() {
	for {
		for l.held.Load() {
			time.Sleep(1)
		}
		if l.held.CompareAndSwap(false, true) {
			return
		}
	}
}
func (l *goodStruct) Unlock() { l.held.Store(false) }

var global goodStruct

func useGood(m map[string]*goodStruct) {
	With(&global, func() {})
	l := &goodStruct{}
	m["a"] = l
	With(m["a"], func() {})
}

type goodField struct{ word int64 }

func (l *goodField) Lock() {
	for !atomic.CompareAndSwapInt64(&l.word, 0, 1) {
	}
}
func (l *goodField) Unlock() { atomic.StoreInt64(&l.word, 0) }

type noLock struct{ w atomic.Int32 }

func (l *noLock) Lock() {
	l.w.Load()
}

func (l *noLock) Unlock() {
	l.w.Store(0)
}

type empty struct{ w atomic.Int32 }

func (l *empty) Lock() {
	_ = l.w.CompareAndSwap(0, 1)
}

func (l *empty) Unlock() {
	l.w.Store(0)
}

type onceTried struct{ w atomic.Int32 }

func (l *onceTried) Lock() {
	if !l.w.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
}

func (l *onceTried) Unlock() {
	l.w.Store(0)
}

type givesUp struct{ w atomic.Int32 }

func (l *givesUp) Lock() {
	for i := 0; i < 10; i++ {
		if l.w.CompareAndSwap(0, 1) {
			return
		}
	}
}

func (l *givesUp) Unlock() {
	l.w.Store(0)
}

type reversed struct{ w atomic.Int32 }

func (l *reversed) Lock() {
	for l.w.CompareAndSwap(0, 1) {
	}
}

func (l *reversed) Unlock() {
	l.w.Store(0)
}

type taken struct{ w atomic.Int32 }

func (l *taken) Lock() {
	for !l.w.CompareAndSwap(1, 1) {
	}
}

func (l *taken) Unlock() {
	l.w.Store(0)
}

type zero struct{ w atomic.Int32 }

func (l *zero) Lock() {
	for !l.w.CompareAndSwap(0, 0) {
	}
}

func (l *zero) Unlock() {
	l.w.Store(0)
}

type counts struct{ w atomic.Int32 }

func (l *counts) Lock() {
	l.w.Add(1)
}

func (l *counts) Unlock() {
	l.w.Store(0)
}

type stores struct{ w atomic.Int32 }

func (l *stores) Lock() {
	for l.w.Load() != 0 {
	}
	l.w.Store(1)
}

func (l *stores) Unlock() {
	l.w.Store(0)
}

type gives struct{ w atomic.Int32 }

func (l *gives) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
	l.w.Store(0)
}

func (l *gives) Unlock() {
	l.w.Store(0)
}

type either struct{ w atomic.Int32 }

func (l *either) Lock() {
	if l.w.Load() == 0 || l.w.CompareAndSwap(0, 1) {
		return
	}
	l.Lock()
}

func (l *either) Unlock() {
	l.w.Store(0)
}

type twoWays struct{ w atomic.Int32 }

func (l *twoWays) Lock() {
	for l.w.Load() == 0 {
		if l.w.CompareAndSwap(0, 1) {
			return
		}
	}
}

func (l *twoWays) Unlock() {
	l.w.Store(0)
}

type again struct{ w atomic.Int32 }

func (l *again) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *again) Unlock() {
	l.w.Store(0)
}

type keptOne struct{ w atomic.Int32 }

func (l *keptOne) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *keptOne) Unlock() {
	l.w.Store(1)
}

type noUnlock struct{ w atomic.Int32 }

func (l *noUnlock) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *noUnlock) Unlock() {
	l.w.Load()
}

type sometimes struct{ w atomic.Int32 }

func (l *sometimes) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *sometimes) Unlock() {
	if l.w.Load() == 1 {
		l.w.Store(0)
	}
}

type deferred struct{ w atomic.Int32 }

func (l *deferred) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *deferred) Unlock() {
	defer runtime.Gosched()
	l.w.Store(0)
}

type calls struct{ w atomic.Int32 }

func (l *calls) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
		fmt.Println()
	}
}

func (l *calls) Unlock() {
	l.w.Store(0)
}

type shared struct{ w, v atomic.Int32 }

func (l *shared) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *shared) Unlock() {
	l.v.Store(0)
}

type exported struct{ W atomic.Int32 }

func (l *exported) Lock() {
	for !l.W.CompareAndSwap(0, 1) {
	}
}

func (l *exported) Unlock() {
	l.W.Store(0)
}

type Number uint32

func (l *Number) Lock() {
	for !atomic.CompareAndSwapUint32((*uint32)(l), 0, 1) {
	}
}

func (l *Number) Unlock() {
	atomic.StoreUint32((*uint32)(l), 0)
}

type replaced struct{ w atomic.Int32 }

func (l *replaced) Lock() {
	l = &replaced{}
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *replaced) Unlock() {
	l.w.Store(0)
}

type otherOne struct{ w atomic.Int32 }

func (l *otherOne) Lock() {
	o := otherOnes
	for !o.w.CompareAndSwap(0, 1) {
	}
}

func (l *otherOne) Unlock() {
	l.w.Store(0)
}

var otherOnes = &otherOne{}

type tries struct{ w atomic.Int32 }

func (l *tries) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *tries) Unlock() {
	l.w.Store(0)
}

func (l *tries) TryLock() bool { return l.w.CompareAndSwap(0, 1) }

type resets struct{ w atomic.Int32 }

func (l *resets) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *resets) Unlock() {
	l.w.Store(0)
}

func resetIt(l *resets) { l.w.Store(0) }

type overwritten struct{ w atomic.Int32 }

func (l *overwritten) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *overwritten) Unlock() {
	l.w.Store(0)
}

func overwriteIt(l *overwritten) { *l = overwritten{} }

type copied struct{ w atomic.Int32 }

func (l *copied) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *copied) Unlock() {
	l.w.Store(0)
}

func copyIt(l *copied) { m := *l; With(&m, nil) }

type inside struct{ w atomic.Int32 }

func (l *inside) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *inside) Unlock() {
	l.w.Store(0)
}

type around struct{ l inside }

func lockIt(a *around) { With(&a.l, nil) }

type element struct{ w atomic.Int32 }

func (l *element) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *element) Unlock() {
	l.w.Store(0)
}

func lockOne(all []element) { With(&all[0], nil) }

type converted struct{ w uint32 }

func (l *converted) Lock() {
	for !atomic.CompareAndSwapUint32(&l.w, 0, 1) {
	}
}

func (l *converted) Unlock() {
	atomic.StoreUint32(&l.w, 0)
}

type plain struct{ w uint32 }

func convertIt(l *converted) { (*plain)(l).w = 0 }

type disguised struct{ w atomic.Int32 }

func (l *disguised) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *disguised) Unlock() {
	l.w.Store(0)
}

func disguiseIt(l *disguised) { *(*int32)(unsafe.Pointer(l)) = 0 }

type called struct{ w atomic.Int32 }

func (l *called) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *called) Unlock() {
	l.w.Store(0)
}

func callIt(l *called) { l.Unlock() }

type valued struct{ w atomic.Int32 }

func (l *valued) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *valued) Unlock() {
	l.w.Store(0)
}

func valueIt(l *valued) func() { return l.Unlock }

type expressed struct{ w atomic.Int32 }

func (l *expressed) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *expressed) Unlock() {
	l.w.Store(0)
}

var expressIt = (*expressed).Unlock

type embedded struct{ w atomic.Int32 }

func (l *embedded) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *embedded) Unlock() {
	l.w.Store(0)
}

type Embeds struct{ *embedded }

func embedIt(e Embeds) { e.Unlock() }

type boxed struct{ w atomic.Int32 }

func (l *boxed) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *boxed) Unlock() {
	l.w.Store(0)
}

func boxIt(l *boxed) any { return l }

type otherwise struct{ w atomic.Int32 }

func (l *otherwise) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *otherwise) Unlock() {
	l.w.Store(0)
}

func otherIt(l *otherwise) interface{ Lock() } { return l }

type argument struct{ w atomic.Int32 }

func (l *argument) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *argument) Unlock() {
	l.w.Store(0)
}

func generic[T any](p *T) { var zero T; *p = zero }

func argueIt(l *argument) { generic(l) }

type byType struct{ w atomic.Int32 }

func (l *byType) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *byType) Unlock() {
	l.w.Store(0)
}

func lockAny[L interface{ Unlock() }](l L) { l.Unlock() }

func typeIt(l *byType) { lockAny(l) }

type decoded uint32

func (l *decoded) Lock() {
	for !atomic.CompareAndSwapUint32((*uint32)(l), 0, 1) {
	}
}

func (l *decoded) Unlock() {
	atomic.StoreUint32((*uint32)(l), 0)
}

func decodeIt(l []*decoded) { fmt.Sscan("0", l) }

type byValue struct{ w *atomic.Int32 }

func (l byValue) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l byValue) Unlock() { l.w.Store(0) }

type said struct{ w atomic.Int32 }

// Lock has a contract.
//
//calvin:atomic
//calvin:modifies l.w
func (l *said) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *said) Unlock() { l.w.Store(0) }

type genericLock[T any] struct{ w atomic.Int32 }

func (l *genericLock[T]) Lock() {
	for !l.w.CompareAndSwap(0, 1) {
	}
}

func (l *genericLock[T]) Unlock() { l.w.Store(0) }
