package heap

import (
	"fmt"
	"go/token"
	"go/types"
	"math/big"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// AsInt returns an integer value as an unbounded integer: lengths and indices are never bit-vectors.
func (m *Memory) AsInt(e *ir.Expr) *ir.Expr {
	if e.Sort.Kind != ir.KindBV {
		return e
	}
	if e.Op == ir.OpInt {
		return ir.BigInt(e.Int, ir.Integer(e.Sort.Bits, e.Sort.Signed))
	}
	return ir.Convert(ir.OpBVToInt, e, ir.Integer(e.Sort.Bits, e.Sort.Signed))
}

// IntValue returns an integer as a value of Go's type int in this function.
func (m *Memory) IntValue(v *ir.Expr) *ir.Expr {
	s, err := m.basicSort(types.Typ[types.Int])
	if err != nil {
		return v
	}
	return ConvertInteger(v, s)
}

// Binary returns x op y for operands of type t (y of type yt in a shift), with Go's meaning, wrap-around included. That
// the operation does not panic is asserted elsewhere.
func (m *Memory) Binary(op token.Token, x, y *ir.Expr, t, yt types.Type) (*ir.Expr, error) {
	switch op {
	case token.EQL:
		return m.equal(x, y, t)
	case token.NEQ:
		e, err := m.equal(x, y, t)
		if err != nil {
			return nil, err
		}
		return ir.Not(e), nil
	}
	switch x.Sort.Kind {
	case ir.KindBool:
		switch op {
		case token.LAND, token.AND:
			return ir.And(x, y), nil
		case token.LOR, token.OR:
			return ir.Or(x, y), nil
		}
	case ir.KindInt:
		s, err := m.Sort(t)
		if err != nil {
			return nil, err
		}
		e, err := integerOp(op, x, y, s)
		if err != nil {
			if bits := m.bitOperation(op, x, y, s); bits != nil {
				return bits, nil
			}
		}
		return e, err
	case ir.KindBV:
		return m.bitVectorOp(op, x, y)
	case ir.KindOpaque:
		if x.Sort.Name == StringSort.Name {
			return stringOp(op, x, y)
		}
	}
	return nil, fmt.Errorf("operator %s on %s", op, m.ShortType(t))
}

// integerOp is arithmetic on mathematical integers brought back into the range of the type, of sort s. The operands' own sorts do not
// tell it: what is converted to a wider type keeps its sort, as its values are the same.
func integerOp(op token.Token, x, y *ir.Expr, s *ir.Sort) (*ir.Expr, error) {
	switch op {
	case token.SHL, token.SHR:
		return shiftByConstant(op, x, y, s)
	case token.ADD:
		return ir.Wrap(ir.Bin(ir.OpAdd, x, y), s), nil
	case token.SUB:
		return ir.Wrap(ir.Bin(ir.OpSub, x, y), s), nil
	case token.MUL:
		return ir.Wrap(ir.Bin(ir.OpMul, x, y), s), nil
	case token.QUO:
		return ir.Wrap(ir.Bin(ir.OpQuo, x, y), s), nil // the least integer divided by -1 wraps
	case token.REM:
		return ir.Wrap(ir.Bin(ir.OpRem, x, y), s), nil
	case token.AND:
		if e := mask(x, y, s); e != nil {
			return e, nil
		}
	case token.AND_NOT:
		if e := mask(x, y, s); e != nil {
			return ir.Wrap(ir.Bin(ir.OpSub, x, e), s), nil
		}
	}
	if e := Comparison(op, x, y); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("operator %s on integers", op)
}

// Comparison is x op y, for one of the six operators that compare.
func Comparison(op token.Token, x, y *ir.Expr) *ir.Expr {
	switch op {
	case token.LSS:
		return ir.Lt(x, y)
	case token.LEQ:
		return ir.Le(x, y)
	case token.GTR:
		return ir.Lt(y, x)
	case token.GEQ:
		return ir.Le(y, x)
	}
	return nil
}

// mask returns x & y where y is one less than a power of two: the Euclidean remainder, for negative x as well.
func mask(x, y *ir.Expr, s *ir.Sort) *ir.Expr {
	if y.Op != ir.OpInt || !analysis.IsMask(y.Int) {
		return nil
	}
	mod := new(big.Int).Add(y.Int, big.NewInt(1))
	return ir.Wrap(ir.Bin(ir.OpMod, x, ir.BigInt(mod, ir.Int)), s)
}

// shiftByConstant shifts a mathematical integer: multiplication, or division rounded down, by a power of two.
func shiftByConstant(op token.Token, x, y *ir.Expr, s *ir.Sort) (*ir.Expr, error) {
	if y.Op != ir.OpInt {
		return nil, fmt.Errorf("operator %s on integers", op)
	}
	count := uint(min(y.Int.Uint64(), 64))
	power := ir.BigInt(new(big.Int).Lsh(big.NewInt(1), count), ir.Int)
	if op == token.SHL {
		return ir.Wrap(ir.Bin(ir.OpMul, x, power), s), nil
	}
	return ir.Wrap(ir.Bin(ir.OpDiv, x, power), s), nil
}

var bitVectorOps = map[token.Token]ir.Op{
	token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul, token.QUO: ir.OpQuo, token.REM: ir.OpRem,
	token.AND: ir.OpBitAnd, token.OR: ir.OpBitOr, token.XOR: ir.OpBitXor, token.SHL: ir.OpShl, token.SHR: ir.OpShr,
}

func (m *Memory) bitVectorOp(op token.Token, x, y *ir.Expr) (*ir.Expr, error) {
	if op == token.AND_NOT {
		return ir.Bin(ir.OpBitAnd, x, ir.Un(ir.OpBitNot, y)), nil
	}
	if op == token.SHL || op == token.SHR {
		y = shiftCount(y, x.Sort)
	}
	if o, ok := bitVectorOps[op]; ok {
		return ir.Bin(o, x, y), nil
	}
	if e := Comparison(op, x, y); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("operator %s on integers", op)
}

// shiftCount returns a shift count as an unsigned bit-vector of the shifted operand's width; counts too large for it
// become the width, which shifts everything out just the same. Counts are not negative: that is asserted elsewhere.
func shiftCount(y *ir.Expr, s *ir.Sort) *ir.Expr {
	u := ir.BitVector(s.Bits, false)
	width := ir.N(int64(s.Bits), ir.Int)
	switch {
	case y.Op == ir.OpInt:
		if y.Int.Cmp(width.Int) > 0 {
			return ir.N(int64(s.Bits), u)
		}
		return ir.BigInt(y.Int, u)
	case y.Sort.Kind == ir.KindBV && y.Sort.Bits == s.Bits:
		return y
	case y.Sort.Kind == ir.KindBV && y.Sort.Bits < s.Bits:
		return ir.Convert(ir.OpBVResize, y, u)
	case y.Sort.Kind == ir.KindBV:
		limit := ir.N(int64(s.Bits), ir.BitVector(y.Sort.Bits, false))
		small := ir.Lt(ir.Convert(ir.OpBVResize, y, limit.Sort), limit)
		return ir.Ite(small, ir.Convert(ir.OpBVResize, y, u), ir.N(int64(s.Bits), u))
	}
	return ir.Ite(ir.Lt(y, width), ir.Convert(ir.OpIntToBV, y, u), ir.N(int64(s.Bits), u))
}

// Unary returns op x for an operand of type t.
func (m *Memory) Unary(op token.Token, x *ir.Expr, t types.Type) (*ir.Expr, error) {
	s, err := m.Sort(t)
	if err != nil {
		return nil, err
	}
	switch {
	case op == token.NOT:
		return ir.Not(x), nil
	case op == token.ADD:
		return x, nil
	case op == token.SUB && x.Sort.Kind == ir.KindInt:
		return ir.Wrap(ir.Bin(ir.OpSub, ir.N(0, ir.Int), x), s), nil
	case op == token.SUB && x.Sort.Kind == ir.KindBV:
		return ir.Un(ir.OpNeg, x), nil
	case op == token.XOR && x.Sort.Kind == ir.KindInt:
		// The complement of x is -x-1 in two's complement, and the greatest value less x without a sign.
		_, hi := ir.Bounds(s)
		if s.Signed {
			hi = big.NewInt(-1)
		}
		return ir.Wrap(ir.Bin(ir.OpSub, ir.BigInt(hi, ir.Int), x), s), nil
	case op == token.XOR && x.Sort.Kind == ir.KindBV:
		return ir.Un(ir.OpBitNot, x), nil
	}
	return nil, fmt.Errorf("operator %s on %s", op, m.ShortType(t))
}

// Convert returns x, of type from, converted to type to.
func (m *Memory) Convert(x *ir.Expr, from, to types.Type) (*ir.Expr, error) {
	s, err := m.Sort(to)
	if err != nil {
		return nil, err
	}
	isInt := func(s *ir.Sort) bool { return s.Kind == ir.KindInt || s.Kind == ir.KindBV }
	switch {
	case isInt(x.Sort) && isInt(s):
		return ConvertInteger(x, s), nil
	case types.Identical(from.Underlying(), to.Underlying()):
		return x, nil
	case m.Facts.SamePointee(from, to), analysis.IsChan(from) && analysis.IsChan(to):
		return x, nil
	}
	return nil, fmt.Errorf("conversion from %s to %s", m.ShortType(from), m.ShortType(to))
}

// ConvertInteger is the integer x as one of sort s, wrapped around as Go does.
func ConvertInteger(x *ir.Expr, s *ir.Sort) *ir.Expr {
	switch from := x.Sort; {
	case from.Kind == ir.KindInt && s.Kind == ir.KindInt:
		return ir.Wrap(x, s)
	case from.Kind == ir.KindBV && s.Kind == ir.KindBV:
		return ir.Convert(ir.OpBVResize, x, s)
	case s.Kind == ir.KindBV:
		if x.Op == ir.OpInt {
			return ir.BigInt(x.Int, s)
		}
		return ir.Convert(ir.OpIntToBV, x, s)
	default:
		exact := ir.Integer(from.Bits, from.Signed)
		return ir.Wrap(ir.Convert(ir.OpBVToInt, x, exact), s)
	}
}

// Unlimited is the result of an operator that does not wrap around.
func Unlimited(op ir.Op, a, b *ir.Expr) *ir.Expr {
	e := *ir.Bin(op, a, b)
	e.Sort = ir.Int
	return &e
}

// Exact has the operators that do not wrap around if an operand is without bounds: the length of a sequence, or of type
// integer.
var Exact = map[token.Token]ir.Op{token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul}

// IsExact reports whether e is a mathematical integer, which has no bounds.
func IsExact(e *ir.Expr) bool { return e.Sort.Kind == ir.KindInt && e.Sort.Bits == 0 }

// byteType is the type of a string's elements.
var byteType = types.Typ[types.Uint8]
