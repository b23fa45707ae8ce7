package desugar

import (
	"context"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Objects become shared while a function runs: made by others, or by its callees. What was assumed of all objects before is not
// true of them. Mostly that makes no difference: an object that nobody else knows yet might as well have had all the time the
// values with which it is shared, if what is assumed of it is true of these values alone. So who is shared when has to be kept
// account of only where some promise reads more than that, or a condition that is assumed ranges over objects.

// findRelating reports whether there is such a condition in the program.
func (p *Program) findRelating() bool {
	for _, path := range p.Paths {
		info := p.Packages[path]
		var clauses []*annot.Clause
		promised := func(spec *annot.TypeSpec) {
			if spec != nil {
				clauses = append(append(clauses, spec.Promises()...), spec.Transitions...)
			}
		}
		promised(info.Annot.Package)
		for name, spec := range info.Annot.Named {
			promised(spec)
			if p.relates(path, name, spec) {
				return true
			}
		}
		for _, spec := range info.Annot.Funcs {
			clauses = append(append(clauses, spec.Requires...), spec.PanicsIf...)
			if spec.Performs != nil {
				for _, a := range spec.Performs.Actions {
					clauses = append(append(clauses, a.When...), a.Ensures...)
				}
			}
		}
		for _, g := range info.Annot.Guards {
			clauses = append(clauses, slices.Concat(g.Read, g.Write, g.ElemRead, g.ElemWrite, g.Closes, g.Carries)...)
		}
		for _, stmts := range info.Annot.Body {
			for _, s := range stmts {
				if s.Kind == annot.AssumeStmt || s.Kind == annot.RequiresStmt {
					clauses = append(clauses, s.Clause)
				}
			}
		}
		if slices.ContainsFunc(clauses, p.ConcernsOthers) {
			return true
		}
	}
	return false
}

// relates reports whether the type promises something of its objects that depends on other variables than theirs.
func (p *Program) relates(path string, name *types.TypeName, spec *annot.TypeSpec) bool {
	t := p.translator(context.Background(), &analysis.Function{Name: "promises", Package: path}, heap.Needs{Bits: p.SpecBits, Families: map[string]bool{}})
	this := &ir.Var{Name: "this", Sort: ir.Ref, Kind: ir.BoundVar}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), This: ir.V(this)}}
	for _, c := range slices.Concat(spec.Promises(), spec.Transitions) {
		if e, err := env.Eval(c.Expr); err == nil && !isOf(e, this) { // else what depends on it is unknown
			return true
		}
	}
	return false
}

// isOf reports whether a condition depends on nothing that changes but what belongs to the object: its variables, and those
// behind slices, maps and channels that they own. Of other objects it may read what never changes once they are shared, if it
// comes to them by references that program code could follow: a ghost may mention what is not shared.
func isOf(cond *ir.Expr, this *ir.Var) bool {
	of := true
	ir.Walk(cond, func(e *ir.Expr) bool {
		switch {
		case !of:
		case e.Op == ir.OpSelect && e.Args[0].Op == ir.OpVar && e.Args[0].Var.Kind == ir.HeapVar:
			of = belongs(e.Args[1], this) || isFixed(e.Args[0].Var) && isReached(e.Args[1], this)
			for _, index := range e.Args[2:] {
				of = of && isOf(index, this)
			}
			return false
		case e.Op == ir.OpVar && e.Var.Kind == ir.HeapVar:
			of = isFixed(e.Var)
		}
		return of
	})
	return of
}

// belongs reports whether a reference leads to the object, or to what a variable of it owns.
func belongs(e *ir.Expr, this *ir.Var) bool {
	switch e.Op {
	case ir.OpVar:
		return e.Var == this
	case ir.OpApply, ir.OpField:
		return len(e.Args) > 0 && belongs(e.Args[0], this)
	case ir.OpSelect:
		f := e.Args[0]
		return f.Op == ir.OpVar && f.Var.Heap != nil && f.Var.Heap.Always != nil && belongs(e.Args[1], this)
	}
	return false
}

// isReached reports whether a reference is one that who knows the object could come by.
func isReached(e *ir.Expr, this *ir.Var) bool {
	switch e.Op {
	case ir.OpVar:
		return e.Var == this
	case ir.OpApply, ir.OpField:
		return len(e.Args) > 0 && isReached(e.Args[0], this)
	case ir.OpSelect:
		f := e.Args[0]
		return f.Op == ir.OpVar && f.Var.Heap != nil && f.Var.Heap.Points != nil && isOf(e, this)
	}
	return false
}

// isFixed reports whether the variable keeps the value with which its object becomes shared.
func isFixed(v *ir.Var) bool {
	return v.Heap != nil && (v.Heap.Class == ir.Immutable || v.Heap.Write != nil && v.Heap.Write.Op == ir.OpFalse)
}

// publications is part of a step in which others, or a callee, may share objects: which are shared afterwards is unknown but for
// those that were before.
func (t *translator) publications(s *ir.Step) []ir.Stmt {
	m := t.Mem
	if m.Status == nil || !t.prog.relating {
		return nil
	}
	s.Shares = true
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	is := func(code int64) *ir.Expr { return ir.Eq(ir.Select(ir.V(m.Status), ir.V(o)), ir.N(code, ir.Int)) }
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{m.Status}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.And(
			ir.Implies(ir.Old(is(ir.Shared)), is(ir.Shared)),
			ir.Eq(is(ir.Mine), ir.Old(is(ir.Mine))),
			ir.Implies(is(ir.Unallocated), ir.Old(is(ir.Unallocated)))), m.Status)},
	}
}

// bindsResults reports whether what a callee returns is shared as soon as its last action has happened, which its own check
// proves where it matters. What may end without an action, or after any number of them, does not say which is the last.
func bindsResults(s *ir.Spec) bool {
	if s.Empty {
		return false
	}
	for i, final := range s.Final {
		if final && len(s.Follow[i]) > 0 {
			return false
		}
	}
	return true
}

// boundResults is what a callee's results are as soon as they are there: shared, where they are references; nil if there are none.
func (t *translator) boundResults(results []*ir.Var, sig *types.Signature, spec *annot.FuncSpec) *ir.Expr {
	var all []*ir.Expr
	for i, r := range results {
		if typ := sig.Results().At(i).Type(); len(t.Mem.Publishable(ir.V(r), typ)) > 0 {
			all = append(all, t.received(ir.V(r), typ, spec, i)...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return ir.And(all...)
}

// bindResults is the step in which the results of a callee become known where it need not be in its last action, of which the caller
// takes part no more: others may have made them in between.
func (t *translator) bindResults(o *resultBinding) {
	s := &ir.Step{Contract: true, Transfers: o.loan != nil, Mover: ir.NonMover}
	if o.loan != nil {
		s.Do = o.loan.changes(t.Mem)
	} else {
		s.Do = t.publications(s)
	}
	s.Do = append(s.Do, &ir.Assume{Cond: o.bound})
	t.Step(s)
}
