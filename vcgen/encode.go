package vcgen

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// operators has the operators that are one symbol applied to the arguments in order, by the kind of the first argument's
// sort where that matters.
var operators = map[ir.Op]string{
	ir.OpNot: "not", ir.OpAnd: "and", ir.OpOr: "or", ir.OpImplies: "=>", ir.OpEq: "=", ir.OpIte: "ite",
	ir.OpDiv: "div", ir.OpMod: "mod",
	ir.OpBitAnd: "bvand", ir.OpBitOr: "bvor", ir.OpBitXor: "bvxor", ir.OpBitNot: "bvnot",
}

var intOperators = map[ir.Op]string{
	ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*", ir.OpNeg: "-", ir.OpLt: "<", ir.OpLe: "<=",
}

// bvOperators has the symbols for unsigned and for signed bit-vectors.
var bvOperators = map[ir.Op][2]string{
	ir.OpAdd: {"bvadd", "bvadd"}, ir.OpSub: {"bvsub", "bvsub"}, ir.OpMul: {"bvmul", "bvmul"},
	ir.OpNeg: {"bvneg", "bvneg"}, ir.OpQuo: {"bvudiv", "bvsdiv"}, ir.OpRem: {"bvurem", "bvsrem"},
	ir.OpLt: {"bvult", "bvslt"}, ir.OpLe: {"bvule", "bvsle"},
	ir.OpShl: {"bvshl", "bvshl"}, ir.OpShr: {"bvlshr", "bvashr"},
}

// encoders has the operators that need more than a symbol. (It is filled in init because its entries come back to it.)
var encoders map[ir.Op]func(*writer, *ir.Expr) string

func init() {
	encoders = map[ir.Op]func(*writer, *ir.Expr) string{
		ir.OpVar:        (*writer).variable,
		ir.OpInt:        (*writer).number,
		ir.OpTrue:       func(*writer, *ir.Expr) string { return "true" },
		ir.OpFalse:      func(*writer, *ir.Expr) string { return "false" },
		ir.OpNil:        func(w *writer, e *ir.Expr) string { w.sorts.text(e.Sort); return "nil" },
		ir.OpFree:       func(w *writer, e *ir.Expr) string { w.sorts.text(e.Sort); return "free" },
		ir.OpConst:      (*writer).opaque,
		ir.OpSelect:     (*writer).selection,
		ir.OpStore:      func(w *writer, e *ir.Expr) string { return w.store(w.text(e.Args[0]), e.Args[1:]) },
		ir.OpConstArray: (*writer).constArray,
		ir.OpTuple:      (*writer).tuple,
		ir.OpField:      func(w *writer, e *ir.Expr) string { return apply(selector(e.Args[0].Sort, e.Index), w.args(e)...) },
		ir.OpUpdate:     (*writer).update,
		ir.OpApply:      (*writer).application,
		ir.OpWrap:       (*writer).wrap,
		ir.OpForall:     (*writer).quantifier,
		ir.OpExists:     (*writer).quantifier,
		ir.OpIntToBV:    (*writer).intToBV,
		ir.OpBVToInt:    (*writer).bvToInt,
		ir.OpBVResize:   (*writer).resize,
	}
}

// encode writes the operator of e applied to its arguments.
func (w *writer) encode(e *ir.Expr) string {
	if f := encoders[e.Op]; f != nil {
		return f(w, e)
	}
	if text := w.compareBits(e); text != "" {
		return text
	}
	if symbol := operators[e.Op]; symbol != "" {
		return apply(symbol, w.args(e)...)
	}
	if s := e.Args[0].Sort; s.Kind == ir.KindBV {
		return w.bits(e, s)
	}
	if symbol := intOperators[e.Op]; symbol != "" {
		return apply(symbol, w.args(e)...)
	}
	return w.integer(e)
}

func (w *writer) args(e *ir.Expr) []string {
	texts := make([]string, len(e.Args))
	for i, a := range e.Args {
		texts[i] = w.text(a)
	}
	return texts
}

func apply(symbol string, args ...string) string {
	if len(args) == 0 {
		return symbol
	}
	n := len(symbol) + len(args) + 2
	for _, a := range args {
		n += len(a)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte('(')
	b.WriteString(symbol)
	for _, a := range args {
		b.WriteByte(' ')
		b.WriteString(a)
	}
	b.WriteByte(')')
	return b.String()
}

// let writes body, which mentions name, with name standing for val; a val that is one symbol is put in directly.
func let(name, val string, body func(string) string) string {
	if !strings.ContainsAny(val, " ") {
		return body(val)
	}
	return "(let ((" + name + " " + val + ")) " + body(name) + ")"
}

func (w *writer) number(e *ir.Expr) string {
	if e.Sort.Kind == ir.KindBV {
		return bvLiteral(e.Int, e.Sort.Bits)
	}
	return intLiteral(e.Int)
}

func intLiteral(n *big.Int) string {
	if n.Sign() < 0 {
		return "(- " + new(big.Int).Neg(n).String() + ")"
	}
	return n.String()
}

func bvLiteral(n *big.Int, bits int) string {
	m := new(big.Int).Mod(n, power(bits))
	return fmt.Sprintf("(_ bv%s %d)", m, bits)
}

func power(bits int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(bits)) }

func (w *writer) selection(e *ir.Expr) string {
	text := w.text(e.Args[0])
	for _, k := range e.Args[1:] {
		text = apply("select", text, w.text(k))
	}
	return text
}

// store writes array a with the element at the keys replaced; the last of keysAndValue is the value.
func (w *writer) store(a string, keysAndValue []*ir.Expr) string {
	k := w.text(keysAndValue[0])
	if len(keysAndValue) == 2 {
		return apply("store", a, k, w.text(keysAndValue[1]))
	}
	return let("?a"+strconv.Itoa(len(keysAndValue)), a, func(a string) string {
		return apply("store", a, k, w.store(apply("select", a, k), keysAndValue[1:]))
	})
}

func (w *writer) constArray(e *ir.Expr) string {
	return "((as const " + w.sorts.text(e.Sort) + ") " + w.text(e.Args[0]) + ")"
}

func (w *writer) tuple(e *ir.Expr) string {
	w.sorts.text(e.Sort)
	return apply(constructor(e.Sort), w.args(e)...)
}

func (w *writer) update(e *ir.Expr) string {
	w.sorts.text(e.Sort)
	val := w.text(e.Args[1])
	return let("?t", w.text(e.Args[0]), func(t string) string {
		var fields []string
		for i := range e.Sort.Fields {
			if i == e.Index {
				fields = append(fields, val)
			} else {
				fields = append(fields, apply(selector(e.Sort, i), t))
			}
		}
		return apply(constructor(e.Sort), fields...)
	})
}
