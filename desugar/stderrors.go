package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// errorsModels are the functions of package errors.
var errorsModels = map[string]model{
	"errors.New":    pureModel(returnsError),
	"errors.Unwrap": (*translator).pure,
	"errors.Is":     pureModel(isError),
	"errors.As":     findError,
}

// isError says of errors.Is that errors which compare are compared, and that nil is no error but nil.
func isError(t *translator, args, results []*ir.Expr) []*ir.Expr {
	d := t.Mem.Dynamic
	comparable := ir.Apply(d.Plain, d.DynamicType(args[1]))
	same := ir.Eq(args[0], args[1])
	either := ir.Or(ir.Eq(args[0], heap.NilInterface), ir.Eq(args[1], heap.NilInterface))
	return []*ir.Expr{
		ir.Implies(ir.And(comparable, same), results[0]),
		ir.Implies(either, ir.Eq(results[0], same)),
	}
}

// findError translates errors.As, which may give the variable that its second argument points to some value.
func findError(t *translator, inv *emit.Invocation) emit.Value {
	args := t.passed(inv)
	ptr, ok := args[1].typ.Underlying().(*types.Pointer)
	if !ok {
		return t.foreign(inv, inv.Name)
	}
	if len(t.prog.Contracted(ptr.Elem())) > 0 {
		t.Unsupported(inv.Pos, "errors.As into %s, whose methods have contracts: Calvin cannot check them for the types that an error may hold",
			t.Mem.AType(ptr.Elem()))
	}
	t.NonNilExpr(args[1].expr, t.Text(inv.Argv[1]))
	if t.prog.HasMethod("As") { // which gets the pointer
		t.Publish(t.Mem.Publishable(args[1].expr, args[1].typ))
	}
	p := t.Mem.Deref(t.Stable(args[1].expr), ptr.Elem())
	v := t.pureOn(inv, args[:1])
	got := t.Unknown(ptr.Elem())
	if v.Expr == nil || got.Expr == nil || p.Family == nil {
		t.Lost()
		return v
	}
	t.Choose("as",
		func() {
			t.Assume(v.Expr, ir.Ne(args[0].expr, heap.NilInterface))
			t.Write(p, got.Expr, inv.Argv[1])
		},
		func() { t.Assume(ir.Not(v.Expr)) })
	return v
}
