// Package cores uses type parameters for what all of their types are.
package cores

import "sync"

// A T has annotations.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type (
	list  interface{ ~[]int }
	text  interface{ ~string | ~[]byte }
	table interface{ ~map[int]int }
	queue interface{ ~chan int }
	row   interface{ ~[3]int }
	ref   interface{ ~*int }
	pair  interface{ ~struct{ a, b int } }
)

// Copy copies elements.
func Copy[S list](dst, src S) int { return copy(dst, src) } // unknown

// CopyTo copies elements there.
func CopyTo[S list](dst S, src []int) int { return copy(dst, src) } // unknown

// CopyText copies bytes.
func CopyText[S text](dst []byte, src S) int { return copy(dst, src) } // unknown

// Append appends an element.
func Append[S list](s S) S { return append(s, 1) } // unknown

// AppendAll appends some.
func AppendAll[S list](s, more S) S { return append(s, more...) } // unknown

// AppendTo appends some to a slice.
func AppendTo[S list](s []int, more S) []int { return append(s, more...) } // unknown

// AppendText appends bytes.
func AppendText[S text](b []byte, s S) []byte { return append(b, s...) } // unknown

// AppendNothing appends nothing.
func AppendNothing[S list](s S) S { return append(s) } // unknown

// MakeList makes a slice.
func MakeList[S list](n int) S { return make(S, n&7) } // unknown

// MakeOne makes a slice of constant length.
func MakeOne[S list]() S { return make(S, 1) } // unknown

// MakeTable makes a map.
func MakeTable[M table]() M { return make(M) } // unknown

// MakeQueue makes a channel.
func MakeQueue[C queue]() C { return make(C, 1) } // unknown

// Literal writes a slice out.
func Literal[S list]() S { return S{1, 2} } // unknown

// LiteralTable writes a map out.
func LiteralTable[M table]() M { return M{1: 2} } // unknown

// LiteralPair writes a struct out.
func LiteralPair[P pair]() P { return P{a: 1} } // unknown

// LiteralRow writes an array out.
func LiteralRow[A row]() A { return A{1, 2} } // unknown

// Put stores an entry.
func Put[M table](m M) { m[1] = 2 } // unknown

// Get looks one up.
func Get[M table](m M) int { return m[1] } // unknown

// Has looks whether there is one.
func Has[M table](m M) bool {
	_, ok := m[1] // unknown
	return ok
}

// Delete deletes one.
func Delete[M table](m M) { delete(m, 1) } // unknown

// ClearTable clears a map.
func ClearTable[M table](m M) { clear(m) } // unknown

// Each goes over a map.
func Each[M table](m M) (n int) { // unknown
	for _, x := range m { // unknown
		n += x
	}
	return n
}

// Count counts entries.
func Count[M table](m M) int { return len(m) } // unknown

// Send sends.
func Send[C queue](c C) { c <- 1 } // unknown

// Receive receives.
func Receive[C queue](c C) int { return <-c } // unknown

// Drain receives all.
func Drain[C queue](c C) (n int) {
	for x := range c { // unknown
		n += x
	}
	return n
}

// Close closes.
func Close[C queue](c C) { close(c) } // unknown

// Select receives what there is.
func Select[C queue](c C) int {
	select { // unknown
	case x := <-c:
		return x
	default:
		return 0
	}
}

// Room tells how many values fit.
func Room[C queue](c C) int { return cap(c) - len(c) } // unknown

// Element has an element of an array.
func Element[A row](a A) int { return a[1] } // unknown

// SetElement stores one.
func SetElement[A row](a A) A {
	a[1] = 2 // unknown
	return a
}

// SetAt stores one in an array of others.
func SetAt[A row](a *A) { (*a)[1] = 2 } // unknown

// Slice slices an array.
func Slice[A row](a *A) []int { return (*a)[:] } // unknown

// Load follows a pointer.
func Load[P ref](p P) int { return *p } // unknown

// Store stores where it leads.
func Store[P ref](p P) { *p = 1 } // unknown

// Range goes over an array.
func Range[A row](a A) (n int) {
	for _, x := range a { // unknown
		n += x
	}
	return n
}

// RangeList goes over a slice.
func RangeList[S list](s S) (n int) {
	for i := range s { // unknown
		n += i
	}
	return n
}

// RangeText goes over text.
func RangeText[S ~string](s S) (n int) { // unknown
	for range s { // unknown
		n++
	}
	return n
}

// RangeNumber counts.
func RangeNumber[N ~int](n N) (m int) {
	for range n {
		m++
	}
	return m
}

// RangeCalls goes over a function.
func RangeCalls[F ~func(func(int) bool)](f F) (n int) {
	for x := range f { // unknown
		n += x
	}
	return n
}

// SetList stores an element.
func SetList[S list](s S) { s[0] = 1 } // unknown

// SetPart stores one in a part.
func SetPart[S list](s S) { s[1:][0] = 1 } // unknown

// Bytes converts text.
func Bytes[S text](s S) []byte { return []byte(s) } // unknown

// Runes converts text.
func Runes[S ~string](s S) []rune { return []rune(s) } // unknown

// Array converts a slice.
func Array[S list](s S) [2]int { return [2]int(s) } // unknown

// Pointer converts a slice.
func Pointer[S list](s S) *[2]int { return (*[2]int)(s) } // unknown

// Add adds.
func Add[N ~int](a, b N) N { return a + b }

// Inc increments a copy.
func Inc[N ~int](n N) N { n++; return n }

// Join joins text.
func Join[S ~string](a, b S) S { return a + b }

// First is the first byte.
func First[S text](s S) byte { return s[0] } // unknown

// Same compares.
func Same[A row](a, b A) bool { return a == b }
