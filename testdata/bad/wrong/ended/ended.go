// Package ended believes that it never comes to the end: what it asserts there is false.
package ended

import (
	"errors"
	"log"
	"maps"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A T has something of everything.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n  int
	rw sync.RWMutex
	//calvin:guarded_by rw
	m map[int]int
	//calvin:transfers
	c    chan *T
	v    atomic.Value
	a    atomic.Int64
	once sync.Once
	//calvin:closable_if held(once)
	done chan struct{}
	sm   sync.Map
	pool sync.Pool
	wg   sync.WaitGroup
	next *T
}

// Ranges has gone over a map.
func Ranges(m map[int]int) {
	for range m {
	}
	//calvin:assert false // failed
}

// RangesNil has gone over nil.
func RangesNil() {
	var m map[int]int
	for range m {
	}
	//calvin:assert m != nil // failed
}

// RangesAll has gone over a map under a lock.
func (t *T) RangesAll() (s int) {
	t.rw.RLock()
	defer t.rw.RUnlock()
	for k, v := range t.m {
		s += k + v
	}
	//calvin:assert len(t.m) > 0 // failed
	return s
}

// Receives has received an object of its own.
func (t *T) Receives() {
	p, ok := <-t.c
	if p != nil && ok {
		panic("reached") // failed
	}
}

// ReceivesAny has received.
func (t *T) ReceivesAny() {
	<-t.c
	//calvin:assert false // failed
}

// Sends has sent.
func (t *T) Sends() {
	t.c <- &T{}
	//calvin:assert false // failed
}

// Swaps has compared and swapped.
func (t *T) Swaps() {
	t.v.CompareAndSwap(1, 2)
	//calvin:assert false // failed
}

// SwapsFloat counts on a number to be like itself.
func SwapsFloat(x float64) {
	var v atomic.Value
	v.Store(x)
	if !v.CompareAndSwap(x, 2.0) {
		panic("reached") // failed
	}
}

// SwapsNumber has compared and swapped.
func (t *T) SwapsNumber() {
	if t.a.CompareAndSwap(1, 2) {
		panic("reached") // failed
	}
}

// SwapsNot has compared.
func (t *T) SwapsNot() {
	if !t.a.CompareAndSwap(1, 2) {
		panic("reached") // failed
	}
}

// Done has waited, and done what there was to do.
func (t *T) Done() {
	<-t.done
	t.once.Do(func() { close(t.done) })
	//calvin:assert false // failed
}

// Once has done it.
func (t *T) Once() {
	t.once.Do(func() {})
	//calvin:assert false // failed
}

// OnceIn does it.
func (t *T) OnceIn() {
	t.once.Do(func() {
		panic("reached") // failed
	})
}

// Nobody finds nobody ready.
func Nobody() {
	var c chan int
	select {
	case <-c:
	default:
		panic("reached") // failed
	}
}

// Ready finds nobody ready.
func (t *T) Ready() {
	select {
	case <-t.done:
	default:
		panic("reached") // failed
	}
}

// Waits has waited.
func (t *T) Waits() {
	t.wg.Wait()
	//calvin:assert false // failed
}

// Loads has loaded.
func (t *T) Loads() {
	t.sm.Load(1)
	//calvin:assert false // failed
}

// LoadsOrStores has done either.
func (t *T) LoadsOrStores() {
	t.sm.LoadOrStore(1, t)
	//calvin:assert false // failed
}

// Gets has taken something out.
func (t *T) Gets() {
	t.pool.Get()
	//calvin:assert false // failed
}

// TriesLock has tried.
func (t *T) TriesLock() {
	if t.mu.TryLock() {
		t.mu.Unlock()
		panic("reached") // failed
	}
}

// TriesNot has tried in vain.
func (t *T) TriesNot() {
	if !t.mu.TryLock() {
		panic("reached") // failed
	}
	t.mu.Unlock()
}

// Follows has followed a pointer.
func (t *T) Follows() {
	if t.next != nil {
		panic("reached") // failed
	}
}

// FollowsNot has not.
func (t *T) FollowsNot() {
	if t.next == nil {
		panic("reached") // failed
	}
}

// Asserts has asserted a type.
func Asserts(x any) {
	if _, ok := x.(*T); !ok {
		panic("reached") // failed
	}
}

// AssertsInt has asserted another one.
func AssertsInt(x any) {
	if _, ok := x.(int); ok {
		panic("reached") // failed
	}
}

// Same has compared arrays.
func Same(a, b *[80]int) {
	if *a == *b {
		panic("reached") // failed
	}
}

// NotSame has compared arrays.
func NotSame(a, b *[80]int) {
	if *a != *b {
		panic("reached") // failed
	}
}

// Grows has appended.
func Grows(s []int, n int) {
	if s = append(s, n); len(s) > 1 {
		panic("reached") // failed
	}
}

// Makes has made a slice.
func Makes(n int) {
	if n >= 0 && n < 10 {
		if s := make([]int, n); len(s) > 0 {
			panic("reached") // failed
		}
	}
}

// Finds has found an error.
func Finds(err error) {
	var e *strconv.NumError
	if errors.As(err, &e) {
		panic("reached") // failed
	}
}

// Searches has searched.
func Searches(s []int) {
	if i := sort.SearchInts(s, 3); i > 0 {
		panic("reached") // failed
	}
}

// Searched has found.
func Searched(s []int) {
	if i, found := slices.BinarySearch(s, 3); found && i > 0 {
		panic("reached") // failed
	}
}

// Index has found.
func Index(s string) {
	if i := strings.Index(s, "="); i > 0 {
		panic("reached") // failed
	}
}

// Keys has collected.
func Keys(m map[int]int) {
	if s := slices.Sorted(maps.Keys(m)); len(s) > 0 {
		panic("reached") // failed
	}
}

// Cuts has cut.
func Cuts(s string) {
	if a, b, ok := strings.Cut(s, "="); ok && len(a) > 0 && len(b) > 0 {
		panic("reached") // failed
	}
}

// Assumes assumes what cannot be.
func Assumes(n int) int {
	//calvin:assume n > 0 && n < 0
	return n // failed
}

// Requires requires what cannot be. That it never returns follows, and is no finding of its own.
//
//calvin:requires n > 0 && n < 0
func Requires(n int) int { // failed
	return n
}

// Ensures is believed to do what cannot be.
//
//calvin:trusted
//calvin:atomic
//calvin:ensures result > 0 && result < 0
func Ensures() int { return 1 }

// Counts counts on it.
func Counts() int {
	return Ensures() // failed
}

// Exits ends the program, and is right.
func (t *T) Exits(err error) {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	log.Fatal(err)
}

// ExitsTwice does so in two places.
func (t *T) ExitsTwice(code int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if code > 1 {
		os.Exit(code)
	}
	t.n++
	log.Fatalln(code)
}

// ExitsWrong is wrong before it does.
func (t *T) ExitsWrong() {
	t.n++ // failed
	os.Exit(1)
}

//calvin:trusted
//calvin:atomic
//calvin:ensures false
func impossible() {}

// ExitsNever believes that it does not get there.
func (t *T) ExitsNever() { // failed
	impossible()
	t.n++
	log.Fatal("x")
}
