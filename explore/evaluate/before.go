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

// Len is how much there is; Truncate takes back what came later.
func (o *Olds) Len() int       { return len(o.list) }
func (o *Olds) Truncate(n int) { o.list = o.list[:n] }

// Uses reports whether a name is used in them.
func (o *Olds) Uses(name string) bool { return strings.Contains(o.Text(), name) }

// old writes an expression that is evaluated in the state before, if that is possible: what it panics with comes when the
// value is needed.
func (w *Writer) old(e *annot.Old) string {
	if w.Olds == nil {
		fail(e, "the old state")
	}
	if i, ok := e.X.(*annot.Index); ok && !isMath(i.X.Type()) && w.later(i.I) != nil && w.later(i.X) == nil {
		return w.oldElement(e, i)
	}
	if x := w.later(e.X); x != nil {
		fail(x, "the old state of a location that the old state does not determine")
	}
	return w.keep(w.typ(e, e.T), w.copied(e.X)) + "()"
}

// later finds what in e is not known in the state before: a result, or a variable of a quantifier around.
func (w *Writer) later(e annot.Expr) (found annot.Expr) {
	own := map[*annot.Bound]bool{}
	annot.Walk(e, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Quant:
			for _, v := range x.Vars {
				own[v] = true
			}
		case *annot.Result:
			found = x
		case *annot.BoundVar:
			if !own[x.Var] && x.Var != w.Index {
				found = x
			}
		}
		return found == nil
	})
	return found
}

// copied writes a value that stays as it is: of a slice or map, a copy of what is behind it.
func (w *Writer) copied(e annot.Expr) string {
	text := w.expr(e)
	if isMath(e.Type()) {
		return text
	}
	switch e.Type().Underlying().(type) {
	case *types.Slice:
		w.whole(e)
		return w.typ(e, e.Type()) + "(" + w.call("Snapshot", text) + ")"
	case *types.Map:
		return w.call("SnapshotMap", text)
	}
	return text
}

// whole rejects a variable whose elements are guarded each by itself: others may be in the midst of changing some.
func (w *Writer) whole(e annot.Expr) {
	var v *types.Var
	switch e := e.(type) {
	case *annot.Var:
		v = e.Obj
	case *annot.Select:
		v = e.Field
	}
	if v != nil && w.Elements(v) {
		fail(e, "the old state of all elements, of a variable with a guard for each element")
	}
}

// keep evaluates something of the given type in the state before, and names the function that returns it.
func (w *Writer) keep(typ, text string) string {
	name := fmt.Sprintf("%s_old%d", w.RT, len(w.Olds.list))
	w.Olds.list = append(w.Olds.list, fmt.Sprintf("%s := %s.Before(func() %s { return %s }); _ = %[1]s", name, w.RT, typ, text))
	return name
}

// Earlier writes a condition on the state before.
func (w *Writer) Earlier(e annot.Expr) (text string, why *Unsupported) {
	defer catch(&why)
	if x := w.later(e); x != nil {
		fail(x, "a condition on the old state of a location that the old state does not determine")
	}
	return w.keep(w.Word("bool"), w.expr(e)) + "()", nil
}

// oldElement writes what was at an index that the state before does not tell: all elements are kept.
func (w *Writer) oldElement(e *annot.Old, i *annot.Index) string {
	x := w.expr(i.X)
	switch i.X.Type().Underlying().(type) {
	case *types.Slice:
	case *types.Array:
		if !addressable(i.X) {
			fail(e, "%s is in no variable", annot.String(i.X))
		}
		x += "[:]"
	default:
		fail(e, "the old state of a location that the old state does not determine")
	}
	kept := w.keep("[]"+w.typ(e, e.T), w.call("Snapshot", x))
	return kept + "()[" + w.at(i) + "]"
}
