package fusion

import "strconv"

// A kind is the type of a term: a width and a sign, or a width of 1 for a truth value.
type kind struct {
	bits   uint8
	signed bool
}

var truth = kind{bits: 1}

// A term is a value as a function of what was read from shared memory. It is made while a trace is followed, and knows
// the value that it had there.
type term struct {
	op   string // of SMT-LIB, or one of those below
	kind kind
	args []*term
	val  int64 // in the trace; the bits of a uint64
	sym  int   // of a symbol, its number
	last int   // the event that the last read in it belongs to, -1 if it is the same in every execution
}

// The operators that are not SMT-LIB's own.
const (
	opConst  = "const"
	opSymbol = "symbol"
	opHavoc  = "havoc" // a value that nothing is known of
	opAdd    = "add"   // these three may overflow
	opSub    = "sub"
	opMul    = "mul"
)

func fixedTerm(k kind, v int64) *term { return &term{op: opConst, kind: k, val: v, last: -1} }

func isConst(t *term) bool { return t.op == opConst }

// apply makes a term of an operator, with the value that it has in the trace.
func apply(op string, k kind, val int64, args ...*term) *term {
	last := -1
	for _, a := range args {
		last = max(last, a.last)
	}
	if last < 0 {
		return fixedTerm(k, val)
	}
	return &term{op: op, kind: k, args: args, val: val, last: last}
}

func not(t *term) *term {
	if t.op == "not" {
		return t.args[0]
	}
	return apply("not", truth, 1-t.val, t)
}

// equals is the condition that t has the value that it has in the trace.
func equals(t *term) *term {
	if t.kind == truth {
		if t.val == 1 {
			return t
		}
		return not(t)
	}
	return apply("=", truth, 1, t, fixedTerm(t.kind, t.val))
}

// choose is t where cond holds, which it does in the trace, and other elsewhere.
func choose(cond, t, other *term) *term {
	if cond.last < 0 || t == other || isConst(t) && isConst(other) && t.val == other.val {
		return t
	}
	return apply("ite", t.kind, t.val, cond, t, other)
}

// literal writes a value.
func literal(k kind, v int64) string {
	switch {
	case k == truth && v != 0:
		return "true"
	case k == truth:
		return "false"
	case k.bits == 64 && !k.signed:
		return strconv.FormatUint(uint64(v), 10)
	case v < 0:
		return "(- " + strconv.FormatUint(-uint64(v), 10) + ")"
	}
	return strconv.FormatInt(v, 10)
}

// bounds are the least and the greatest value of a kind, written.
func (k kind) bounds() (least, greatest string) {
	if k.signed {
		return literal(k, -1<<(k.bits-1)), literal(k, 1<<(k.bits-1)-1)
	}
	if k.bits == 64 {
		return "0", literal(k, -1)
	}
	return "0", literal(k, 1<<k.bits-1)
}

// modulus is 2 to the power of the width.
func (k kind) modulus() string {
	if k.bits == 64 {
		return "18446744073709551616"
	}
	return strconv.FormatUint(1<<k.bits, 10)
}

// wrap is v as a value of the kind.
func (k kind) wrap(v int64) int64 {
	if k.bits >= 64 {
		return v
	}
	v &= 1<<k.bits - 1
	if k.signed && v>>(k.bits-1) != 0 {
		v -= 1 << k.bits
	}
	return v
}

// less compares two values of the kind.
func (k kind) less(a, b int64) bool {
	if k.bits == 64 && !k.signed {
		return uint64(a) < uint64(b)
	}
	return a < b
}
