package desugar

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// Objects of unshared types behind interfaces (package analysis, unshared.go). A method that is called by way of an
// interface counts on its caller to have what the receiver leads to. The call does not tell what that is. So it is the
// goroutine's own where the pointer becomes an interface, and nobody's to access by other ways from then on. Where the
// interface is for a call alone, and the callee keeps nothing, it is the goroutine's own again afterwards.

// isUnshared reports whether typ is a pointer to such an object.
func (t *translator) isUnshared(typ types.Type) bool {
	ptr, ok := typ.(*types.Pointer)
	return ok && t.prog.IsUnshared(ptr.Elem())
}

// ownUnshared checks, where the pointer x becomes an interface, that what it leads to is the goroutine's own, with all
// that is stored in it.
func (t *translator) ownUnshared(x *ir.Expr, typ types.Type) {
	if !t.Mem.Need.Regions {
		return
	}
	for _, cond := range t.Mem.InOwnRegion(t.Mem.RegionalRefs(x, typ), true) {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
	}
}

// passesUnshared does so where code that is not at hand gets the interface.
func (t *translator) passesUnshared(inv *emit.Invocation, p passed) {
	switch {
	case !t.isUnshared(p.typ):
	case t.givesBack(inv, p):
		t.ownUnshared(p.expr, p.typ)
	default:
		t.leavesUnshared(p.expr, p.typ)
	}
}

// leavesUnshared checks that where the pointer x becomes an interface, and has it left from then on: only methods of
// the interface access it.
func (t *translator) leavesUnshared(x *ir.Expr, typ types.Type) {
	if t.isUnshared(typ) {
		t.leaveLocals(t.Mem.RegionalRefs(x, typ))
	}
}

// borrowedUnshared returns the arguments that are interfaces with pointers to such objects, of which the callee only
// calls methods. It knows the objects by no other arguments, so nobody but these methods uses them during the call.
func (t *translator) borrowedUnshared(inv *emit.Invocation, fn *ssa.Function) map[int]passed {
	if fn.Blocks == nil || len(fn.FreeVars) > 0 || t.prog.ContractAt(fn) != nil {
		return nil
	}
	var borrowed map[int]passed
	for i, arg := range inv.Argv {
		mi, ok := arg.(*ssa.MakeInterface)
		e := t.ExprOf(inv.Args[i])
		if !ok || e == nil || !onlyPassed(mi) || !t.isUnshared(mi.X.Type()) || !t.prog.BorrowsInterface(fn.Params[i]) || t.alsoPassed(inv, i, mi.X.Type()) {
			continue
		}
		if borrowed == nil {
			borrowed = map[int]passed{}
		}
		borrowed[i] = t.unwrapped(mi, passed{expr: t.Stable(e), typ: mi.Type(), from: mi, arg: i})
	}
	return borrowed
}

// alsoPassed reports whether another argument than number i, which holds a pointer of type ptr, may lead to an object
// of the type that this points to.
func (t *translator) alsoPassed(inv *emit.Invocation, i int, ptr types.Type) bool {
	name := analysis.StructName(analysis.Deref(ptr))
	if inv.Common.IsInvoke() && t.prog.MayLeadTo(inv.Common.Value.Type(), name) {
		return true
	}
	for k, arg := range inv.Argv {
		typ := inv.TypeOf(k)
		if made, ok := arg.(*ssa.MakeInterface); ok {
			typ = made.X.Type()
		}
		if k != i && t.prog.MayLeadTo(typ, name) {
			return true
		}
	}
	return false
}

// lendsWriter reports whether a handler that is not at hand is passed a writer of an unshared type, which the caller has back afterwards.
func (t *translator) lendsWriter(inv *emit.Invocation, p passed) bool {
	return p.from != nil && t.isUnshared(p.typ) && t.prog.LendsWriter(inv.Common, p.arg) && !t.alsoPassed(inv, p.arg, p.typ)
}

// givenBackUnshared notes, after the call, that the methods may have written what the objects lead to.
func (t *translator) givenBackUnshared(borrowed map[int]passed) {
	for _, i := range slices.Sorted(maps.Keys(borrowed)) {
		s := &ir.Step{Mover: ir.BothMover, Foreign: true}
		t.Step(s)
		t.foreignCalls = append(t.foreignCalls, &foreignCall{step: s, refs: t.Mem.Publishable(borrowed[i].expr, borrowed[i].typ)})
	}
}
