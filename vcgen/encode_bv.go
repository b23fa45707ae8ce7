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
