package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A call of an option, whose function is not known, lends an object of the goroutine's own (analysis/lending.go). The
// callee may do to it what the caller may: write what no guard protects, and what the object's own guards protect, as
// nobody else knows the object. It lets nobody know it, nor anything that is stored in it, so all of it is the caller's
// own again. Each function that such a call may run is checked for that by itself.

// lentBy returns the arguments that a call lends, by their numbers.
func (t *translator) lentBy(inv *emit.Invocation) map[int]bool {
	if inv.Common.StaticCallee() != nil || inv.Callee.Fn != nil && !inv.Common.IsInvoke() {
		return nil
	}
	lent := map[int]bool{}
	for _, i := range t.prog.LentArguments(inv.Common) {
		lent[i] = true
	}
	return lent
}

// lendOut checks that what a call lends is the goroutine's own, with all that is stored in it, and says what becomes of it.
func (t *translator) lendOut(c *foreignCall, name string) {
	if !t.Mem.KeepsRegions() {
		return
	}
	var left []heap.Left
	for _, v := range c.lends {
		t.Emit(t.Assertion(t.Mem.MayLend(v.expr, v.typ), ir.Check{Kind: ir.NotOwn, Subject: name}))
		left = append(left, heap.Left{Expr: v.expr, Type: v.typ, Lent: true})
	}
	c.step.Transfers = true
	c.step.Do = append(c.step.Do, t.Mem.LendOut(left)...)
}

// lentInside proposes that what calls in a loop lend is the goroutine's own at its head.
func (t *translator) lentInside(f *emit.Frame, l *emit.ForLoop, h *hintSet) {
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() != nil || !t.Mem.Need.Regions {
				continue
			}
			for _, i := range t.prog.LentArguments(&call.Call) {
				if ref := t.lentAtHead(f, l, call.Call.Args[i]); ref != nil {
					may := t.Mem.MayLend(ref, call.Call.Args[i].Type())
					h.add(may)
					if may.Op == ir.OpAnd {
						for _, part := range may.Args {
							h.add(part)
						}
					}
				}
			}
		}
	}
}

// lentAtHead is atHead for what a call lends, which may be a part of an object, or what a field of it leads to.
func (t *translator) lentAtHead(f *emit.Frame, l *emit.ForLoop, v ssa.Value) *ir.Expr {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if p, ok := t.fieldAtHead(f, l, v); ok && p.Addr != nil {
			return p.Addr()
		}
		return nil
	case *ssa.UnOp:
		if at, isField := v.X.(*ssa.FieldAddr); isField {
			if p, ok := t.fieldAtHead(f, l, at); ok {
				if ref, err := t.Mem.Read(p); err == nil {
					return ref
				}
			}
			return nil
		}
	}
	return t.atHead(f, l, v, 0)
}

// fieldAtHead is the place of a field at the head of a loop, if it is one of an object that is known there.
func (t *translator) fieldAtHead(f *emit.Frame, l *emit.ForLoop, at *ssa.FieldAddr) (heap.Place, bool) {
	var object heap.Place
	if outer, isPart := at.X.(*ssa.FieldAddr); isPart {
		p, ok := t.fieldAtHead(f, l, outer)
		if !ok {
			return heap.Place{}, false
		}
		object = p
	} else if ref := t.atHead(f, l, at.X, 0); ref != nil && ref.Sort.Kind == ir.KindRef {
		object = t.Mem.Deref(ref, analysis.Deref(at.X.Type()))
	} else {
		return heap.Place{}, false
	}
	p := t.Mem.Field(object, analysis.FieldOf(at))
	p.Type = analysis.Deref(at.Type())
	return p, true
}

// keepsLentInside proposes, for the head of a loop, that what the function under check was lent is its lender's own
// still. The loop may be in the body of a callee that calls options of its own.
func (t *translator) keepsLentInside(f *emit.Frame, h *hintSet) {
	for f.Caller != nil {
		f = f.Caller
	}
	for _, v := range t.lentTo(f.Fn) {
		h.add(ir.Or(ir.Eq(v.expr, ir.Nil), t.Mem.GivesBack(v.expr, v.typ)))
	}
}

// lentTo returns what callers lend the function under check.
func (t *translator) lentTo(fn *ssa.Function) (lent []typed) {
	if t.refines != nil || len(t.prog.LentParams(fn)) == 0 || !t.Mem.KeepsRegions() {
		return nil
	}
	for _, i := range t.prog.LentParams(fn) {
		lent = append(lent, typed{ir.V(t.Out.Params[i]), fn.Params[i].Type()})
	}
	return lent
}

// isLent reports whether callers that do not name the function lend it what the parameter points to.
func (t *translator) isLent(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	return ok && t.refines == nil && slices.Contains(t.prog.LentParams(p.Parent()), slices.Index(p.Parent().Params, p))
}

// givesBackLent checks, where a function returns, that it has kept nothing of what it was lent.
func (t *translator) givesBackLent(fn *ssa.Function) {
	for i, v := range t.lentTo(fn) {
		check := ir.Check{Kind: ir.Kept, Subject: fn.Params[t.prog.LentParams(fn)[i]].Name()}
		t.Emit(t.Assertion(ir.Or(ir.Eq(v.expr, ir.Nil), t.Mem.GivesBack(v.expr, v.typ)), check))
	}
}

// believeLenders lists that whoever calls an option elsewhere has the object to himself, if others can have such objects.
func (t *translator) believeLenders(fn *ssa.Function, p *ssa.Parameter) {
	n := analysis.StructName(analysis.Deref(p.Type()))
	if n != nil && (n.Exported() || fn.Parent() == nil && token.IsExported(fn.Name()) || t.prog.OpenCalls(fn.Signature)) && t.prog.CalledByOthers(fn) {
		t.Assumption(p.Pos(), "whoever calls %s elsewhere has %s to itself", analysis.FunctionName(fn), p.Name())
	}
}
