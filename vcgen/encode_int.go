package vcgen

import (
	"math/big"

	"github.com/calvin-go/calvin/ir"
)

// integer writes the operators on mathematical integers that SMT-LIB does not have.
func (w *writer) integer(e *ir.Expr) string {
	if isDivision(e) {
		return w.division(e)
	}
	x := w.text(e.Args[0])
	switch e.Op {
	case ir.OpQuo:
		return w.truncated(e, x, "div")
	case ir.OpRem:
		return w.truncated(e, x, "mod")
	case ir.OpShl:
		return apply("*", x, intLiteral(power(int(e.Args[1].Int.Int64()))))
	case ir.OpShr:
		// Rounding down, as an arithmetic shift does.
		return apply("div", x, intLiteral(power(int(e.Args[1].Int.Int64()))))
	}
	w.fail(unencodable(e))
	return "false"
}

// truncated writes quotient or remainder as Go has them, from the Euclidean ones: those of the dividend's absolute
// value, negated for a negative dividend. (For x >= 0, x div y is rounded toward zero whatever the sign of y.)
func (w *writer) truncated(e *ir.Expr, x, symbol string) string {
	y := w.text(e.Args[1])
	if r := w.ranges.interval(e.Args[0]); r.lo != nil && r.lo.Sign() >= 0 {
		return apply(symbol, x, y)
	}
	return let("?x", x, func(x string) string {
		return let("?y", y, func(y string) string {
			return apply("ite", apply("<=", "0", x), apply(symbol, x, y), apply("-", apply(symbol, apply("-", x), y)))
		})
	})
}

// wrap writes reduction into the range of a bounded sort. Sums and differences of values in range leave it by less
// than its length: there one correction either way will do, which spares the solver the modulus.
func (w *writer) wrap(e *ir.Expr) string {
	lo, hi := ir.Bounds(e.Sort)
	length := power(e.Sort.Bits)
	r := w.ranges.interval(e.Args[0])
	x := w.text(e.Args[0])
	if !r.within(interval{new(big.Int).Sub(lo, length), new(big.Int).Add(hi, length)}) {
		return wrapModulo(e.Sort, x, length, lo)
	}
	return let("?w", x, func(x string) string {
		text := x
		if r.lo.Cmp(lo) < 0 {
			text = apply("ite", apply("<", x, intLiteral(lo)), apply("+", x, intLiteral(length)), text)
		}
		if r.hi.Cmp(hi) > 0 {
			text = apply("ite", apply(">", x, intLiteral(hi)), apply("-", x, intLiteral(length)), text)
		}
		return text
	})
}

func wrapModulo(s *ir.Sort, x string, length, lo *big.Int) string {
	if !s.Signed {
		return apply("mod", x, intLiteral(length))
	}
	half := intLiteral(new(big.Int).Neg(lo))
	return apply("-", apply("mod", apply("+", x, half), intLiteral(length)), half)
}
