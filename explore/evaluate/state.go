package evaluate

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
)

// An expression reads memory as it is while other goroutines are in the midst of something. What an access predicate says is
// meant so. All other conditions are about states in which no goroutine is within an atomic step: that is certain of
// a variable that the goroutine may read, or that nobody else has to himself. So where Writer.Stable is set each variable
// goes through rt.Peek, which gives up unless one of these is the case.

// variable writes a variable by name.
func (w *Writer) variable(e *annot.Var) string {
	if n := w.Ghost(e.Obj); n > 0 {
		return w.ghost(e, n, w.Word("nil"))
	}
	name := w.name(e)
	if n := w.Guarded(e.Obj); n > 0 && w.Stable {
		return fmt.Sprintf("(*%s)", w.call("Peek", fmt.Sprint(n), w.Word("nil"), "&"+name))
	}
	return name
}

// selection writes a field.
func (w *Writer) selection(e *annot.Select) string {
	if n := w.Ghost(e.Field); n > 0 {
		return w.ghost(e, n, w.object(e))
	}
	field := w.expr(e.X) + "." + w.field(e)
	if n := w.Guarded(e.Field); n > 0 && w.Stable && (e.Deref || addressable(e.X)) {
		return fmt.Sprintf("(*%s)", w.call("Peek", fmt.Sprint(n), w.object(e), "&"+field))
	}
	return field
}

// object writes the address of what a field is selected of.
func (w *Writer) object(e *annot.Select) string {
	x := w.expr(e.X)
	if !e.Deref {
		if !addressable(e.X) {
			fail(e, "%s is in no variable", annot.String(e.X))
		}
		x = "&" + x
	}
	return w.Unsafe + ".Pointer(" + x + ")"
}

// index writes an element.
func (w *Writer) index(e *annot.Index) string {
	if e.I == nil {
		fail(e, "every element")
	}
	if isMath(e.X.Type()) {
		return w.expr(e.X) + ".At(" + w.expr(e.I) + ")"
	}
	return w.expr(e.X) + "[" + w.at(e) + "]"
}

// at writes the index of an element.
func (w *Writer) at(e *annot.Index) string {
	i := w.expr(e.I)
	if !w.Stable {
		return i
	}
	n, object := 0, w.Word("nil")
	switch v := e.X.(type) {
	case *annot.Var:
		n = w.Guarded(v.Obj)
	case *annot.Select:
		if n = w.Guarded(v.Field); n > 0 && (v.Deref || addressable(v.X)) {
			object = w.object(v)
		}
	}
	if _, isMap := e.X.Type().Underlying().(*types.Map); n == 0 || isMap {
		return i
	}
	return w.call("PeekAt", fmt.Sprint(n), object, w.Word("int")+"("+i+")")
}

// addressable reports whether e is a variable or a part of one.
func addressable(e annot.Expr) bool {
	switch e := e.(type) {
	case *annot.Var, *annot.Star:
		return true
	case *annot.Select:
		return e.Deref || addressable(e.X)
	case *annot.Index:
		switch e.X.Type().Underlying().(type) {
		case *types.Slice, *types.Pointer:
			return true
		case *types.Array:
			return addressable(e.X)
		}
	}
	return false
}

// heldBy writes who holds a lock. Of one that another goroutine holds no more is certain than that.
func (w *Writer) heldBy(e *annot.Holder) string {
	if w.Stable {
		return w.call("SettledHolder", w.holder(e.X))
	}
	return w.holder(e.X)
}
