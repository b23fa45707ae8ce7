package desugar

import (
	"fmt"
	"go/token"
	"go/types"
	"math/big"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// asInt returns an integer value as an unbounded integer: lengths and indices are never bit-vectors.
func (m *memory) asInt(e *ir.Expr) *ir.Expr {
	if e.Sort.Kind != ir.KindBV {
		return e
	}
	if e.Op == ir.OpInt {
		return ir.BigInt(e.Int, ir.Integer(e.Sort.Bits, e.Sort.Signed))
	}
	return ir.Convert(ir.OpBVToInt, e, ir.Integer(e.Sort.Bits, e.Sort.Signed))
}

// binary returns x op y for operands of type t (y of type yt in a shift), with Go's meaning, wrap-around included. That
// the operation does not panic is asserted elsewhere.
func (m *memory) binary(op token.Token, x, y *ir.Expr, t, yt types.Type) (*ir.Expr, error) {
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
		s, err := m.sort(t)
		if err != nil {
			return nil, err
		}
		if op == token.SHL || op == token.SHR {
			return shiftByConstant(op, x, y, s)
		}
		return integerOp(op, x, y, s)
	case ir.KindBV:
		return m.bitVectorOp(op, x, y)
	case ir.KindOpaque:
		if x.Sort.Name == stringSort.Name {
			return stringOp(op, x, y)
		}
	}
	return nil, fmt.Errorf("operator %s on %s", op, m.shortType(t))
}

// integerOp is arithmetic on mathematical integers brought back into the range of the type, of sort s. The operands' own sorts do not
// tell it: what is converted to a wider type keeps its sort, as its values are the same.
func integerOp(op token.Token, x, y *ir.Expr, s *ir.Sort) (*ir.Expr, error) {
	switch op {
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
	if e := comparison(op, x, y); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("operator %s on integers", op)
}

func comparison(op token.Token, x, y *ir.Expr) *ir.Expr {
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

func (m *memory) bitVectorOp(op token.Token, x, y *ir.Expr) (*ir.Expr, error) {
	if op == token.AND_NOT {
		return ir.Bin(ir.OpBitAnd, x, ir.Un(ir.OpBitNot, y)), nil
	}
	if op == token.SHL || op == token.SHR {
		y = shiftCount(y, x.Sort)
	}
	if o, ok := bitVectorOps[op]; ok {
		return ir.Bin(o, x, y), nil
	}
	if e := comparison(op, x, y); e != nil {
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

// equal returns x == y for values of type t.
func (m *memory) equal(x, y *ir.Expr, t types.Type) (*ir.Expr, error) {
	return m.equalBut(x, y, t, nil)
}

// equalBut is equal where unknown, if not nil, gives the outcome of a comparison of which nothing is known.
func (m *memory) equalBut(x, y *ir.Expr, t types.Type, unknown func() *ir.Expr) (*ir.Expr, error) {
	if analysis.IsTypeParam(t) { // it may be a float, or an interface
		return nil, fmt.Errorf("comparison of %s values", m.shortType(t))
	}
	if analysis.IsReflectValue(t) {
		return nil, fmt.Errorf("comparison of %s values", m.shortType(t))
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsFloat != 0 && unknown != nil {
			return unknown(), nil
		}
		if u.Info()&(types.IsFloat|types.IsComplex) != 0 {
			return nil, fmt.Errorf("comparison of %s values", m.shortType(t))
		}
	case *types.Slice:
		return ir.Eq(m.sliceArr(x), m.sliceArr(y)), nil // one side is nil
	case *types.Struct:
		if analysis.IsSyncValue(t) {
			break
		}
		all := ir.True
		for i := range u.NumFields() {
			if u.Field(i).Name() == "_" {
				continue
			}
			e, err := m.equalPart(ir.GetField(x, i), ir.GetField(y, i), u.Field(i).Type(), unknown)
			if err != nil {
				return nil, err
			}
			all = ir.And(all, e)
		}
		return all, nil
	case *types.Array:
		if u.Len() > maxUnrolled {
			return nil, fmt.Errorf("comparison of arrays of more than %d elements", maxUnrolled)
		}
		all := ir.True
		for i := range u.Len() {
			at := ir.N(i, intSort)
			e, err := m.equalPart(ir.Select(x, at), ir.Select(y, at), u.Elem(), unknown)
			if err != nil {
				return nil, err
			}
			all = ir.And(all, e)
		}
		return all, nil
	}
	if !ir.Same(x.Sort, y.Sort) {
		return nil, fmt.Errorf("comparison of values of different types")
	}
	return ir.Eq(x, y), nil
}

// equalPart is equalBut for parts of structs and arrays. Comparing interfaces that are not nil may panic.
func (m *memory) equalPart(x, y *ir.Expr, t types.Type, unknown func() *ir.Expr) (*ir.Expr, error) {
	if types.IsInterface(t) {
		return nil, fmt.Errorf("comparison of %s values", m.shortType(t))
	}
	return m.equalBut(x, y, t, unknown)
}

// unary returns op x for an operand of type t.
func (m *memory) unary(op token.Token, x *ir.Expr, t types.Type) (*ir.Expr, error) {
	s, err := m.sort(t)
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
	return nil, fmt.Errorf("operator %s on %s", op, m.shortType(t))
}

// convert returns x, of type from, converted to type to.
func (m *memory) convert(x *ir.Expr, from, to types.Type) (*ir.Expr, error) {
	s, err := m.sort(to)
	if err != nil {
		return nil, err
	}
	isInt := func(s *ir.Sort) bool { return s.Kind == ir.KindInt || s.Kind == ir.KindBV }
	switch {
	case isInt(x.Sort) && isInt(s):
		return convertInteger(x, s), nil
	case types.Identical(from.Underlying(), to.Underlying()):
		return x, nil
	case m.prog.SamePointee(from, to), analysis.IsChan(from) && analysis.IsChan(to):
		return x, nil
	}
	return nil, fmt.Errorf("conversion from %s to %s", m.shortType(from), m.shortType(to))
}

func convertInteger(x *ir.Expr, s *ir.Sort) *ir.Expr {
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
