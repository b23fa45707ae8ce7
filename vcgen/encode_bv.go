package vcgen

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// bits writes an operator on bit-vectors of sort s.
func (w *writer) bits(e *ir.Expr, s *ir.Sort) string {
	symbols, ok := bvOperators[e.Op]
	if !ok {
		w.fail(unencodable(e))
		return "false"
	}
	symbol := symbols[0]
	if s.Signed {
		symbol = symbols[1]
	}
	if e.Op == ir.OpShl || e.Op == ir.OpShr {
		return apply(symbol, w.text(e.Args[0]), w.shiftCount(e.Args[1], s.Bits))
	}
	return apply(symbol, w.args(e)...)
}

// shiftCount writes a shift count at the width of what is shifted. Counts beyond the width are brought down to it: the
// effect is the same. Negative counts panic, which is asserted elsewhere; here they are large.
func (w *writer) shiftCount(count *ir.Expr, bits int) string {
	width := big.NewInt(int64(bits))
	full := bvLiteral(width, bits)
	text := w.text(count)
	if count.Sort.Kind == ir.KindInt {
		return let("?c", text, func(c string) string {
			fits := apply("and", apply("<=", "0", c), apply("<", c, strconv.Itoa(bits)))
			return apply("ite", fits, apply(intToBV(bits), c), full)
		})
	}
	from := count.Sort.Bits
	switch {
	case from == bits:
		return text
	case from < bits:
		return apply(fmt.Sprintf("(_ zero_extend %d)", bits-from), text)
	}
	return let("?c", text, func(c string) string {
		return apply("ite", apply("bvult", c, bvLiteral(width, from)), apply(extract(bits), c), full)
	})
}

// compareBits writes a comparison of what bit-vectors are as integers, with each other or with a literal, as a comparison
// of bit-vectors: solvers take seconds for a bound that has to pass through bv2nat. It is empty if e is no such comparison.
func (w *writer) compareBits(e *ir.Expr) string {
	if e.Op != ir.OpLt && e.Op != ir.OpLe && e.Op != ir.OpEq {
		return ""
	}
	x, y := e.Args[0], e.Args[1]
	switch {
	case x.Op == ir.OpBVToInt && y.Op == ir.OpBVToInt:
		s := x.Args[0].Sort
		if o := y.Args[0].Sort; o.Bits != s.Bits || o.Signed != s.Signed {
			return ""
		}
		return compare(e.Op, s, w.text(x.Args[0]), w.text(y.Args[0]))
	case x.Op == ir.OpBVToInt && y.Op == ir.OpInt:
		s := x.Args[0].Sort
		switch lo, hi := ir.Bounds(ir.Integer(s.Bits, s.Signed)); {
		case y.Int.Cmp(lo) < 0:
			return "false"
		case y.Int.Cmp(hi) > 0:
			return strconv.FormatBool(e.Op != ir.OpEq)
		}
		return compare(e.Op, s, w.text(x.Args[0]), bvLiteral(y.Int, s.Bits))
	case x.Op == ir.OpInt && y.Op == ir.OpBVToInt:
		s := y.Args[0].Sort
		switch lo, hi := ir.Bounds(ir.Integer(s.Bits, s.Signed)); {
		case x.Int.Cmp(lo) < 0:
			return strconv.FormatBool(e.Op != ir.OpEq)
		case x.Int.Cmp(hi) > 0:
			return "false"
		}
		return compare(e.Op, s, bvLiteral(x.Int, s.Bits), w.text(y.Args[0]))
	}
	return ""
}

// compare writes OpLt, OpLe or OpEq of bit-vectors of sort s.
func compare(op ir.Op, s *ir.Sort, x, y string) string {
	if op == ir.OpEq {
		return apply("=", x, y)
	}
	symbols := bvOperators[op]
	if s.Signed {
		return apply(symbols[1], x, y)
	}
	return apply(symbols[0], x, y)
}

func extract(bits int) string { return fmt.Sprintf("(_ extract %d 0)", bits-1) }
func intToBV(bits int) string { return fmt.Sprintf("(_ int2bv %d)", bits) }

func (w *writer) intToBV(e *ir.Expr) string {
	if a := e.Args[0]; a.Op == ir.OpInt {
		return bvLiteral(a.Int, e.Sort.Bits)
	}
	return apply(intToBV(e.Sort.Bits), w.text(e.Args[0]))
}

func (w *writer) bvToInt(e *ir.Expr) string {
	s := e.Args[0].Sort
	x := w.text(e.Args[0])
	if !s.Signed {
		return apply("bv2nat", x)
	}
	return let("?b", x, func(x string) string {
		nat := apply("bv2nat", x)
		return apply("ite", apply("bvslt", x, bvLiteral(new(big.Int), s.Bits)),
			apply("-", nat, power(s.Bits).String()), nat)
	})
}

// resize extends by the sign of the operand, as Go's conversions do, or cuts off.
func (w *writer) resize(e *ir.Expr) string {
	from, to := e.Args[0].Sort, e.Sort.Bits
	x := w.text(e.Args[0])
	switch {
	case from.Bits == to:
		return x
	case from.Bits > to:
		return apply(extract(to), x)
	case from.Signed:
		return apply(fmt.Sprintf("(_ sign_extend %d)", to-from.Bits), x)
	}
	return apply(fmt.Sprintf("(_ zero_extend %d)", to-from.Bits), x)
}
