// Package odd has what one seldom writes: what it means is not known.
package odd

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A T has something of everything.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	items []int
	p     unsafe.Pointer
	rw    sync.RWMutex
	large [70]part
	wg    *sync.WaitGroup
	pools [2]sync.Pool
	maps  []sync.Map
	c     chan int
}

type part struct {
	a int
	s string
}

type ints interface{ ~[]int }

type texts interface{ ~string | ~[]byte }

type numbers interface{ ~int | ~float64 }

// LoadPointer loads an address without a type.
func (t *T) LoadPointer() bool { return atomic.LoadPointer(&t.p) != nil } // unknown

// StorePointer stores one.
func (t *T) StorePointer() { atomic.StorePointer(&t.p, nil) } // unknown

// SwapPointer swaps one.
func (t *T) SwapPointer() bool { return atomic.CompareAndSwapPointer(&t.p, nil, nil) } // unknown

// Large compares large arrays of structs.
func (t *T) Large(o *T) bool { return t.large == o.large } // unknown

// LargeCopy copies one.
func (t *T) LargeCopy() [70]part { return t.large } // unknown

// LargeStore stores one.
func (t *T) LargeStore(a *[70]part) { t.large = *a } // unknown

// Len has a length of one type or another.
func Len[S texts](s S) int { return len(s) } // unknown

// Bytes has an element of one or the other.
func Bytes[S texts](s S, i int) byte { return s[i] } // unknown

// Part has a part of one or the other.
func Part[S texts](s S) S { return s[1:] } // unknown

// Cap has the capacity of a slice of some type.
func Cap[S ints](s S) int { return cap(s) } // unknown

// First has an element of a slice of some type.
func First[S ints](s S) int { return s[0] } // unknown

// SetFirst stores one.
func SetFirst[S ints](s S) { s[0] = 1 } // unknown

// Rest has the rest.
func Rest[S ints](s S) S { return s[1:] } // unknown

// Grow appends to one.
func Grow[S ints](s S) S { return append(s, 1) } // unknown

// Clear clears one.
func Clear[S ints](s S) { clear(s) } // unknown

// Each goes over one.
func Each[S ints](s S) (n int) {
	for _, x := range s { // unknown
		n += x
	}
	return n
}

// Make makes one.
func Make[S ints]() S { return make(S, 3) } // unknown

// Least takes the least of two.
func Least[N numbers](a, b N) N { return min(a, b) }

// Most takes the greatest.
func Most[N numbers](a, b N) N { return max(a, b) }

// Convert converts a number.
func Convert[N numbers](a N) int { return int(a) }

// Text converts text.
func Text[S texts](s S) string { return string(s) } // unknown

// Zero has none of one.
func Zero[X any]() X {
	var x X
	return x
}

// Receive receives one.
func Receive[X any](c chan X) X { return <-c }

// GoesClose closes in a goroutine.
func GoesClose(c chan int) { go close(c) } // unknown

// GoesDelete deletes in a goroutine.
func GoesDelete(m map[int]int) { go delete(m, 1) } // unknown

// DefersPrint prints at the end.
func DefersPrint(n int) { defer println(n) }

// A Writer says what it does.
type Writer interface {
	//calvin:atomic
	//calvin:ensures result >= 0
	Write(n int) int
}

// GoesWrite has a goroutine write.
func GoesWrite(w Writer) { go w.Write(1) } // unknown

// A Locked can be locked, and more.
type Locked interface {
	sync.Locker
	Name() string
}

// Locks locks what may be anything.
func Locks(l Locked) {
	l.Lock()   // unknown
	l.Unlock() // unknown
}

// Groups waits for what is behind an interface.
func Groups(w interface{ Wait() }) { w.Wait() }

// GetsPool gets out of one of several pools.
func (t *T) GetsPool(i int) any {
	if i < 0 || i > 1 {
		return nil
	}
	return t.pools[i].Get()
}

// OfMaps looks into one of several maps.
func (t *T) OfMaps() {
	if len(t.maps) > 0 {
		t.maps[0].Store(1, 2)
	}
}

// LocalMap has a map of its own.
func LocalMap() {
	var m sync.Map
	m.Store(1, 2)
}

// Iterates goes over a function with a contract.
func Iterates() (n int) {
	for i := range counted { // unknown
		n += i
	}
	return n
}

// counted says what it does.
//
//calvin:atomic
//calvin:ensures true
func counted(yield func(int) bool) {}

// Forgets has code that is not at hand wait.
func Forgets(ctx context.Context, w io.Writer) {
	<-ctx.Done()
	w.Write(nil)
}
