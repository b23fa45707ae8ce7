package desugar

import (
	"fmt"
	"go/types"
	"math"
	"math/bits"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Nothing that takes memory is long enough to make sums of lengths and indices overflow. Go itself allows an object of 2^48
// bytes and no more. Of elements that take up memory there are assumed to be 2^40 at most in one object: a make of more is a
// finding, though a very large machine might do it, and what exists has no more. The bound is one for all types, so that
// there may be as many elements of one type as there are of another; only of those that are very large there are less.
// Elements of size zero take up nothing: there may be as many as an int can count.
const (
	maxElements = 1 << 40
	maxBytes    = 1 << 48
)

// mostElements is how many elements of a type there may be in one object. Values of a type parameter are taken to need memory,
// and not much of it.
func mostElements(elem types.Type) int64 {
	if analysis.IsGeneric(elem) {
		return maxElements
	}
	size := types.SizesFor("gc", "amd64").Sizeof(elem)
	if size <= 0 {
		return math.MaxInt64
	}
	return min(maxElements, maxBytes/size)
}

// noMore says that n elements of a type are not more than there may be.
func noMore(n *ir.Expr, elem types.Type) *ir.Expr { return ir.Le(n, ir.N(mostElements(elem), intSort)) }

// limitText is how messages write the greatest number of elements of a type.
func limitText(elem types.Type) string {
	n := uint64(mostElements(elem))
	if bits.OnesCount64(n) == 1 {
		return fmt.Sprintf("1<<%d", bits.TrailingZeros64(n))
	}
	return fmt.Sprint(n)
}

// lengthOf returns the length of a string or slice that the program has at hand, and assumes that it is one that there may be. An
// annotation may speak of longer strings.
func (t *translator) lengthOf(x *ir.Expr) *ir.Expr {
	n := t.mem.length(x)
	if x.Sort.Name == stringSort.Name && n.Op != ir.OpInt {
		t.assume(ir.Le(n, ir.N(maxElements, intSort)))
	}
	return n
}
