package rules

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"weak"
)

// want writes p, keeps q
func pointerToPointer(p **T, q *T) { *p = q }

// want writes p
func throughPointerToPointer(p **T) { (*p).N = 1 }

// want writes s, keeps p
func appendThroughPointer(s *[]*T, p *T) { *s = append(*s, p) }

// want writes m, keeps p
func appendInMap(m map[string][]*T, p *T) { m["x"] = append(m["x"], p) }

// want writes m, keeps p
func asKey(m map[*T]int, p *T) { m[p]++ }

// want writes m
func writesKeys(m map[*T]int) {
	for p := range m {
		p.N = 1
	}
}

// want writes p
func channelOfChannels(p *T) {
	c := make(chan chan *T, 1)
	d := make(chan *T, 1)
	c <- d
	d <- p
	(<-<-c).N = 1
}

// want writes p, keeps p
func byGoroutine(p *T) {
	c := make(chan *T)
	go func() { (<-c).N = 1 }()
	c <- p
}

// want keeps p
func generator(p *T) <-chan *T {
	c := make(chan *T)
	go func() { c <- p }()
	return c
}

// want writes q
func reassigned(p, q *T) {
	set := func() { p = q }
	set()
	p.N = 1
}

// want aliases q
func reassignedResult(p, q *T) *T {
	func() { p = q }()
	return p
}

// want writes x
func interfaceToInterface(x any) {
	switch x := x.(type) {
	case interface{ Other() *T }:
		x.Other().N = 1
	}
}

type inLocal struct{ a, b *T }

type likeInLocal inLocal

// want writes a
func converted(a *T) { likeInLocal(inLocal{a: a}).a.N = 1 }

// want writes p
func localType(p *T) {
	type local struct{ *T }
	var i toucher = local{p}
	i.touch()
}

// want writes p
func unnamedType(p *T) {
	var i toucher = struct{ *T }{p}
	i.touch()
}

// want keeps w, writes w
func localPrinted(w *T) {
	type local struct{ shouting }
	fmt.Print(local{shouting{w}})
}

// want writes p
func withGoto(p *T) {
	q := &T{}
again:
	q.N = 1
	if q != p {
		q = p
		goto again
	}
}

// want writes dst, copies src
func nestedCopy(dst, src [][]*T) { copy(dst[0], src[0]) }

// want calls f
func onceFunc(f func()) { sync.OnceFunc(f)() }

// want writes p
func onceFuncLiteral(p *T) { sync.OnceFunc(func() { p.N = 1 })() }

type key struct{}

// want writes p
func inContext(p *T) {
	ctx := context.WithValue(context.Background(), key{}, p)
	ctx.Value(key{}).(*T).N = 1
}

type failure struct{ p *T }

func (f *failure) Error() string { return "x" }

// want writes p
func inError(p *T) {
	var f *failure
	if errors.As(fmt.Errorf("%w", &failure{p}), &f) {
		f.p.N = 1
	}
}

// want writes err
func ofError(err error) {
	var f *failure
	if errors.As(err, &f) {
		f.p.N = 1
	}
}

// want writes p
func decoded(p *T) { json.Unmarshal([]byte("{}"), p) }

// want writes p
func decodedFrom(r io.Reader, p *T) { json.NewDecoder(r).Decode(p) }

type byN []*T

func (l byN) Len() int           { return len(l) }
func (l byN) Less(i, j int) bool { l[i].N++; return l[i].N < l[j].N }
func (l byN) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *byN) Push(x any)        { *l = append(*l, x.(*T)) }
func (l *byN) Pop() any          { old := *l; *l = old[1:]; return old[0] }

// want writes l
func sortsByMethods(l []*T) { sort.Sort(byN(l)) }

// want writes l
func sortsReverse(l []*T) { sort.Sort(sort.Reverse(byN(l))) }

// want writes h, keeps p
func onHeap(h *byN, p *T) { heap.Push(h, p) }

