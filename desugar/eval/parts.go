package eval

import (
	"go/token"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// maxParts bounds what is shown of a condition.
const maxParts = 8

// parts are the conjuncts of a condition, if there are several, and the values that it compares. Those of which the text is not known, or
// the value, are left out.
func (e *Env) parts(c *annot.Clause) []ir.Part {
	if int(c.End-c.Start) != len(c.Text) {
		return nil // the text is not what stands there
	}
	var parts []ir.Part
	add := func(x annot.Expr, conjunct bool) {
		from, to := int(x.Pos()-c.Start), int(x.End()-c.Start)
		if from < 0 || to > len(c.Text) || from >= to || len(parts) == maxParts {
			return
		}
		text := c.Text[from:to]
		if slices.ContainsFunc(parts, func(p ir.Part) bool { return p.Text == text }) {
			return
		}
		value, err := e.Eval(x)
		if err != nil || !conjunct && !shown(value.Sort) {
			return
		}
		place := func(p token.Pos) token.Position { return e.Mem.Facts.Fset.Position(p) }
		parts = append(parts, ir.Part{Span: ir.Span{Start: place(x.Pos()), End: place(x.End())}, Text: text, Value: value, Conjunct: conjunct})
	}
	all := annot.Conjuncts(c.Expr)
	if len(all) > 1 {
		for _, x := range all {
			add(x, true)
		}
	}
	for _, x := range all {
		compared(x, func(x annot.Expr) { add(x, false) })
	}
	return parts
}

// shown reports whether a value tells a reader something.
func shown(s *ir.Sort) bool {
	return slices.Contains([]ir.Kind{ir.KindBool, ir.KindInt, ir.KindBV, ir.KindRef}, s.Kind)
}

// comparisons are the operators whose operands are shown.
var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

// compared visits the values that are compared in x, outside quantifiers, and the propositions that it consists of if it compares nothing.
func compared(x annot.Expr, visit func(annot.Expr)) {
	switch x := x.(type) {
	case *annot.Binary:
		switch {
		case x.Op == token.LAND || x.Op == token.LOR:
			compared(x.X, visit)
			compared(x.Y, visit)
		case slices.Contains(comparisons, x.Op):
			operand(x.X, visit)
			operand(x.Y, visit)
		}
	case *annot.Implies:
		compared(x.X, visit)
		compared(x.Y, visit)
	case *annot.Unary:
		if x.Op == token.NOT {
			compared(x.X, visit)
		}
	}
}

// operand visits a value that is no constant.
func operand(x annot.Expr, visit func(annot.Expr)) {
	switch x.(type) {
	case *annot.Const, *annot.NilLit, *annot.Tid, *annot.Free, *annot.Holder:
	default:
		visit(x)
	}
}
