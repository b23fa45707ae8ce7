package fusion

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// comparisons are the operators that compare numbers, in SMT-LIB.
var comparisons = map[token.Token]string{token.LSS: "<", token.LEQ: "<=", token.GTR: ">", token.GEQ: ">="}

// linear are the operators on numbers that have a term.
var linear = map[token.Token]string{token.ADD: opAdd, token.SUB: opSub, token.MUL: opMul}

// binary executes a binary operation.
func (m *machine) binary(t *thread, f *frame, i *ssa.BinOp) value {
	x, y := m.eval(t, f, i.X), m.eval(t, f, i.Y)
	a, ok := x.(number)
	b, ok2 := y.(number)
	if !ok || !ok2 {
		return m.compare(i, x, y)
	}
	if i.Op == token.EQL || i.Op == token.NEQ {
		eq := apply("=", truth, boolean(a.val == b.val).val, a.term, b.term)
		if i.Op == token.NEQ {
			return number{not(eq)}
		}
		return number{eq}
	}
	if op, ok := comparisons[i.Op]; ok {
		return number{apply(op, truth, boolean(compareNumbers(i.Op, a, b)).val, a.term, b.term)}
	}
	k := a.kind
	v, ok := compute(i.Op, k, a.val, b)
	if !ok {
		m.unable("the operation at %v fails", m.prog.position(i))
	}
	op, ok := linear[i.Op]
	if !ok || op == opMul && !isConst(a.term) && !isConst(b.term) {
		m.pin(t, a.term, "the operand of an operation that has no term")
		m.pin(t, b.term, "the operand of an operation that has no term")
		return num(k, v)
	}
	return number{apply(op, k, k.wrap(v), a.term, b.term)}
}

func compareNumbers(op token.Token, a, b number) bool {
	switch op {
	case token.LSS:
		return a.kind.less(a.val, b.val)
	case token.LEQ:
		return !a.kind.less(b.val, a.val)
	case token.GTR:
		return a.kind.less(b.val, a.val)
	}
	return !a.kind.less(a.val, b.val)
}

// compute is what an operation gives, before it is wrapped; false if it panics.
func compute(op token.Token, k kind, x int64, b number) (int64, bool) {
	y := b.val
	unsigned := k.bits == 64 && !k.signed
	switch op {
	case token.ADD:
		return x + y, true
	case token.SUB:
		return x - y, true
	case token.MUL:
		return x * y, true
	case token.QUO:
		switch {
		case y == 0:
			return 0, false
		case unsigned:
			return int64(uint64(x) / uint64(y)), true
		}
		return x / y, true
	case token.REM:
		switch {
		case y == 0:
			return 0, false
		case unsigned:
			return int64(uint64(x) % uint64(y)), true
		}
		return x % y, true
	case token.AND:
		return x & y, true
	case token.OR:
		return x | y, true
	case token.XOR:
		return x ^ y, true
	case token.AND_NOT:
		return x &^ y, true
	case token.SHL, token.SHR:
		return shift(op, k, x, b)
	}
	return 0, false
}

func shift(op token.Token, k kind, x int64, b number) (int64, bool) {
	if b.kind.signed && b.val < 0 {
		return 0, false
	}
	n := uint64(b.val)
	switch {
	case op == token.SHL:
		return x << n, true
	case k.signed:
		return x >> n, true
	}
	return int64(uint64(x) >> n), true
}

// compare compares values that are no numbers; other operations on them give what is not known.
func (m *machine) compare(i *ssa.BinOp, x, y value) value {
	if i.Op != token.EQL && i.Op != token.NEQ {
		return &opaque{i.String()}
	}
	for _, v := range []value{x, y} {
		switch v := v.(type) {
		case pointer, text, *closure:
		case slice:
			if v.array != nil { // the other is nil
				return boolean(i.Op == token.NEQ)
			}
		case closure:
			if v.fn != nil {
				return boolean(i.Op == token.NEQ)
			}
		case boxed:
			if v.typ != nil && !canCompare(x, y) {
				return &opaque{i.String()}
			}
		default:
			return &opaque{i.String()}
		}
	}
	return boolean(same(x, y) == (i.Op == token.EQL))
}

// canCompare reports whether what is in two interfaces can be compared here: one of them is nil, or both are pointers or
// strings.
func canCompare(x, y value) bool {
	a, ok := x.(boxed)
	b, ok2 := y.(boxed)
	if !ok || !ok2 {
		return false
	}
	if a.typ == nil || b.typ == nil {
		return true
	}
	simple := func(v value) bool {
		switch v.(type) {
		case pointer, text:
			return true
		}
		return false
	}
	return simple(a.v) && simple(b.v)
}
