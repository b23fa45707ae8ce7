// Package nils uses what may be nil, in every way in which that panics.
package nils

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type T struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	once sync.Once
	wg   sync.WaitGroup
	a    atomic.Int64
	v    atomic.Value
	m    sync.Map
	b    bytes.Buffer
	//calvin:guarded_by mu
	n int
}

// An I has a method.
type I interface{ M() }

// M does something.
//
//calvin:atomic
//calvin:modifies t.n
func (t *T) M() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// contracted has a contract.
//
//calvin:atomic
//calvin:modifies t.n
func (t *T) contracted() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

func maybe(b bool) *T {
	if b {
		return &T{}
	}
	return nil
}

func Lock(b bool) {
	t := maybe(b)
	t.mu.Lock() // failed
	t.mu.Unlock()
}

func LockPointer(mu *sync.Mutex, b bool) {
	if b {
		mu = nil
	}
	mu.Lock() // failed
	mu.Unlock()
}

func TryLock(b bool) {
	t := maybe(b)
	if t.mu.TryLock() { // failed
		t.mu.Unlock()
	}
}

func RLockPointer(rw *sync.RWMutex, b bool) {
	if b {
		rw = nil
	}
	rw.RLock() // failed
	rw.RUnlock()
}

func Once(once *sync.Once, b bool) {
	if b {
		once = nil
	}
	once.Do(func() {}) // failed
}

func OnceOfNothing(t *T) {
	t.once.Do(nil) // failed
}

func WaitGroup(wg *sync.WaitGroup, b bool) {
	if b {
		wg = nil
	}
	wg.Wait() // failed
}

func Add(wg *sync.WaitGroup, b bool) {
	if b {
		wg = nil
	}
	wg.Add(1) // failed
}

func Atomic(a *atomic.Int64, b bool) {
	if b {
		a = nil
	}
	a.Add(1) // failed
}

func AtomicFunction(b bool) {
	var a *int64
	if b {
		a = new(int64)
	}
	atomic.AddInt64(a, 1) // failed
}

func StoreNothing(t *T) {
	t.v.Store(nil) // failed
}

func SwapNothing(t *T) any {
	return t.v.Swap(nil) // failed
}

func CompareAndSwapNothing(t *T) bool {
	return t.v.CompareAndSwap(1, nil) // failed
}

func CompareWhatCannotBe(t *T) bool {
	return t.v.CompareAndSwap([]int{1}, []int{2}) // failed
}

func CompareTypes(t *T) bool {
	return t.v.CompareAndSwap(1, "a") // failed
}

func Condition(c *sync.Cond, b bool) {
	if b {
		c = nil
	}
	c.Broadcast() // failed
}

func Map(m *sync.Map, b bool) {
	if b {
		m = nil
	}
	m.Store(1, 2) // failed
}

func Key(t *T) {
	t.m.Store([]int{1}, 2) // failed
}

func KeyOfAnyType(t *T, k any) {
	t.m.Store(k, 2) // failed
}

func KeyOfMap(k any) {
	m := map[any]int{}
	m[k] = 1 // failed
}

// A Key2 has a part of any type.
type Key2 struct {
	n int
	k any
}

func KeyOfMapInside(k any) {
	m := map[Key2]int{}
	m[Key2{1, k}] = 1 // failed
}

func LookupOfAnyType(k any) int {
	m := map[any]int{}
	return m[k] // failed
}

func Delete(k any) {
	m := map[any]int{}
	delete(m, k) // failed
}

func Update(b bool) {
	var m map[int]int
	if b {
		m = map[int]int{}
	}
	m[1] = 1 // failed
}

func Function(f func(), b bool) {
	if b {
		f = nil
	}
	f() // failed
}

func Interface(i I, b bool) {
	if b {
		i = nil
	}
	i.M() // failed
}

func MethodValue(b bool) func() {
	var i I
	if b {
		i = &T{}
	}
	return i.M // failed
}

func Method(b bool) {
	maybe(b).M() // failed
}

func Contract(b bool) {
	maybe(b).contracted() // failed
}

func Goes(b bool) {
	go maybe(b).M() // failed
}

func GoesContract(b bool) {
	go maybe(b).contracted() // failed
}

func Defers(b bool) {
	defer maybe(b).M() // failed
}

func Later() {
	time.AfterFunc(time.Second, nil) // failed
}

func Buffer(b bool) {
	var p *bytes.Buffer
	if b {
		p = &bytes.Buffer{}
	}
	p.WriteByte('a') // failed
}

func Builder(b bool) {
	var p *strings.Builder
	if b {
		p = &strings.Builder{}
	}
	p.WriteByte('a') // failed
}

func Panic(err error) {
	panic(err) // failed
}

func Equal(x, y any) bool {
	return x == y // failed
}

func Assert(x any) int {
	return x.(int) // failed
}

func AssertInterface(x any) I {
	return x.(I) // failed
}

// A Wrapped has the methods of what it points to.
type Wrapped struct{ *T }

func Promoted(w Wrapped) {
	w.M() // failed
}

// positive requires something, and is put in place where it is called.
//
//calvin:requires n > 0
func positive(t *T, n int) int { return n }

func Required(b bool) int {
	return positive(maybe(b), 1) // failed
}

func RequiredNumber(t *T) int {
	return positive(t, 0) // failed
}
