package evaluate

import (
	"fmt"
	"go/token"

	"github.com/calvin-go/calvin/annot"
)

// ghost writes a ghost of an object, or of the package.
func (w *Writer) ghost(e annot.Expr, number int, object string) string {
	return fmt.Sprintf("(*%s.Ghost[%s](%d, %s))", w.RT, w.typ(e, e.Type()), number, object)
}

// Assignment writes the assignment of a value to a ghost, or an element of one.
func (w *Writer) Assignment(target, value annot.Expr) (text string, why *Unsupported) {
	defer catch(&why)
	v := w.expr(value)
	if _, ok := value.(*annot.NilLit); ok {
		v = "nil"
	}
	if i, ok := target.(*annot.Index); ok {
		x := w.expr(i.X)
		return x + " = " + x + ".With(" + w.expr(i.I) + ", " + v + ")", nil
	}
	return w.expr(target) + " = " + v, nil
}

// mathBinary writes an operation on values of the specification's own types.
func (w *Writer) mathBinary(e *annot.Binary) string {
	if _, tid := e.X.Type().(annot.TidType); tid {
		return w.tidBinary(e)
	}
	x, y := w.expr(e.X), w.expr(e.Y)
	switch e.Op {
	case token.EQL:
		return x + ".Equal(" + y + ")"
	case token.NEQ:
		return "!" + x + ".Equal(" + y + ")"
	case token.ADD:
		return x + ".Plus(" + y + ")"
	case token.SUB:
		return x + ".Minus(" + y + ")"
	}
	fail(e, "%s", annot.String(e))
	return ""
}

// tidBinary compares goroutines. Whether a lock is the goroutine's own is certain even where another holds it.
func (w *Writer) tidBinary(e *annot.Binary) string {
	x, y := w.expr(e.X), w.expr(e.Y)
	plain := func(e annot.Expr, text string) string {
		if h, ok := e.(*annot.Holder); ok {
			return w.holder(h.X)
		}
		return text
	}
	if _, ok := e.Y.(*annot.Tid); ok {
		x = plain(e.X, x)
	}
	if _, ok := e.X.(*annot.Tid); ok {
		y = plain(e.Y, y)
	}
	return "(" + x + " " + e.Op.String() + " " + y + ")"
}

func (w *Writer) mathBuiltin(e *annot.Builtin) string {
	x := w.expr(e.Args[0])
	switch e.Name {
	case "len":
		w.unshadowed(e, "len")
		return "len(" + x + ")"
	case "has":
		return x + ".Has(" + w.expr(e.Args[1]) + ")"
	}
	fail(e, "%s", annot.String(e))
	return ""
}

// literal writes seq[T]{...}, set[T]{...} or mmap[K, V]{}.
func (w *Writer) literal(e *annot.Literal) string {
	t := w.typ(e, e.T)
	if _, set := e.T.(*annot.SetType); set {
		text := t + "{}"
		for _, x := range e.Elems {
			text = text + ".With(" + w.expr(x) + ")"
		}
		return text
	}
	text := t + "{"
	for _, x := range e.Elems {
		text += w.expr(x) + ", "
	}
	return text + "}"
}
