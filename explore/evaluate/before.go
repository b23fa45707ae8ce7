package evaluate

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// Olds is what conditions read of the state before a step: it is evaluated then, and kept.
type Olds struct{ list []string }

// Text writes the statements that evaluate it.
func (o *Olds) Text() string { return strings.Join(o.list, "; ") }

// old writes an expression that is evaluated in the state before, if that is possible: what it panics with comes when the
// value is needed.
func (w *Writer) old(e *annot.Old) string {
	if w.Olds == nil {
		fail(e, "the state before")
	}
	switch e.T.Underlying().(type) {
	case *types.Slice, *types.Map:
		fail(e, "what was behind a slice or map before")
	}
	outer := *w
	annot.Walk(e.X, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Result:
			fail(x, "the state before at a place that only the result tells")
		case *annot.BoundVar:
			if !strings.HasSuffix(w.Bound[x.Var], "_j") {
				fail(x, "the state before at a place that a quantifier ranges over")
			}
		}
		return true
	})
	text := w.expr(e.X)
	*w = outer
	name := fmt.Sprintf("%s_old%d", w.RT, len(w.Olds.list))
	w.Olds.list = append(w.Olds.list, fmt.Sprintf("%s := %s.Before(func() %s { return %s })", name, w.RT, w.typ(e, e.T), text))
	return name + "()"
}
