package heap

import (
	"fmt"
	"go/token"
	"math/big"

	"github.com/calvin-go/calvin/ir"
)

// A bit operation on mathematical integers is a function of which only bounds are known. The types on which a function
// has such operations are bit-vectors in its translation, but for those in code that turns out only later to take a
// call's place.

var bitNames = map[token.Token]string{
	token.AND: "and", token.OR: "or", token.XOR: "xor", token.AND_NOT: "andnot", token.SHL: "shl", token.SHR: "shr",
}

// bitOperation is x op y, brought into the range of sort s; nil if op is no bit operation.
func (m *Memory) bitOperation(op token.Token, x, y *ir.Expr, s *ir.Sort) *ir.Expr {
	name := bitNames[op]
	if name == "" || s.Kind != ir.KindInt || s.Bits == 0 {
		return nil
	}
	name = fmt.Sprintf("bits.%s.%s", name, s)
	fn := m.bitFns[name]
	if fn == nil {
		fn = &ir.Fn{Name: name, Params: []*ir.Sort{ir.Int, ir.Int}, Result: s, Facts: func(app *ir.Expr) []*ir.Expr {
			return append(bitBounds(op, app, app.Args[0], app.Args[1]), inRange(app, s))
		}}
		m.bitFns[name] = fn
	}
	return ir.Apply(fn, x, m.AsInt(y))
}

// bitBounds says what r is, at least and at most, if it is x op y.
func bitBounds(op token.Token, r, x, y *ir.Expr) []*ir.Expr {
	zero := ir.N(0, ir.Int)
	natural := func(e *ir.Expr) *ir.Expr { return ir.Le(zero, e) }
	both := ir.And(natural(x), natural(y))
	atMost := func(top *ir.Expr) *ir.Expr { return ir.And(natural(r), ir.Le(r, top)) }
	sum := ir.Bin(ir.OpAdd, x, y)
	same := ir.Implies(ir.Eq(y, zero), ir.Eq(r, x)) // not of AND
	switch op {
	case token.AND:
		return []*ir.Expr{ir.Implies(natural(x), atMost(x)), ir.Implies(natural(y), atMost(y))}
	case token.OR:
		return []*ir.Expr{same, ir.Implies(both, ir.And(ir.Le(x, r), ir.Le(y, r), atMost(sum)))}
	case token.XOR:
		return []*ir.Expr{same, ir.Implies(both, atMost(sum))}
	case token.AND_NOT:
		return []*ir.Expr{same, ir.Implies(natural(x), atMost(x))}
	case token.SHR:
		return []*ir.Expr{same, ir.Implies(natural(x), atMost(x)), ir.Implies(ir.Lt(x, zero), ir.And(ir.Le(x, r), ir.Lt(r, zero)))}
	}
	return []*ir.Expr{same}
}

// inRange says that a value is one of the sort.
func inRange(v *ir.Expr, s *ir.Sort) *ir.Expr {
	lo, hi := ir.Bounds(s)
	at := func(n *big.Int) *ir.Expr { return ir.BigInt(n, ir.Int) }
	return ir.And(ir.Le(at(lo), v), ir.Le(v, at(hi)))
}
