package desugar

import (
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// builtins are the built-in functions that have a translation.
var builtins = map[string]func(*translator, *emit.Invocation) emit.Value{
	"len":            (*translator).length,
	"cap":            (*translator).capacity,
	"append":         (*translator).appendTo,
	"copy":           (*translator).copyTo,
	"clear":          (*translator).clearAll,
	"delete":         (*translator).deleteEntry,
	"close":          (*translator).closeChan,
	"min":            func(t *translator, inv *emit.Invocation) emit.Value { return t.extreme(inv, token.LSS) },
	"max":            func(t *translator, inv *emit.Invocation) emit.Value { return t.extreme(inv, token.GTR) },
	"print":          func(*translator, *emit.Invocation) emit.Value { return emit.Value{} },
	"println":        func(*translator, *emit.Invocation) emit.Value { return emit.Value{} },
	"panic":          panicCall,
	"recover":        recovers,
	"ssa:wrapnilchk": wrapNilCheck,
	"ssa:deferstack": func(*translator, *emit.Invocation) emit.Value { return emit.Value{} },
}

// builtin translates the call of a built-in function.
func (t *translator) builtin(inv *emit.Invocation, name string) emit.Value {
	if b := builtins[name]; b != nil {
		return b(t, inv)
	}
	if token.IsExported(name) {
		name = "unsafe." + name
	}
	t.Unsupported(inv.Pos, "call of %s", name)
	return t.Unknown(inv.Result)
}

func (t *translator) length(inv *emit.Invocation) emit.Value { return t.measure(inv, t.lengthOf) }

func (t *translator) capacity(inv *emit.Invocation) emit.Value { return t.measure(inv, t.Mem.SliceCap) }

// measure translates len and cap.
func (t *translator) measure(inv *emit.Invocation, of func(*ir.Expr) *ir.Expr) emit.Value {
	typ := inv.Argv[0].Type().Underlying()
	if a := analysis.ArrayType(analysis.Deref(typ)); a != nil {
		return emit.Value{Expr: t.Mem.IntValue(ir.N(a.Len(), heap.IntSort))}
	}
	x := t.ExprOf(inv.Args[0])
	switch u := typ.(type) {
	case *types.Map:
		return t.mapLength(inv)
	case *types.Chan:
		return t.measureChan(inv, inv.Common.Value.Name())
	case *types.Slice:
	case *types.Basic:
		if u.Info()&types.IsString == 0 {
			x = nil
		}
	default:
		t.Unsupported(inv.Pos, "length of a %s", kindName(typ))
		return t.Unknown(inv.Result)
	}
	if x == nil {
		return t.Unknown(inv.Result)
	}
	return emit.Value{Expr: t.Mem.IntValue(of(x))}
}

// panicCall translates a panic that is deferred or run by a go statement.
func panicCall(t *translator, inv *emit.Invocation) emit.Value {
	t.panics(inv.Argv[0])
	return emit.Value{}
}

// recovers translates recover. Where panics are asked nothing panics: what might is found where it stands, and code
// that is not at hand is believed not to. So there is nothing to recover from. Where they are not asked, something may
// have panicked: what the function does then it has to be allowed to do. It is looked at as at a return, so that of the
// locks held there is believed what is true of a return. What a panic passes on it publishes.
func recovers(t *translator, inv *emit.Invocation) emit.Value {
	if info := t.prog.InfoOf(t.Frame.Fn); info != nil && info.Annot.MayPanic() {
		v := t.Unknown(inv.Result)
		t.Assume(t.fromOthers(v.Expr, inv.Result)...)
		return v
	}
	return emit.Value{Expr: heap.NilInterface}
}

// wrapNilCheck translates the check that wrappers of value methods make on their receiver.
func wrapNilCheck(t *translator, inv *emit.Invocation) emit.Value {
	t.NonNil(inv.Argv[0])
	return inv.Args[0]
}
