package evaluate

import (
	"cmp"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// A quantifier over integers is evaluated where its body says between which bounds they matter:
//
//	forall i int :: lo <= i && i < hi ==> P        exists i int :: lo <= i && i < hi && P

// quantifier writes a loop in a function.
func (w *Writer) quantifier(e *annot.Quant) string {
	defer w.mix()()
	premises, conclusion := split(e)
	var head, tail strings.Builder
	for _, v := range e.Vars {
		lo, hi := bounds(v, premises)
		if b, ok := v.Type.Underlying().(*types.Basic); isMath(v.Type) || !ok || b.Info()&types.IsInteger == 0 || lo == nil || hi == nil {
			fail(e, "a quantifier without bounds for %s", v.Name)
		}
		for _, b := range []annot.Expr{lo, hi} {
			annot.Walk(b, func(x annot.Expr) bool {
				if o, ok := x.(*annot.BoundVar); ok && w.Bound[o.Var] == "" {
					fail(e, "a quantifier whose bounds for %s depend on %s", v.Name, o.Var.Name)
				}
				return true
			})
		}
		from, to, t := w.expr(lo), w.expr(hi), w.typ(e, v.Type)
		if w.Bound == nil {
			w.Bound = map[*annot.Bound]string{}
		}
		w.names++
		name := w.RT + "_i" + strconv.Itoa(w.names)
		w.Bound[v] = name
		// The bounds are no more than a choice of what to look at, as the body has them, too.
		head.WriteString("for " + name + " := " + t + "(" + from + "); " + name + " <= " + t + "(" + to + ") && " + w.call("Round") + "; " + name + "++ { ")
		tail.WriteString(" }")
	}
	body := w.conjunction(premises)
	found, otherwise := w.Word("true"), w.Word("false")
	if !e.Exists {
		body += " && !" + w.expr(conclusion)
		found, otherwise = w.Word("false"), w.Word("true")
	} else if conclusion != nil {
		body += " && " + w.expr(conclusion)
	}
	return "func() " + w.Word("bool") + " { " + head.String() + "if " + body + " { return " + found + " }" + tail.String() + "; return " + otherwise + " }()"
}

func (w *Writer) conjunction(list []annot.Expr) string {
	var parts []string
	for _, x := range list {
		parts = append(parts, w.expr(x))
	}
	return strings.Join(parts, " && ")
}

// split takes the body of a quantifier apart: into conjuncts under which it says something, and what it says. Of an exists
// all are conjuncts.
func split(e *annot.Quant) (premises []annot.Expr, conclusion annot.Expr) {
	if e.Exists {
		return conjuncts(e.Body), nil
	}
	imp, ok := e.Body.(*annot.Implies)
	if !ok || imp.Iff {
		fail(e, "a quantifier without bounds for %s", e.Vars[0].Name)
	}
	return conjuncts(imp.X), imp.Y
}

func conjuncts(e annot.Expr) []annot.Expr {
	if b, ok := e.(*annot.Binary); ok && b.Op == token.LAND {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []annot.Expr{e}
}

// bounds finds the ends of a variable's range, which may or may not belong to it; nil for none.
func bounds(v *annot.Bound, premises []annot.Expr) (lo, hi annot.Expr) {
	is := func(e annot.Expr) bool {
		b, ok := e.(*annot.BoundVar)
		return ok && b.Var == v
	}
	for _, p := range premises {
		b, ok := p.(*annot.Binary)
		if !ok {
			continue
		}
		x, y, op := b.X, b.Y, b.Op
		if is(y) {
			x, y, op = y, x, mirrored[op]
		}
		if !is(x) {
			continue
		}
		switch op {
		case token.LSS, token.LEQ:
			hi = cmp.Or(hi, y)
		case token.GTR, token.GEQ:
			lo = cmp.Or(lo, y)
		}
	}
	return lo, hi
}

// mirrored are comparisons with the sides exchanged.
var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}
