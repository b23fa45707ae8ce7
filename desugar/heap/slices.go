package heap

import (
	"fmt"
	"go/types"
	"math"
	"math/bits"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// SliceArr is the array that the slice s is part of.
func (m *Memory) SliceArr(s *ir.Expr) *ir.Expr { return ir.GetField(s, 0) }

// SliceOff is where in its array the slice s begins.
func (m *Memory) SliceOff(s *ir.Expr) *ir.Expr { return ir.GetField(s, 1) }

// SliceLen is the length of the slice s.
func (m *Memory) SliceLen(s *ir.Expr) *ir.Expr { return ir.GetField(s, 2) }

// SliceCap is the capacity of the slice s.
func (m *Memory) SliceCap(s *ir.Expr) *ir.Expr { return ir.GetField(s, 3) }

// MakeSliceValue returns the slice value over the array at arr.
func (m *Memory) MakeSliceValue(arr, off, n, capacity *ir.Expr) *ir.Expr {
	return ir.MakeTuple(SliceSort, arr, off, n, capacity)
}

// wellFormed says what holds of every slice value with elements of a type.
func (m *Memory) wellFormed(s *ir.Expr, elem types.Type) []*ir.Expr {
	zero := ir.N(0, IntSort)
	arr, off, n, c := m.SliceArr(s), m.SliceOff(s), m.SliceLen(s), m.SliceCap(s)
	return []*ir.Expr{
		ir.Le(zero, off), ir.Le(zero, n), ir.Le(n, c), NoMore(ir.Add(off, c), elem),
		ir.Implies(ir.Eq(arr, ir.Nil), ir.And(ir.Eq(off, zero), ir.Eq(c, zero))),
	}
}

// Length returns the length of a string or slice value.
func (m *Memory) Length(s *ir.Expr) *ir.Expr {
	if s.Sort.Name == StringSort.Name {
		return m.StringLen(s)
	}
	return m.SliceLen(s)
}

// ZeroInt is the int 0.
var ZeroInt = ir.N(0, IntSort)

// ElementSort is the sort of the value at a place in a heap variable.
func ElementSort(p Place) *ir.Sort {
	s := p.Family.Sort
	for range p.Keys {
		s = s.Elem
	}
	return s
}

// Nothing that takes memory is long enough to make sums of lengths and indices overflow. Go itself allows an object of 2^48
// bytes and no more. Of elements that take up memory there are assumed to be 2^40 at most in one object: a make of more is a
// finding, though a very large machine might do it, and what exists has no more. The bound is one for all types, so that
// there may be as many elements of one type as there are of another; only of those that are very large there are less.
// Elements of size zero take up nothing: there may be as many as an int can count.
const (
	MaxElements = 1 << 40
	maxBytes    = 1 << 48
)

// MostElements is how many elements of a type there may be in one object. Values of a type parameter are taken to need memory,
// and not much of it.
func MostElements(elem types.Type) int64 {
	if analysis.IsGeneric(elem) {
		return MaxElements
	}
	size := types.SizesFor("gc", "amd64").Sizeof(elem)
	if size <= 0 {
		return math.MaxInt64
	}
	return min(MaxElements, maxBytes/size)
}

// NoMore says that n elements of a type are not more than there may be.
func NoMore(n *ir.Expr, elem types.Type) *ir.Expr { return ir.Le(n, ir.N(MostElements(elem), IntSort)) }

// LimitText is how messages write the greatest number of elements of a type.
func LimitText(elem types.Type) string {
	n := uint64(MostElements(elem))
	if bits.OnesCount64(n) == 1 {
		return fmt.Sprintf("1<<%d", bits.TrailingZeros64(n))
	}
	return fmt.Sprint(n)
}
