// Package rules has functions with what a summary of them must say, after "want", and what it must not, after "not".
package rules

import "unsafe"

type T struct {
	N    int
	P    *int
	Next *T
	M    map[string]*T
	S    []*T
	Any  any
	F    func()
	C    chan *T
}

type Outer struct {
	*T
	In Inner
}

type Inner struct{ Q *T }

var global *T

var table = map[string]*T{}

// want writes p
// not keeps p, aliases p, changes
func field(p *T) { p.N = 1 }

// not writes p, keeps p, aliases p, changes, waits
func read(p *T) int { return p.N + *p.P }

// want writes p
func through(p *T) { *p.P = 1 }

// want writes p
func byElement(p *T) { p.S[0].N = 1 }

// want writes p
func byMap(p *T) { p.M["x"].N = 1 }

// want writes p
func byRange(p *T) {
	for _, q := range p.M {
		q.N = 1
	}
}

// want writes p
func byRangeOfSlice(p *T) {
	for _, q := range p.S {
		q.N++
	}
}

// want writes p
func intoMap(p *T) { p.M["x"] = nil }

// want writes p
func deleted(p *T) { delete(p.M, "x") }

// want writes p
func cleared(p *T) { clear(p.S) }

// want writes p, copies p
// not aliases p
func alias(p *T) *T {
	q := p.Next
	q.N = 1
	return q
}

// want aliases p
// not writes p
func same(p *T) *T { return p }

// want aliases p
// not writes p, keeps p
func inner(p *T) *int { return &p.N }

// want aliases p
// not writes p, keeps p, fresh result
func wrapped(p *T) *Outer { return &Outer{T: p} }

// want fresh result, ensures result != nil
// not writes p, aliases p, copies p
func copied(p *T) *T { return &T{N: p.N} }

// want copies p
// not fresh result, writes p
func shallow(p *T) *T {
	c := *p
	return &c
}

// want writes p
// not changes
func copyThenWrite(p *T) {
	c := *p
	c.Next.N = 1
}

// not writes p, copies p, changes
func copyOnly(p *T) {
	c := *p
	c.N = 1
	c.Next = nil
}

// want writes p
func structCopy(p *Outer) {
	in := p.In
	in.Q.N = 1
}

// want writes v
func byValue(v Inner) { v.Q.N = 1 }

// not writes v
func ownCopy(v Inner) { v.Q = nil }

// want writes p
func promoted(p Outer) { p.N = 1 }

// want keeps q, writes p
// not keeps p, writes q
func stored(p, q *T) { p.Next = q }

// want keeps q, writes p
func storedInElement(p, q *T) { p.S[0] = q }

// want keeps q, writes p
func storedInMap(p, q *T) { p.M["x"] = q }

// want keeps q
// not writes q
func storedInAny(p, q *T) { p.Any = q }

// want keeps q
func storedDeep(p, q *T) { p.Next = &T{Next: &T{Next: q}} }

// want keeps q
func storedLater(p, q *T) {
	w := &T{}
	p.Next = w
	w.Next = q
}

// want keeps p, changes
// not waits
func toGlobal(p *T) { global = p }

// want keeps p, changes
func toTable(p *T) { table["x"] = p }

// want changes
// not fresh result
func fromGlobal() *T {
	global.N++
	return global
}

// not fresh result, changes
func givesGlobal() *T { return global }

// want keeps p, writes p
func byGlobal(p *T) {
	global.Next = p
	global.Next.N = 1
}

// want writes a
func swapThenWrite(a *T) {
	b := &T{}
	b.Next = a
	c := b
	c.Next.N = 1
}

// want writes a, writes b
func phi(a, b *T, c bool) {
	p := a
	if c {
		p = b
	}
	p.N = 1
}

// want writes a
func loop(a *T) {
	for p := a; p != nil; p = p.Next {
		p.N = 1
	}
}

// want writes dst, aliases dst
// not writes src
func appended(dst, src []*T) []*T { return append(dst, src...) }

// want copies src
// not fresh result
func appendedFresh(src []*T) []*T { return append([]*T(nil), src...) }

// want fresh result
func bytesCopied(src []byte) []byte { return append([]byte(nil), src...) }

// want writes dst
// not writes src, keeps src, copies src
func copyBytes(dst, src []byte) int { return copy(dst, src) }

// want writes dst, copies src
func copyPointers(dst, src []*T) int { return copy(dst, src) }

// want aliases s
func part(s []byte) []byte { return s[1:2] }

// want writes s
func partWritten(s []byte) { s[1:2][0] = 1 }

// want writes a
func arrayPointer(a *[4]int) { a[:2][0] = 1 }

// want writes s
func asArray(s []int) { (*[2]int)(s)[0] = 1 }

// not writes a
func arrayValue(a [4]int) { a[0] = 1 }

// want writes a
func arrayOfPointers(a [4]*int) { *a[0] = 1 }

// want writes p
func unsafely(p *T) { *(*int)(unsafe.Pointer(p)) = 1 }

// want writes p
func byNumber(p *T) { *(*int)(unsafe.Pointer(uintptr(unsafe.Pointer(p)) + 8)) = 1 }

// want keeps p, writes p
func hidden(p *T) { numbers = append(numbers, uintptr(unsafe.Pointer(p))) }

var numbers []uintptr

// want writes p
func unsafeDeep(p **T) {
	q := *(*uintptr)(unsafe.Pointer(p))
	_ = q
	(*(**T)(unsafe.Pointer(p))).N = 1
}

// want aliases a, aliases b
func two(a, b *T) (x, y *T) { return b, a }

// want aliases p
func named(p *T) (r *T) {
	defer func() { r = p }()
	return nil
}

// want aliases p
func recovered(p *T) (r any) {
	defer func() { r = recover() }()
	panic(p)
}

// want writes p
func recoveredAndWritten(p *T) {
	defer func() { recover().(*T).N = 1 }()
	panic(p)
}

// want aliases x, aliases y
func multi(x, y *T) (a, b *T) {
	type pair struct{ a, b *T }
	p := pair{x, y}
	return p.a, p.b
}

// want writes p
func typeSwitch(p any) {
	switch p := p.(type) {
	case *T:
		p.N = 1
	case *Outer:
	}
}

// want aliases p
func boxed(p *T) any { return p }

// want copies p
func boxedStruct(p *T) any { return *p }

// want writes p
func unboxed(p *T) {
	var x any = p
	x.(*T).N = 1
}

// want keeps q
func variadic(p *T, q ...*T) { p.S = q }

// want copies q
func variadicElements(p *T, q ...*T) { p.S = append(p.S, q...) }

// want aliases a, aliases b
func gathered(a, b *T) []*T { return gather(a, b) }

func gather(list ...*T) []*T { return list }

// want keeps b
func stringOfBytes(b []byte) string { return unsafe.String(&b[0], len(b)) }

// want keeps b
func stringByCast(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }
