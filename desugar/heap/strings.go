package heap

import (
	"fmt"
	"go/token"
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// Strings are an uninterpreted sort with functions for length, bytes, substrings and concatenation. Each application
// brings the facts about it, so that no string theory is needed; what is not said (that strings of the same bytes are
// equal) only makes proofs fail.
var (
	byteSort = ir.Integer(8, false)
	text     = newTextFns()
)

// textFns are the functions on strings. The last two make a string of a stretch of an array's elements.
type textFns struct{ len, at, sub, concat, less, of, ofBits *ir.Fn }

func newTextFns() *textFns {
	f := &textFns{
		len:    &ir.Fn{Name: "len", Params: []*ir.Sort{StringSort}, Result: IntSort},
		at:     &ir.Fn{Name: "byte", Params: []*ir.Sort{StringSort, IntSort}, Result: byteSort},
		sub:    &ir.Fn{Name: "substring", Params: []*ir.Sort{StringSort, IntSort, IntSort}, Result: StringSort},
		concat: &ir.Fn{Name: "concat", Params: []*ir.Sort{StringSort, StringSort}, Result: StringSort},
		less:   &ir.Fn{Name: "less", Params: []*ir.Sort{StringSort, StringSort}, Result: ir.Bool},
		of:     madeOf("text", byteSort),
		ofBits: madeOf("text of bits", ir.BitVector(8, false)),
	}
	f.len.Facts, f.at.Facts = f.lengthFacts, f.byteFacts
	return f
}

func madeOf(name string, elem *ir.Sort) *ir.Fn {
	return &ir.Fn{Name: name, Params: []*ir.Sort{ir.Array(IntSort, elem), IntSort, IntSort}, Result: StringSort}
}

// maxSpelled bounds the constants whose bytes are told to the solver.
const maxSpelled = 32

func stringConst(s string) *ir.Expr { return ir.Const(strconv.Quote(s), StringSort) }

// ConstText returns the text of e, if it is a constant.
func ConstText(e *ir.Expr) (string, bool) {
	if e.Op != ir.OpConst {
		return "", false
	}
	s, err := strconv.Unquote(e.Name)
	return s, err == nil
}

// StringLen is the number of bytes of the string s.
func (m *Memory) StringLen(s *ir.Expr) *ir.Expr { return text.length(s) }

func (f *textFns) length(s *ir.Expr) *ir.Expr {
	if spelled, ok := ConstText(s); ok {
		return ir.N(int64(len(spelled)), IntSort)
	}
	return ir.Apply(f.len, s)
}

// StringAt is byte i of the string s.
func (m *Memory) StringAt(s, i *ir.Expr) *ir.Expr {
	b := ir.Apply(text.at, s, m.AsInt(i))
	if want, err := m.basicSort(byteType); err == nil && want.Kind == ir.KindBV {
		return ConvertInteger(b, want)
	}
	return b
}

// StringOf returns the string of n bytes from off on of the array whose elements are row.
func (m *Memory) StringOf(row, off, n *ir.Expr) *ir.Expr {
	if row.Sort.Elem.Kind == ir.KindBV {
		return ir.Apply(text.ofBits, row, off, n)
	}
	return ir.Apply(text.of, row, off, n)
}

// StringSub is s[lo:hi].
func (m *Memory) StringSub(s, lo, hi *ir.Expr) *ir.Expr {
	return ir.Apply(text.sub, s, m.AsInt(lo), m.AsInt(hi))
}

func (f *textFns) lengthFacts(app *ir.Expr) []*ir.Expr {
	zero, s := ir.N(0, IntSort), app.Args[0]
	facts := []*ir.Expr{
		ir.Le(zero, app),
		ir.Eq(ir.Eq(app, zero), ir.Eq(s, stringConst(""))),
	}
	if s.Op != ir.OpApply {
		return facts
	}
	switch s.Fn {
	case f.concat: // an annotation may write down one that is longer than a string can be
		sum := ir.Add(f.length(s.Args[0]), f.length(s.Args[1]))
		_, top := ir.Bounds(IntSort)
		facts = append(facts, ir.Implies(ir.Le(sum, ir.BigInt(top, ir.Int)), ir.Eq(app, sum)))
	case f.sub:
		lo, hi := s.Args[1], s.Args[2]
		valid := ir.And(ir.Le(zero, lo), ir.Le(lo, hi), ir.Le(hi, f.length(s.Args[0])))
		facts = append(facts, ir.Implies(valid, ir.Eq(app, ir.Sub(hi, lo))))
	case f.of, f.ofBits:
		facts = append(facts, ir.Implies(ir.Le(zero, s.Args[2]), ir.Eq(app, s.Args[2])))
	}
	return facts
}

func (f *textFns) byteFacts(app *ir.Expr) []*ir.Expr {
	s, i := app.Args[0], app.Args[1]
	if spelled, ok := ConstText(s); ok && len(spelled) <= maxSpelled {
		var facts []*ir.Expr
		for k := range len(spelled) {
			here := ir.Eq(i, ir.N(int64(k), IntSort))
			facts = append(facts, ir.Implies(here, ir.Eq(app, ir.N(int64(spelled[k]), byteSort))))
		}
		return facts
	}
	if s.Op != ir.OpApply {
		return nil
	}
	zero := ir.N(0, IntSort)
	switch s.Fn {
	case f.concat:
		n := f.length(s.Args[0])
		left := ir.And(ir.Le(zero, i), ir.Lt(i, n))
		return []*ir.Expr{
			ir.Implies(left, ir.Eq(app, ir.Apply(f.at, s.Args[0], i))),
			ir.Implies(ir.Le(n, i), ir.Eq(app, ir.Apply(f.at, s.Args[1], ir.Sub(i, n)))),
		}
	case f.sub:
		lo, hi := s.Args[1], s.Args[2]
		inside := ir.And(ir.Le(zero, i), ir.Lt(i, ir.Sub(hi, lo)))
		return []*ir.Expr{ir.Implies(inside, ir.Eq(app, ir.Apply(f.at, s.Args[0], ir.Add(lo, i))))}
	case f.of, f.ofBits:
		row, off, n := s.Args[0], s.Args[1], s.Args[2]
		inside := ir.And(ir.Le(zero, i), ir.Lt(i, n))
		return []*ir.Expr{ir.Implies(inside, ir.Eq(app, ConvertInteger(ir.Select(row, ir.Add(off, i)), byteSort)))}
	}
	return nil
}

// stringOp is concatenation or an ordering of strings. Of the order only its irreflexivity is known.
func stringOp(op token.Token, x, y *ir.Expr) (*ir.Expr, error) {
	less := func(a, b *ir.Expr) *ir.Expr { return ir.And(ir.Apply(text.less, a, b), ir.Ne(a, b)) }
	switch op {
	case token.ADD:
		a, ok1 := ConstText(x)
		b, ok2 := ConstText(y)
		switch {
		case ok1 && ok2:
			return stringConst(a + b), nil
		case ok1 && a == "":
			return y, nil
		case ok2 && b == "":
			return x, nil
		}
		return ir.Apply(text.concat, x, y), nil
	case token.LSS:
		return less(x, y), nil
	case token.GTR:
		return less(y, x), nil
	case token.LEQ:
		return ir.Not(less(y, x)), nil
	case token.GEQ:
		return ir.Not(less(x, y)), nil
	}
	return nil, fmt.Errorf("operator %s on strings", op)
}
