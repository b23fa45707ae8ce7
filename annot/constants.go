package annot

import (
	"go/constant"
	"go/token"
	"go/types"
)

// maxBits bounds the size of untyped integer constants, as Go's own compiler does.
const maxBits = 512

// integerBits gives the width of the integer types; int has 64 bits.
var integerBits = map[types.BasicKind]struct {
	bits   int
	signed bool
}{
	types.Int8: {8, true}, types.Int16: {16, true}, types.Int32: {32, true},
	types.Int: {64, true}, types.Int64: {64, true},
	types.Uint8: {8, false}, types.Uint16: {16, false}, types.Uint32: {32, false},
	types.Uint: {64, false}, types.Uint64: {64, false}, types.Uintptr: {64, false},
}

// represent returns v as a value of the basic type b, and whether b has that value.
func represent(v constant.Value, b *types.Basic) (constant.Value, bool) {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return v, v.Kind() == constant.Bool
	case info&types.IsString != 0:
		return v, v.Kind() == constant.String
	case info&types.IsInteger != 0:
		if v.Kind() == constant.Bool || v.Kind() == constant.String {
			return nil, false
		}
		v = constant.ToInt(v)
		return v, v.Kind() == constant.Int && fits(v, b)
	case info&types.IsFloat != 0:
		if v.Kind() == constant.Bool || v.Kind() == constant.String {
			return nil, false
		}
		v = constant.ToFloat(v)
		if v.Kind() != constant.Float && v.Kind() != constant.Int {
			return nil, false
		}
		return roundFloat(v, b)
	}
	return nil, false
}

// fits reports whether the integer v is in the range of b.
func fits(v constant.Value, b *types.Basic) bool {
	w, ok := integerBits[b.Kind()]
	if !ok {
		return constant.BitLen(v) <= maxBits // untyped
	}
	switch {
	case !w.signed:
		return constant.Sign(v) >= 0 && constant.BitLen(v) <= w.bits
	case constant.Sign(v) < 0: // -2^(bits-1) is the least
		return constant.BitLen(constant.BinaryOp(v, token.ADD, constant.MakeInt64(1))) < w.bits
	}
	return constant.BitLen(v) < w.bits
}

// roundFloat rounds v to the precision of b; untyped constants are exact.
func roundFloat(v constant.Value, b *types.Basic) (constant.Value, bool) {
	switch b.Kind() {
	case types.Float32:
		f, _ := constant.Float32Val(v)
		r := constant.MakeFloat64(float64(f))
		return r, r.Kind() != constant.Unknown
	case types.Float64:
		f, _ := constant.Float64Val(v)
		r := constant.MakeFloat64(f)
		return r, r.Kind() != constant.Unknown
	}
	return v, true
}

// literalKinds gives the kinds of the literals; complex numbers are not part of annotations.
var literalKinds = map[token.Token]types.BasicKind{
	token.INT: types.UntypedInt, token.CHAR: types.UntypedRune,
	token.FLOAT: types.UntypedFloat, token.STRING: types.UntypedString,
}

// literal returns the untyped constant that a literal denotes.
func (c *exprChecker) literal(x *litX) Expr {
	v := constant.MakeFromLiteral(x.text, x.kind, 0)
	if v.Kind() == constant.Unknown || len(x.text) > 1000 {
		c.fail(x, CodeSyntax, "", "the literal is malformed or too large")
	}
	t := types.Typ[literalKinds[x.kind]]
	if t.Kind() == types.Invalid {
		c.fail(x, CodeType, "", "annotations have no complex numbers")
	}
	if v.Kind() == constant.Int && !fits(v, t) {
		c.fail(x, CodeType, "", "the constant is too large")
	}
	return &Const{node(x, t), v}
}

// typed gives an untyped constant its default type and leaves other expressions alone.
func (c *exprChecker) typed(e Expr) Expr {
	if isUntyped(e.Type()) {
		return c.convert(e, types.Default(e.Type()))
	}
	return e
}

// convert makes an untyped constant or nil a value of type t, where its value must be representable; a value of another
// type that is assignable to t (a concrete one to an interface) is converted explicitly.
func (c *exprChecker) convert(e Expr, t types.Type) Expr {
	if identical(e.Type(), t) {
		return e
	}
	if !isUntyped(e.Type()) {
		if !assignable(e.Type(), t) {
			c.fail(e, CodeType, "", "cannot use %s as %s", c.describe(e), c.typeString(t))
		}
		if types.IsInterface(t) != types.IsInterface(e.Type()) {
			return &Convert{Node{e.Pos(), e.End(), t}, e}
		}
		return e
	}
	n := Node{e.Pos(), e.End(), t}
	k, ok := e.(*Const)
	if !ok {
		if isMath(t) || !nillable(t) {
			c.fail(e, CodeType, "", "nil is not a value of type %s", c.typeString(t))
		}
		return &NilLit{n}
	}
	if !isMath(t) && types.IsInterface(t) && !isTypeParam(t) {
		return c.convert(c.typed(k), t)
	}
	value := k.Value
	if isMath(t) || !every(t, func(b *types.Basic) bool {
		v, ok := represent(k.Value, b)
		value = v
		return ok
	}) {
		hint := ""
		if !isMath(t) && isInteger(t) && k.Value.Kind() == constant.Int {
			hint = "the value is outside the range of " + c.typeString(t)
		}
		c.fail(e, CodeType, hint, "cannot use %s as %s", c.describe(e), c.typeString(t))
	}
	if isTypeParam(t) {
		value = k.Value
	}
	return &Const{n, value}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// fold computes the value of a constant operation, in the operands' type t.
func (c *exprChecker) fold(x syntax, op token.Token, a, b constant.Value, t types.Type) Expr {
	if op == token.QUO && isInteger(t) {
		op = token.QUO_ASSIGN // integer division, in package constant
	}
	return c.constant(x, constant.BinaryOp(a, op, b), t)
}

// constant returns v as a constant of type t, where it must be representable.
func (c *exprChecker) constant(x syntax, v constant.Value, t types.Type) Expr {
	b, ok := t.Underlying().(*types.Basic)
	if ok {
		v, ok = represent(v, b)
	}
	if !ok && isUntyped(t) {
		c.fail(x, CodeType, "", "the constant is too large")
	}
	if !ok {
		c.fail(x, CodeType, "", "the constant expression overflows %s", c.typeString(t))
	}
	return &Const{node(x, t), v}
}
