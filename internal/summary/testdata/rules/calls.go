package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
	"time"
)

// want writes p
func direct(p *T) { field(p) }

// want writes p
func deferred(p *T) { defer field(p) }

// want writes p, keeps p
// not waits
func spawned(p *T) { go field(p) }

// want keeps p, writes p
func spawnedLiteral(p *T) { go func() { p.N = 1 }() }

// want writes p
func literal(p *T) { func() { p.N = 1 }() }

// want writes p
func literalVariable(p *T) {
	f := func() { p.N = 1 }
	f()
}

// want writes p
func capturedVariable(p *T) {
	q := &T{}
	set := func() { q = p }
	set()
	q.N = 1
}

// want aliases p
func returnedLiteral(p *T) func() { return func() { p.N = 1 } }

// want writes p
func calledResult(p *T) { returnedLiteral(p)() }

// want keeps p, changes
func literalToGlobal(p *T) { hook = func() { p.N = 1 } }

var hook func()

// want waits, changes
func callsHook() { hook() }

// want writes p, keeps p, calls p, waits
func passesToHook(p *T) { other(p) }

var other func(*T)

// want calls f
// not later f, waits
func callsBack(f func()) { f() }

// want later f
// not calls f
func callsLater(f func()) { go f() }

// want calls f
func callsInLiteral(f func()) { func() { f() }() }

// want calls f
func callsByCallee(f func()) { callsBack(f) }

// want calls f, writes p, keeps p
func passes(f func(*T), p *T) { f(p) }

// want aliases f
func gives(f func() *T) *T { return f() }

// want writes p
// not calls p
func passesLiteral(p *T) { callsBack(func() { p.N = 1 }) }

// want writes p
func laterLiteral(p *T) { callsLater(func() { p.N = 1 }) }

// want writes p
func methodValue(p *T) { callsBack(p.touch) }

func (p *T) touch() { p.N = 1 }

// want writes p
func methodExpression(p *T) { (*T).touch(p) }

// want writes p
func methodExpressionValue(p *T) {
	f := (*T).touch
	f(p)
}

type toucher interface{ touch() }

// want calls i, writes i
func byInterface(i toucher) { i.touch() }

// want writes p
// not waits
func byKnownInterface(p *T) {
	var i toucher = p
	i.touch()
}

// want writes p
func byPromotion(p Outer) {
	var i toucher = p
	i.touch()
}

// want writes p
func byPromotedPointer(p *Outer) {
	var i toucher = p
	i.touch()
}

// want calls w, writes w, keeps b
func writesTo(w io.Writer, b []byte) { w.Write(b) }

// want writes w
// not keeps b, writes b, calls w
func writesToBuffer(w *bytes.Buffer, b []byte) {
	var i io.Writer = w
	i.Write(b)
}

// want aliases r
func givesOf(r interface{ Get() *T }) *T { return r.Get() }

// want writes r
func writesWhatItGets(r interface{ Get() *T }) { r.Get().N = 1 }

// want keeps p, aliases s
func puts(s interface {
	Put(*T)
	Get() *T
}, p *T) *T {
	s.Put(p)
	return s.Get()
}

// want writes p
func recursive(p *T, n int) {
	if n == 0 {
		p.N = 1
		return
	}
	recursive(p.Next, n-1)
}

// want aliases a, aliases b
func swapping(a, b *T, n int) *T {
	if n == 0 {
		return a
	}
	return swapping(b, a, n-1)
}

// want writes p
func even(p *T, n int) {
	if n > 0 {
		odd(p.Next, n-1)
	}
}

// want writes p
func odd(p *T, n int) {
	p.N = 1
	even(p, n-1)
}

// want writes p
func recursiveLiteral(p *T) {
	var f func(q *T)
	f = func(q *T) {
		if q != nil {
			q.N = 1
			f(q.Next)
		}
	}
	f(p)
}

// want keeps q
func link(p, q *T) {
	if p.Next != nil {
		link(p.Next, q)
		return
	}
	p.Next = q
}