// want writes p
func throughHeap(p *T) {
	var h byN
	heap.Push(&h, p)
	heap.Pop(&h).(*T).N = 1
}

// want writes p
func throughList(p *T) {
	l := list.New()
	l.PushBack(p)
	l.Front().Value.(*T).N = 1
}

// want keeps p, writes l
func inList(l *list.List, p *T) { l.PushBack(p) }

// want writes b
func inBuffer(b []byte) { bytes.NewBuffer(b).WriteByte('x') }

// want aliases b
func outOfBuffer(b []byte) []byte { return bytes.NewBuffer(b).Bytes() }

// want calls w
func buffered(w io.Writer) {
	b := bufio.NewWriter(w)
	b.WriteString("x")
	b.Flush()
}

type sink struct{ p *T }

func (s sink) Write(b []byte) (int, error) { s.p.N++; return len(b), nil }

// want writes p
func bufferedSink(p *T) {
	b := bufio.NewWriter(sink{p})
	b.WriteString("x")
	b.Flush()
}

// want writes p
func printsToSink(p *T) { fmt.Fprintf(sink{p}, "x") }

// want writes p
func logsToSink(p *T) { log.New(sink{p}, "", 0).Print("x") }

// want writes p
func copiesToSink(p *T) { io.Copy(sink{p}, strings.NewReader("x")) }

type keeper struct{ b *[]byte }

func (k keeper) Write(b []byte) (int, error) { *k.b = b; return len(b), nil }

// want keeps b, writes to
func keptByWriter(to *[]byte, b []byte) { io.MultiWriter(keeper{to}).Write(b) }

// want calls r, calls w
func tee(r io.Reader, w io.Writer, b []byte) { io.TeeReader(r, w).Read(b) }

// want writes p
func byReflection(p *T) { reflect.ValueOf(p).Elem().Field(0).SetInt(1) }

// want writes p
func deepByReflection(p *T) { reflect.ValueOf(p).Elem().Field(1).Elem().SetInt(1) }

// want aliases p
func outOfReflection(p *T) any { return reflect.ValueOf(p).Elem().Field(2).Interface() }

// want writes q
func setByReflection(p, q *T) {
	reflect.ValueOf(p).Elem().Field(2).Set(reflect.ValueOf(q))
	p.Next.N = 1
}

// want writes p
func calledByReflection(p *T) { reflect.ValueOf(func() { p.N = 1 }).Call(nil) }

// want writes p
func methodByReflection(p *T) { reflect.ValueOf(p).Method(0).Call(nil) }

// want writes p
func swappedByReflection(p []*T) { reflect.Swapper(p)(0, 1) }

// want writes p
func pulled(p *T) {
	next, stop := iter.Pull(func(yield func(*T) bool) { yield(p) })
	defer stop()
	q, _ := next()
	q.N = 1
}

// want writes m
func allOfMap(m map[string]*T) {
	for _, p := range maps.All(m) {
		p.N = 1
	}
}

// want writes p
func swapped(p *T) {
	var a atomic.Pointer[T]
	a.CompareAndSwap(nil, p)
	a.Swap(nil).N = 1
}

// want writes p
func byValueAtomic(p *T) {
	var v atomic.Value
	v.Store(p)
	v.Load().(*T).N = 1
}

// want writes p
func bySyncMap(p *T) {
	var m sync.Map
	m.Store("x", p)
	v, _ := m.Load("x")
	v.(*T).N = 1
}

// want calls f
func rangesSyncMap(m *sync.Map, f func(k, v any) bool) { m.Range(f) }

// want writes p
func later(p *T) { time.AfterFunc(1, func() { p.N = 1 }) }

// want writes p
func weakly(p *T) { weak.Make(p).Value().N = 1 }

// want keeps q
func cleanup(p, q *T) { runtime.AddCleanup(p, func(x *T) { x.N = 1 }, q) }

