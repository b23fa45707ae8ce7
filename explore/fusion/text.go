package fusion

import (
	"fmt"
	"slices"
	"strings"
)

// This file writes terms. What was read before the cut is what it was in the trace, so is what is computed from it.

// maxText is how long a term's text may be before it gets a name.
const maxText = 120

// text writes a term.
func (f *formula) text(t *term) string {
	if s, ok := f.known[t]; ok {
		return s
	}
	s := f.write(t)
	if len(s) > maxText {
		s = f.name(t, s)
	}
	f.known[t] = s
	return s
}

// name gives a long term a name.
func (f *formula) name(t *term, text string) string {
	name := fmt.Sprintf("t%d", len(f.decls))
	sort := "Int"
	if t.kind == truth {
		sort = "Bool"
	}
	f.declare(name, sort)
	f.assert("(= " + name + " " + text + ")")
	return name
}

func (f *formula) write(t *term) string {
	if t.last < f.cut && t.op != opHavoc {
		return literal(t.kind, t.val)
	}
	switch t.op {
	case opSymbol:
		return f.symbolText(t)
	case opHavoc:
		f.symbol(t)
		return symbolName(t)
	}
	args := make([]string, len(t.args))
	for i, a := range t.args {
		args[i] = f.text(a)
	}
	switch t.op {
	case "not":
		return negate(args[0])
	case "ite":
		return ite(args[0], args[1], args[2])
	case "=":
		return f.equation(args[0], args[1], t.args[0].kind)
	case "<", "<=", ">", ">=":
		if a, b, ok := bothLiteral(args[0], args[1]); ok {
			return compareLiterals(t.op, a, b, t.args[0].kind)
		}
		return "(" + t.op + " " + args[0] + " " + args[1] + ")"
	}
	return f.arithmetic(t, args)
}

func ite(c, a, b string) string {
	switch {
	case c == "true" || a == b:
		return a
	case c == "false":
		return b
	}
	return "(ite " + c + " " + a + " " + b + ")"
}

func (f *formula) equation(a, b string, k kind) string {
	_, _, literals := bothLiteral(a, b)
	switch {
	case a == b:
		return "true"
	case literals:
		return "false"
	case k == truth && a == "true":
		return b
	case k == truth && b == "true":
		return a
	case k == truth && a == "false":
		return negate(b)
	case k == truth && b == "false":
		return negate(a)
	}
	return "(= " + a + " " + b + ")"
}

// arithmetic writes an operation as one on numbers without bound, put back into the range of its type.
func (f *formula) arithmetic(t *term, args []string) string {
	if a, b, ok := literalArguments(args); ok {
		return literal(t.kind, t.kind.wrap(operate(t.op, a, b)))
	}
	symbol, ok := map[string]string{opAdd: "+", opSub: "-", opMul: "*"}[t.op]
	switch {
	case t.op == "conv":
		return f.anyInRange(t, args[0])
	case !ok:
		f.err = fmt.Errorf("the operator %s has no encoding", t.op)
		return "0"
	}
	exact := "(" + symbol + " " + strings.Join(args, " ") + ")"
	switch {
	case f.limits.fits(t):
		return exact
	case t.op == opMul:
		return f.anyInRange(t, exact)
	}
	return f.inRange(t.kind, exact)
}

// inRange puts the sum or difference of two values of a type into its range.
func (f *formula) inRange(k kind, sum string) string {
	least, greatest := k.bounds()
	x := f.named(k, sum)
	return fmt.Sprintf("(ite (> %s %s) (- %[1]s %[3]s) (ite (< %[1]s %[4]s) (+ %[1]s %[3]s) %[1]s))", x, greatest, k.modulus(), least)
}

// anyInRange is a number where it is one of the type, and any value of the type elsewhere.
func (f *formula) anyInRange(t *term, number string) string {
	least, greatest := t.kind.bounds()
	x := f.named(t.kind, number)
	other := fmt.Sprintf("w%d", len(f.decls))
	f.declare(other, "Int")
	f.assert(fmt.Sprintf("(<= %s %s %s)", least, other, greatest))
	return fmt.Sprintf("(ite (<= %s %s %s) %[2]s %[4]s)", least, x, greatest, other)
}

// named gives a number a name, as it is to occur several times.
func (f *formula) named(k kind, text string) string { return f.name(fixedTerm(k, 0), text) }

// bothLiteral parses two literals, of numbers up to 64 bits, as their bits.
func bothLiteral(a, b string) (x, y int64, ok bool) {
	x, ok = parseLiteral(a)
	if !ok {
		return 0, 0, false
	}
	y, ok = parseLiteral(b)
	return x, y, ok
}

func literalArguments(args []string) (a, b int64, ok bool) {
	if a, ok = parseLiteral(args[0]); !ok || len(args) == 1 {
		return a, 0, ok
	}
	b, ok = parseLiteral(args[1])
	return a, b, ok
}

func parseLiteral(s string) (int64, bool) {
	negative := false
	if inner, ok := strings.CutPrefix(s, "(- "); ok && strings.HasSuffix(inner, ")") {
		s, negative = inner[:len(inner)-1], true
	}
	if s == "" || slices.ContainsFunc([]byte(s), func(c byte) bool { return c < '0' || c > '9' }) {
		return 0, false
	}
	var n uint64
	for _, c := range []byte(s) {
		n = 10*n + uint64(c-'0')
	}
	if negative {
		n = -n
	}
	return int64(n), true
}

func compareLiterals(op string, a, b int64, k kind) string {
	var holds bool
	switch op {
	case "<":
		holds = k.less(a, b)
	case "<=":
		holds = !k.less(b, a)
	case ">":
		holds = k.less(b, a)
	default:
		holds = !k.less(a, b)
	}
	return literal(truth, boolean(holds).val)
}

func operate(op string, a, b int64) int64 {
	switch op {
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	}
	return a // conv
}
