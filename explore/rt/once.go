package rt

import (
	"sync"
	"unsafe"
)

// A once models a sync.Once: the first Do runs the function, others wait until it has run.
type once struct {
	header
	runner *G // who runs the function
	done   bool
}

// Who is first matters; the end of the function enables those that wait.
var onceRules = append(both(
	[2]Class{ClassOnceRun, ClassOnceRun},
),
	rule{ClassOnceDone, ClassOnceSeen, Enables},
	rule{ClassOnceRun, ClassOnceSeen, Conflict},
)

func (o *once) enabled(g *G) bool { return g.op.kind != OpOnce || o.runner == nil }

func (o *once) state(*G) (state, arg uint64) {
	switch {
	case o.done:
		return onceIsDone, 0
	case o.runner != nil:
		return onceRuns, 0
	}
	return 0, 0
}

func (o *once) effect(g *G) Class {
	switch {
	case g.op.kind == OpOnceDone:
		return ClassOnceDone
	case o.done || o.runner != nil:
		return ClassOnceSeen
	}
	return ClassOnceRun
}

func (s *Scheduler) onceOf(g *G, o *sync.Once) *once {
	if m, ok := s.objects.lookup(unsafe.Pointer(o)).(*once); ok {
		return m
	}
	m := s.models.onces.get()
	*m = once{header: s.newHeader(g, unsafe.Pointer(o), m.header), done: onceDone(o)}
	s.objects.insert(unsafe.Pointer(o), m)
	return m
}

// onceDone reports whether o has been done before instrumented code touched it. The flag is the first field that is not
// of size zero; there is no other way to ask.
func onceDone(o *sync.Once) bool { return *(*uint32)(unsafe.Pointer(o)) != 0 }

// OnceDo is o.Do(f).
func OnceDo(site Site, o *sync.Once, f func()) {
	s, g := enter()
	switch {
	case g == nil:
		o.Do(f)
	case !g.dying:
		m := s.onceOf(g, o)
		s.do(g, OpOnce, site, m)
		if m.done {
			g.acquire(m.rel)
			return
		}
		m.runner = g
		// As in sync: also when f panics or exits, the Once is done.
		defer s.onceDone(g, m, site, o)
		f()
	}
}

// onceDone ends the function of a Once.
func (s *Scheduler) onceDone(g *G, m *once, site Site, o *sync.Once) {
	if g.dying {
		return
	}
	s.do(g, OpOnceDone, site, m)
	m.runner, m.done = nil, true
	o.Do(func() {})
	g.release(&m.rel)
}

// OnceFunc is sync.OnceFunc(f).
func OnceFunc(site Site, f func()) func() {
	g := OnceValue(site, func() struct{} { f(); return struct{}{} })
	return func() { g() }
}

// OnceValue is sync.OnceValue(f).
func OnceValue[T any](site Site, f func() T) func() T {
	g := OnceValues(site, func() (T, struct{}) { return f(), struct{}{} })
	return func() T {
		v, _ := g()
		return v
	}
}

// OnceValues is sync.OnceValues(f): if f panics, every call panics with the same value.
func OnceValues[A, B any](site Site, f func() (A, B)) func() (A, B) {
	var (
		once  = new(sync.Once)
		valid bool
		p     any
		a     A
		b     B
	)
	first := func() {
		defer func() {
			if !valid {
				p = recover()
				panic(p)
			}
		}()
		a, b = f()
		valid = true
	}
	return func() (A, B) {
		OnceDo(site, once, first)
		if !valid {
			panic(p)
		}
		return a, b
	}
}