// want writes p
func scans(p *T) { fmt.Sscan("1", &p.N) }

// want writes s
func minimal(s []*T) { slices.MinFunc(s, func(a, b *T) int { return a.N - b.N }).N = 1 }

// want writes s
func indexed[S ~[]E, E any](s S, e E) {
	for i := range s {
		s[i] = e
	}
}

// want aliases c
func receivesGeneric[C ~chan E, E any](c C) E { return <-c }

// want writes p
func genericChannel(p *T) {
	c := make(chan *T, 1)
	c <- p
	receivesGeneric(c).N = 1
}

type wrapper[E any] struct{ List[E] }

// want writes p
func embeddedGeneric(p *T) {
	var w wrapper[*T]
	w.Push(p)
	w.First().N = 1
}

// want writes p
func genericMethodValue(p *T) {
	var l List[*T]
	push := l.Push
	push(p)
	first := l.First
	first().N = 1
}

type container interface{ Push(*T) }

// want writes p
func genericBehindInterface(p *T) {
	l := &List[*T]{}
	var c container = l
	c.Push(p)
	l.First().N = 1
}

// want writes p
func pairs(p *T) {
	swap := func(a, b *T) (*T, *T) { return b, a }
	q, _ := swap(nil, p)
	q.N = 1
}

// want writes p
func inArray(p *T) {
	var a [2][2]Inner
	a[0][1].Q = p
	b := a
	b[0][1].Q.N = 1
}

// want writes p
func mapOfStructs(p *T) {
	m := map[string]Inner{"x": {p}}
	m["x"].Q.N = 1
}

// want writes p
func literalOfLiterals(p *T) {
	f := func() func() { return func() { p.N = 1 } }
	f()()
}

// want writes p
func tableOfFunctions(p *T) {
	table := map[string]func(*T){"x": field}
	table["x"](p)
}

var registry = map[string]func(*T){"x": field}

// want writes p, waits
func registered(p *T) { registry["x"](p) }

// want keeps p, changes
func throughTwoGlobals(p *T) {
	global.Next = &T{}
	q := global.Next
	q.Next = p
}

// want changes
func writesThroughGetter() { givesGlobal().N = 1 }

// want keeps p, writes p
func storesThroughGetter(p *T) {
	givesGlobal().Next = p
	givesGlobal().Next.N = 1
}

// want keeps p
func registersThroughCallee(p *T) { toGlobal(p.Next) }

// want writes p
func stringer(p *T) { _ = shouting{p}.String() }

// want calls e
func comparesError(e error) bool { return errors.Is(e, io.EOF) }

var count int

// want changes
func counts() { count++ }

// not fresh result
func counter2() *int { return &count }

// want changes
func countsByPointer() { *counter2() = 1 }

// want calls f, writes p
func passesNumber(f func(*int), p *T, c bool) {
	q := &count
	if c {
		q = &p.N
	}
	f(q)
}

// want writes p, changes
func writesEither(p *T, c bool) {
	q := &count
	if c {
		q = &p.N
	}
	*q = 1
}

// want writes p
func finalized(p *T) { runtime.SetFinalizer(p, func(p *T) { p.N = 1 }) }

// want writes q
func cleanedUp(p, q *T) { runtime.AddCleanup(p, func(x *T) { x.N = 1 }, q) }

var hooked = field

// want writes p
func byConstantHook(p *T) { hooked(p) }

var swappedHook = field

func setHook(f func(*T)) { swappedHook = f }

// want writes p, keeps p, waits
func bySwappedHook(p *T) { swappedHook(p) }

var madePool = sync.Pool{New: func() any { return global }}

// want changes
func fromMadePool() { madePool.Get().(*T).N = 1 }

// want keeps p
func intoMadePool(p *T) {
	q := madePool.Get().(*T)
	q.Next = p
	madePool.Put(q)
}
