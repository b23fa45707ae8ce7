package ir

import (
	"fmt"
	"strings"
)

// Binding strengths, Go's where Go has the operator; the larger binds tighter.
const (
	precLowest  = iota // quantifiers, conditionals
	precImplies        // right-associative
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
	precPrimary
)

// infix gives the operators written between their operands.
var infix = map[Op]struct {
	text string
	prec int
}{
	OpImplies: {"==>", precImplies},
	OpOr:      {"||", precOr},
	OpAnd:     {"&&", precAnd},
	OpEq:      {"==", precCompare},
	OpLt:      {"<", precCompare},
	OpLe:      {"<=", precCompare},
	OpAdd:     {"+", precAdd},
	OpSub:     {"-", precAdd},
	OpBitOr:   {"|", precAdd},
	OpBitXor:  {"^", precAdd},
	OpMul:     {"*", precMul},
	OpQuo:     {"/", precMul},
	OpRem:     {"%", precMul},
	OpBitAnd:  {"&", precMul},
	OpShl:     {"<<", precMul},
	OpShr:     {">>", precMul},
}

// negated gives the operator that stands for the negation of a comparison.
var negated = map[Op]string{OpEq: "!=", OpLt: ">=", OpLe: ">"}

// prefix gives the operators written as a call, name(args).
var prefix = map[Op]string{OpDiv: "div", OpMod: "mod", OpOld: "old"}

// maxPrinted bounds the text of one expression: shared subterms are printed wherever they occur, so that the text of a
// small term may be of any size.
const maxPrinted = 1 << 16

// String returns e in the infix syntax of annotations. It is for people: sorts of operands are left out.
func (e *Expr) String() string {
	var p exprPrinter
	p.expr(e, precLowest)
	return p.String()
}

type exprPrinter struct{ strings.Builder }

// expr prints e, in parentheses if it binds less than prec.
func (p *exprPrinter) expr(e *Expr, prec int) {
	if p.Len() > maxPrinted {
		p.WriteString("…")
		return
	}
	own, body := p.form(e)
	if own < prec {
		p.WriteByte('(')
		body()
		p.WriteByte(')')
		return
	}
	body()
}

// form returns how tightly e binds and what prints it.
func (p *exprPrinter) form(e *Expr) (prec int, body func()) {
	if op, ok := infix[e.Op]; ok {
		return op.prec, func() { p.operands(e, op.text, op.prec) }
	}
	switch e.Op {
	case OpNot:
		if text, ok := negated[e.Args[0].Op]; ok {
			return precCompare, func() { p.operands(e.Args[0], text, precCompare) }
		}
		return precUnary, func() { p.unary("!", e) }
	case OpNeg:
		return precUnary, func() { p.unary("-", e) }
	case OpBitNot:
		return precUnary, func() { p.unary("^", e) }
	case OpIte:
		return precLowest, func() { p.conditional(e) }
	case OpForall:
		return precLowest, func() { p.quantifier("forall", e) }
	case OpExists:
		return precLowest, func() { p.quantifier("exists", e) }
	case OpInt:
		if e.Int.Sign() < 0 {
			return precUnary, func() { p.WriteString(e.Int.String()) }
		}
	}
	return precPrimary, func() { p.primary(e) }
}

// operands prints e's arguments with the operator between them. Comparisons do not associate.
func (p *exprPrinter) operands(e *Expr, op string, prec int) {
	for i, a := range e.Args {
		if i > 0 {
			p.WriteString(" " + op + " ")
		}
		need := prec + 1
		leftmost := i == 0 && prec != precCompare && prec != precImplies
		rightmost := i == len(e.Args)-1 && prec == precImplies
		if leftmost || rightmost {
			need = prec
		}
		p.expr(a, need)
	}
}

func (p *exprPrinter) unary(op string, e *Expr) {
	p.WriteString(op)
	p.expr(e.Args[0], precPrimary)
}

func (p *exprPrinter) conditional(e *Expr) {
	p.expr(e.Args[0], precImplies)
	p.WriteString(" ? ")
	p.expr(e.Args[1], precImplies)
	p.WriteString(" : ")
	p.expr(e.Args[2], precImplies)
}

func (p *exprPrinter) quantifier(word string, e *Expr) {
	p.WriteString(word)
	for i, v := range e.Bound {
		if i > 0 {
			p.WriteByte(',')
		}
		fmt.Fprintf(p, " %s %s", v.Name, v.Sort)
	}
	p.WriteString(" :: ")
	p.expr(e.Args[0], precLowest)
}

func (p *exprPrinter) primary(e *Expr) {
	switch e.Op {
	case OpVar:
		p.WriteString(e.Var.Name)
	case OpInt:
		p.WriteString(e.Int.String())
	case OpTrue:
		p.WriteString("true")
	case OpFalse:
		p.WriteString("false")
	case OpNil:
		p.WriteString("nil")
	case OpFree:
		p.WriteString("free")
	case OpConst:
		fmt.Fprintf(p, "%s(%q)", e.Sort, e.Name)
	case OpSelect:
		p.expr(e.Args[0], precPrimary)
		p.keys(e.Args[1:], nil)
	case OpStore:
		p.expr(e.Args[0], precPrimary)
		p.keys(e.Args[1:len(e.Args)-1], e.Args[len(e.Args)-1])
	case OpConstArray:
		fmt.Fprintf(p, "%s{*: ", e.Sort)
		p.expr(e.Args[0], precLowest)
		p.WriteByte('}')
	case OpTuple:
		p.WriteString(e.Sort.Name)
		p.WriteByte('{')
		for i, a := range e.Args {
			p.component(i, e.Sort.Fields[i].Name+": ", a)
		}
		p.WriteByte('}')
	case OpField:
		p.expr(e.Args[0], precPrimary)
		p.WriteString("." + e.Args[0].Sort.Fields[e.Index].Name)
	case OpUpdate:
		p.expr(e.Args[0], precPrimary)
		p.WriteString("{" + e.Sort.Fields[e.Index].Name + " := ")
		p.expr(e.Args[1], precLowest)
		p.WriteByte('}')
	case OpApply:
		p.call(e.Fn.Name, e.Args)
	case OpWrap, OpIntToBV, OpBVToInt, OpBVResize:
		p.call(e.Sort.String(), e.Args)
	default:
		p.call(prefix[e.Op], e.Args)
	}
}

// keys prints one pair of brackets a key; the last of a store has the value.
func (p *exprPrinter) keys(keys []*Expr, value *Expr) {
	for i, k := range keys {
		p.WriteByte('[')
		p.expr(k, precLowest)
		if value != nil && i == len(keys)-1 {
			p.WriteString(" := ")
			p.expr(value, precLowest)
		}
		p.WriteByte(']')
	}
}

func (p *exprPrinter) call(name string, args []*Expr) {
	p.WriteString(name)
	p.WriteByte('(')
	for i, a := range args {
		p.component(i, "", a)
	}
	p.WriteByte(')')
}

func (p *exprPrinter) component(i int, label string, e *Expr) {
	if i > 0 {
		p.WriteString(", ")
	}
	p.WriteString(label)
	p.expr(e, precLowest)
}
