package desugar

import (
	"go/types"

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
	d := t.mem.Dynamic
	comparable := ir.Apply(d.Plain, d.DynamicType(args[1]))
	same := ir.Eq(args[0], args[1])
	either := ir.Or(ir.Eq(args[0], heap.NilInterface), ir.Eq(args[1], heap.NilInterface))
	return []*ir.Expr{
		ir.Implies(ir.And(comparable, same), results[0]),
		ir.Implies(either, ir.Eq(results[0], same)),
	}
}

// findError translates errors.As, which may give the variable that its second argument points to some value.
func findError(t *translator, inv *invocation) value {
	args := t.passed(inv)
	ptr, ok := args[1].typ.Underlying().(*types.Pointer)
	if !ok {
		return t.foreign(inv, inv.name)
	}
	if len(t.prog.Contracted(ptr.Elem())) > 0 {
		t.unsupported(inv.pos, "errors.As into a %s, whose methods have contracts: what an error holds, nobody has checked for them",
			t.mem.ShortType(ptr.Elem()))
	}
	t.nonNilExpr(args[1].expr, t.text(inv.argv[1]))
	p := t.mem.Deref(t.stable(args[1].expr), ptr.Elem())
	v := t.pureOn(inv, args[:1])
	got := t.unknown(ptr.Elem())
	if v.expr == nil || got.expr == nil || p.Family == nil {
		t.lost()
		return v
	}
	t.choose("as",
		func() {
			t.assume(v.expr, ir.Ne(args[0].expr, heap.NilInterface))
			t.write(p, got.expr, inv.argv[1])
		},
		func() { t.assume(ir.Not(v.expr)) })
	return v
}