// want keeps p, waits
// not changes
func sends(c chan *T, p *T) { c <- p }

// want copies c, waits
func receives(c chan *T) *T { return <-c }

// want writes c, waits
func writesReceived(c chan *T) { (<-c).N = 1 }

// want writes c, waits
func rangesOverChannel(c chan *T) {
	for p := range c {
		p.N = 1
	}
}

// want keeps p, copies c, waits
func selects(c, d chan *T, p *T) *T {
	select {
	case q := <-c:
		return q
	case d <- p:
		return nil
	}
}

// want keeps p
// not waits
func tries(c chan *T, p *T) {
	select {
	case c <- p:
	default:
	}
}

// want writes p
func throughChannel(p *T) {
	c := make(chan *T, 1)
	c <- p
	(<-c).N = 1
}

// want waits
func locks(m *sync.Mutex) { m.Lock() }

// want waits
func locker(l sync.Locker) { unlocks(func() { time.Sleep(1) }) }

func unlocks(f func()) { f() }

// want waits
func waitsFor(wg *sync.WaitGroup) { wg.Wait() }

// want calls f
func once(o *sync.Once, f func()) { o.Do(f) }

// want writes p
func onceLiteral(p *T) {
	var o sync.Once
	o.Do(func() { p.N = 1 })
}

// want later f
func timer(f func()) *time.Timer { return time.AfterFunc(1, f) }

// want keeps p
func timerLiteral(p *T) { time.AfterFunc(1, func() { p.N = 1 }) }

// want keeps p, writes a
func atomicStore(a *atomic.Pointer[T], p *T) { a.Store(p) }

// want copies a
func atomicLoad(a *atomic.Pointer[T]) *T { return a.Load() }

// want writes p
func throughAtomic(p *T) {
	var a atomic.Pointer[T]
	a.Store(p)
	a.Load().N = 1
}

// want keeps p, writes v
func atomicValue(v *atomic.Value, p *T) { v.Store(p) }

// want keeps p
func inPool(pool *sync.Pool, p *T) { pool.Put(p) }

// want keeps k, keeps v
func inSyncMap(m *sync.Map, k, v *T) { m.Store(k, v) }

// want ends
func exits() { os.Exit(1) }

// want ends
func fatal() { log.Fatal("x") }

// want ends
func goexit() { runtime.Goexit() }

// want ends
func exitsByCallee(c bool) {
	if c {
		exits()
	}
	fatal()
}

// not ends, panics
func mayExit(c bool) {
	if c {
		exits()
	}
}

// want panics
func panicking() { panic("x") }

// want panics
func panicsByCallee() { panicking() }

// not panics, ends
func rescued() {
	defer func() { recover() }()
	panicking()
}

// not panics, ends
func deferredPanicking(c bool) {
	if c {
		return
	}
	panicking()
}

// want writes s
// not keeps s
func sorts(s []*T) { sort.Slice(s, func(i, j int) bool { return s[i].N < s[j].N }) }

// want writes p
func sortsAndCounts(s []int, p *T) {
	sort.Slice(s, func(i, j int) bool { p.N++; return s[i] < s[j] })
}

type shouting struct{ p *T }

func (s shouting) String() string { s.p.N++; return "!" }

// want writes p
func prints(p *T) string { return fmt.Sprint(shouting{p}) }

// want calls v
func printsAny(v any) { fmt.Println(v) }

// want calls err
func printsError(err error) string { return err.Error() }

// want aliases err
func wraps(err error) error { return fmt.Errorf("x: %w", err) }

// want ensures r1 != nil
func fails() (*T, error) { return nil, errors.New("x") }

// want ensures r0 != nil || r1 != nil
// not ensures r0 != nil
func mayFail(c bool) (*T, error) {
	if c {
		return nil, errors.New("x")
	}
	return &T{}, nil
}

