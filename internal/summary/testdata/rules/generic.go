package rules

import (
	"maps"
	"slices"
)

type List[E any] struct {
	head *cell[E]
	n    int
}

type cell[E any] struct {
	value E
	next  *cell[E]
}

// want writes l, keeps v
func (l *List[E]) Push(v E) { l.head = &cell[E]{v, l.head} }

// want copies l
func (l *List[E]) First() E { return l.head.value }

// want calls f
func (l *List[E]) Each(f func(E)) {
	for c := l.head; c != nil; c = c.next {
		f(c.value)
	}
}

// want writes l, keeps p
func pushes(l *List[*T], p *T) { l.Push(p) }

// want writes p
func pushesAndWrites(p *T) {
	var l List[*T]
	l.Push(p)
	l.First().N = 1
}

// want writes p
func eachWrites(p *T) {
	var l List[*T]
	l.Push(p)
	l.Each(func(q *T) { q.N = 1 })
}

// want writes p
func eachStruct(p *T) {
	var l List[Inner]
	l.Push(Inner{p})
	l.Each(func(q Inner) { q.Q.N = 1 })
}

// want aliases x
func identity[E any](x E) E { return x }

// want aliases p
func identical(p *T) *T { return identity(p) }

// want aliases x
func asAny[E any](x E) any { return any(x) }

// want writes i
func asAnyOfInterface(i toucher) { asAny(i).(*T).N = 1 }

// want aliases x
func fromAny[E any](x any) E { return x.(E) }

// want writes p
func thereAndBack(p *T) { fromAny[*T](asAny(p)).N = 1 }

// want writes p
func ofKnownType[E any](p E) {
	if q, ok := any(p).(*T); ok {
		q.N = 1
	}
}

// want writes p
func ofKnownTypeUsed(p *T) { ofKnownType(p) }

// want writes s
func ofSlice[S ~[]E, E any](s S) {
	switch s := any(s).(type) {
	case []*T:
		s[0].N = 1
	}
}

// want writes s
func ofSliceUsed(s []*T) { ofSlice(s) }

type method interface{ touch() }

// want calls x
func byConstraint[E method](x E) { x.touch() }

// want writes p
func byConstraintUsed(p *T) { byConstraint(p) }

// want writes s
func setFirst[S ~[]E, E any](s S, e E) { s[0] = e }

// want writes s, keeps p
func setFirstUsed(s []*T, p *T) { setFirst(s, p) }

// want writes m, keeps v
func setKey[M ~map[K]V, K comparable, V any](m M, k K, v V) { m[k] = v }

// want aliases m
func getKey[M ~map[K]V, K comparable, V any](m M, k K) V { return m[k] }

// want writes m
func getKeyUsed(m map[string]*T) { getKey(m, "x").N = 1 }

// want writes s
// not keeps s
func sorted(s []int) { slices.Sort(s) }

// want writes s, calls f
func sortedBy(s []*T, f func(a, b *T) int) { slices.SortFunc(s, f) }

// want copies s
func cloned(s []*T) []*T { return slices.Clone(s) }

// want writes m
func clonedMap(m map[string]*T) { maps.Clone(m)["x"].N = 1 }

// want writes m
func values(m map[string]*T) {
	for v := range maps.Values(m) {
		v.N = 1
	}
}

// want writes s
func collected(s []*T) {
	for _, p := range slices.Collect(slices.Values(s)) {
		p.N = 1
	}
}

// want calls seq
func rangeOverFunc(seq func(yield func(*T) bool)) {
	for p := range seq {
		p.N = 1
	}
}

// want writes p
func yields(p *T) {
	seq := func(yield func(*T) bool) { yield(p) }
	for q := range seq {
		q.N = 1
	}
}

// want keeps q
func yieldsInto(p, q *T) {
	seq := func(yield func(*T) bool) { yield(q) }
	for x := range seq {
		p.Next = x
	}
}

// want aliases p
func returnsFromRange(p *T) *T {
	seq := func(yield func(*T) bool) { yield(p) }
	for x := range seq {
		return x
	}
	return nil
}

type counter struct{ T }

func (c *counter) touch() { global = &c.T }

// want keeps c
func byConstraintKeeps(c *counter) { byConstraint(c) }

// want writes c, keeps c
func asFunctionValue(c *counter) {
	f := byConstraint[*counter]
	f(c)
}

// want calls s
func eachByConstraint[E method](s []E) {
	for _, x := range s {
		x.touch()
	}
}

// want keeps s
func eachByConstraintUsed(s []*counter) { eachByConstraint(s) }

// want writes p
func boxedTwice(p *T) {
	var x toucher = p
	asAny(x).(*T).N = 1
}

type holder struct{ q *T }

func (h *holder) touch() { h.q.N = 1 }

// want writes q
func heldByConstraint(q *T) { byConstraint(&holder{q}) }
