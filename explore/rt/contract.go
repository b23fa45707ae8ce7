package rt

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"
)

// A condition on a state, other than an access predicate, is one on a state in which no goroutine is in the midst of an
// atomic step. Of a variable that the goroutine may read, or that no other goroutine has to itself, it is certain that
// none is: it would have had to keep the others away. Conditions that read another variable are not evaluated.

// Peek is called before a condition reads a variable with the given number, of an object or, if that is nil, of the
// package.
func Peek[T any](variable int, object unsafe.Pointer, p *T) *T {
	current.Load().annotations.peek(variable, object, -1)
	return p
}

// PeekAt is Peek for an element.
func PeekAt(variable int, object unsafe.Pointer, i int) int {
	current.Load().annotations.peek(variable, object, i)
	return i
}

// peek panics if another goroutine may be in the midst of changing a variable; where the condition is one on states
// between steps, also if the goroutine itself may be.
func (a *annotations) peek(variable int, object unsafe.Pointer, element int) {
	v := a.variable(variable)
	if v == nil || v.Immutable || v.AtomicOnly {
		return
	}
	if object != nil && !a.sharing.shared(object) {
		if a.sharing.away(a.s.goroutine(a.self), object) {
			panic(errUnknown{})
		}
		return
	}
	if v.Confined > 0 {
		if (v.Self.Read == nil || a.broken(v.Self.Read, a.self, object, element) != nil) && a.confinedElsewhere(v, object) {
			panic(errUnknown{})
		}
		return
	}
	of := &v.Self
	if element >= 0 && (v.Elem.Read != nil || v.Elem.Write != nil) {
		of = &v.Elem
	}
	self := a.self
	defer func(rounds int) { a.self, a.rounds = self, rounds }(a.rounds)
	if !a.between && a.may(of.Read, of, self, object, element) == yes {
		return
	}
	for _, g := range a.s.live {
		if !a.between && Tid(g.id) == self {
			continue
		}
		if a.may(of.Write, of, Tid(g.id), object, element) != no && a.may(of.Read, of, stranger, object, element) != yes {
			panic(errUnknown{})
		}
	}
}

// An answer is what is known of a condition.
type answer uint8

const (
	unclear answer = iota
	yes
	no
)

// may answers whether the goroutine may access a variable: clauses are those of the access, and what may be written may be
// read.
func (a *annotations) may(clauses []Clause, of *Access, self Tid, object unsafe.Pointer, element int) answer {
	all := func(clauses []Clause) answer {
		out := yes
		for i := range clauses {
			switch holds, known := a.holds(&clauses[i], self, object, element); {
			case !known:
				out = unclear
			case !holds:
				return no
			}
		}
		return out
	}
	if clauses == nil {
		return all(of.Write)
	}
	return all(clauses)
}

// evaluating runs f, which evaluates something for the goroutine self, and reports whether it could.
func (a *annotations) evaluating(self Tid, f func()) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	a.self, a.rounds = self, 0
	f()
	return true
}

// Asserts evaluates a condition where the program comes to it: an assertion, a loop invariant.
func Asserts(clause Site, holds func() bool) {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return
	}
	if a := s.annotations; a.fails(g, holds) {
		a.report(g, touching{site: clause}, 0, func() string {
			return fmt.Sprintf("goroutine %d reaches this point in a state that violates %s; %s", g.name(), clause.Info().What, a.heldBy(g))
		})
	}
}

// Requires evaluates what a function requires when it is called.
func Requires(site, clause Site, holds func() bool) {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return
	}
	if a := s.annotations; a.fails(g, holds) {
		caller := callerOf(2)
		a.reportAt(g, caller, touching{site: site}, clause, func() string {
			return fmt.Sprintf("goroutine %d calls %s in violation of %s; %s", g.name(), site.Info().What, clause.Info().What, a.heldBy(g))
		})
	}
}

// fails reports whether a condition certainly does not hold for g.
func (a *annotations) fails(g *G, holds func() bool) bool {
	result := true
	return a.evaluating(Tid(g.id), func() { result = holds() }) && !result
}

// callerOf is where the function is called that is so many frames up; unknown for one that a go statement runs.
func callerOf(up int) SiteInfo {
	f := frameOf(up + 1)
	if strings.HasPrefix(f.Function, "calvin/explore/") || strings.Contains(f.Function, "/explore/rt.") || f.Line == 0 {
		return SiteInfo{}
	}
	return SiteInfo{File: f.File, Line: f.Line}
}

// frameOf is that of the function which is so many frames up from the caller's.
func frameOf(up int) runtime.Frame {
	var pcs [1]uintptr
	if runtime.Callers(up+2, pcs[:]) == 0 {
		return runtime.Frame{}
	}
	f, _ := runtime.CallersFrames(pcs[:]).Next()
	return f
}

// Before evaluates something now, for later.
func Before[T any](f func() T) func() T {
	var v T
	ok := false
	func() {
		defer func() { _ = recover() }()
		v = f()
		ok = true
	}()
	return func() T {
		if !ok {
			panic(errUnknown{})
		}
		return v
	}
}

// SettledHolder is the holder of a lock, if that is the goroutine itself or nobody: another may be in the midst of a step.
func SettledHolder(holder Tid) Tid {
	if holder != Free && holder != Self() {
		panic(errUnknown{})
	}
	return holder
}

// IsLocal reports whether the object is not known to be shared.
func IsLocal(object unsafe.Pointer) bool {
	return !current.Load().annotations.sharing.shared(object)
}