// not ensures r0 != nil || r1 != nil, ensures r0 != nil
func mayBeNil(c bool) (*T, error) {
	if c {
		return nil, nil
	}
	return &T{}, errors.New("x")
}

// not ensures r0 != nil
func nilAfterPanic() (r0 *T) {
	defer func() { recover() }()
	panicking()
	return &T{}
}

type whole struct{ In shouting }

// want writes p
func printsPart(p *T) string { return fmt.Sprint(whole{shouting{p}}) }

// want writes p
func printsPartBehindPointer(p *T) string { return fmt.Sprint(&whole{shouting{p}}) }

// want writes p
func printsElement(p *T) string { return fmt.Sprint([]any{1, shouting{p}}) }

// want writes p
func printsWithError(p *T) error { return fmt.Errorf("%v", shouting{p}) }

// want writes p
func logs(p *T) { log.Print(shouting{p}) }

// not changes, waits
func printsNumber(n int) string { return fmt.Sprint(n, "x", []int{1}) }

// not ensures result != nil
func nilAfterPanicUnnamed() *T {
	defer func() { recover() }()
	panicking()
	return &T{}
}

// want calls i, writes i
func interfaceMethodValue(i toucher) { callsBack(i.touch) }

// want writes p
func knownInterfaceMethodValue(p *T) {
	var i toucher = p
	callsBack(i.touch)
}

// want calls i
func interfaceMethodExpression(i toucher) { toucher.touch(i) }

// want aliases f
func recoversFrom(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// want writes p
func writesRecovered(p *T, f func()) {
	defer func() { recover().(*T).N = 1 }()
	func() { panic(p) }()
}

// want aliases f
func recoversFromCallee(f func()) (r any) {
	defer func() { r = recover() }()
	callsBack(f)
	return nil
}

// want writes p
func poolNew(p *T) any {
	pool := sync.Pool{New: func() any { p.N++; return p }}
	return pool.Get()
}

// want aliases p
func poolNewGives(p *T) any {
	pool := sync.Pool{New: func() any { return p }}
	return pool.Get()
}

// want keeps p, changes
func poolOfPackage(p *T) { pooled.Put(p) }

var pooled sync.Pool

// want ends
// not panics
func forever() {
	for {
	}
}

type handler interface{ Serve(*T) }

type handlerFunc func(*T)

func (f handlerFunc) Serve(p *T) { f(p) }

// want writes p
func handled(p *T) {
	var h handler = handlerFunc(func(q *T) { q.N = 1 })
	h.Serve(p)
}

type withLock struct {
	sync.Mutex
	p *T
}

// want waits, writes w
func promotedLock(w *withLock) {
	var l sync.Locker = w
	l.Lock()
}

type ringed struct{ next, prev *ringed }

// want writes r
func aroundTheRing(r *ringed) {
	for s := r.next; s != r; s = s.next {
		s.prev = nil
	}
}

// want keeps q
func chained(p, q *T) *T {
	p.setNext(q).N = 1
	return nil
}

func (p *T) setNext(q *T) *T { p.Next = q; return p }

// want keeps p
func storesInReceived(c chan *T, p *T) { (<-c).Next = p }

// want writes a, writes b
func writesBoth(list [2]*T, a, b *T) {
	list[0], list[1] = a, b
	for _, p := range list {
		p.N = 1
	}
}

// want keeps f
func keepsFunction(p *T, f func()) { p.F = f }

// want calls p, writes p
func callsKept(p *T) { p.F() }

// want writes q
func callsWhatItKeeps(p, q *T) {
	p.F = func() { q.N = 1 }
	p.F()
}

// want writes q
func deferredInLoop(q []*T) {
	for _, p := range q {
		defer func() { p.N = 1 }()
	}
}

// want writes p, keeps p
func spawnsCallee(p *T) { go callsBack(func() { p.N = 1 }) }

// want later f
// not calls f
func spawnsCalleeWith(f func()) { go callsBack(f) }

// want writes p
func spawnsWith(p *T) { spawnsCalleeWith(func() { p.N = 1 }) }
