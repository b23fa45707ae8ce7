package desugar

import (
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// builtins are the built-in functions that have a translation.
var builtins = map[string]func(*translator, *invocation) value{
	"len":            (*translator).length,
	"cap":            (*translator).capacity,
	"append":         (*translator).appendTo,
	"copy":           (*translator).copyTo,
	"clear":          (*translator).clearAll,
	"delete":         (*translator).deleteEntry,
	"close":          (*translator).closeChan,
	"min":            func(t *translator, inv *invocation) value { return t.extreme(inv, token.LSS) },
	"max":            func(t *translator, inv *invocation) value { return t.extreme(inv, token.GTR) },
	"print":          func(*translator, *invocation) value { return value{} },
	"println":        func(*translator, *invocation) value { return value{} },
	"panic":          panicCall,
	"recover":        recovers,
	"ssa:wrapnilchk": wrapNilCheck,
	"ssa:deferstack": func(*translator, *invocation) value { return value{} },
}

// builtin translates the call of a built-in function.
func (t *translator) builtin(inv *invocation, name string) value {
	if b := builtins[name]; b != nil {
		return b(t, inv)
	}
	if token.IsExported(name) {
		name = "unsafe." + name
	}
	t.unsupported(inv.pos, "call of %s", name)
	return t.unknown(inv.result)
}

func (t *translator) length(inv *invocation) value { return t.measure(inv, t.lengthOf) }

func (t *translator) capacity(inv *invocation) value { return t.measure(inv, t.mem.SliceCap) }

// measure translates len and cap.
func (t *translator) measure(inv *invocation, of func(*ir.Expr) *ir.Expr) value {
	typ := inv.argv[0].Type().Underlying()
	if a := analysis.ArrayType(analysis.Deref(typ)); a != nil {
		return value{expr: t.mem.IntValue(ir.N(a.Len(), heap.IntSort))}
	}
	x := t.exprOf(inv.args[0])
	switch u := typ.(type) {
	case *types.Map:
		return t.mapLength(inv)
	case *types.Chan:
		return t.measureChan(inv, inv.common.Value.Name())
	case *types.Slice:
	case *types.Basic:
		if u.Info()&types.IsString == 0 {
			x = nil
		}
	default:
		t.unsupported(inv.pos, "length of a %s", kindName(typ))
		return t.unknown(inv.result)
	}
	if x == nil {
		return t.unknown(inv.result)
	}
	return value{expr: t.mem.IntValue(of(x))}
}

// panicCall translates a panic that is deferred or run by a go statement.
func panicCall(t *translator, inv *invocation) value {
	t.panics(inv.argv[0])
	return value{}
}

// recovers translates recover. Nothing panics: what might is found where it stands, and code that is not at hand is believed
// not to. So there is nothing to recover from.
func recovers(*translator, *invocation) value { return value{expr: heap.NilInterface} }

// wrapNilCheck translates the check that wrappers of value methods make on their receiver.
func wrapNilCheck(t *translator, inv *invocation) value {
	t.nonNil(inv.argv[0])
	return inv.args[0]
}
