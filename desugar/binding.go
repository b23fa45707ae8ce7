package desugar

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// resultBinding is what the steps of a callee's contract have in common.
type resultBinding struct {
	results  []*ir.Var
	loan     *loan
	own      *ir.Expr // the callee may make known to others what was the caller's own; nil: it does not
	ends     bool     // the callee obviously comes to an end
	diverges bool     // it may wait for ever after an action
	makes    bool     // it may make objects
	bound    *ir.Expr // of the results, when they are there; nil: nothing, or it does not matter when
}

// A callee is what is called by a contract: a function, or a method of an interface.
type callee struct {
	name   string
	sig    *types.Signature
	params []*types.Var // receiver first
}

// localResults returns the numbers of the results that some action calls local. The function hands them to its caller;
// all others it publishes when it returns.
func localResults(spec *annot.FuncSpec) map[int]bool {
	local := map[int]bool{}
	if spec == nil || spec.Performs == nil {
		return local
	}
	for _, a := range spec.Performs.Actions {
		for _, c := range a.Ensures {
			annot.Walk(c.Expr, func(x annot.Expr) bool {
				if l, ok := x.(*annot.Local); ok {
					if r, ok := l.X.(*annot.Result); ok {
						local[r.Index] = true
					}
				}
				return true
			})
		}
	}
	return local
}

// publishResults makes shared what a function with a specification returns: its callers know of the results only what
// it says, and so take for shared what it does not call local. What an exported function returns without one, callers in
// other packages may share as it is: so objects in it must keep what their types promise.
func (t *translator) publishResults(fn *ssa.Function, values []*ir.Expr) {
	spec := t.contract
	performs := spec != nil && spec.Performs != nil
	if !performs && t.refines == nil && len(t.prog.LentParams(fn)) == 0 && !token.IsExported(fn.Name()) {
		return // its callers are checked with its body in place
	}
	local := localResults(spec)
	if len(local)+len(analysis.LocalParams(spec)) > 0 { // callers go on with what they get, and with what they have passed
		t.nothingLent()
	}
	var refs []*ir.Expr
	for i, v := range values {
		if v != nil && !local[i] {
			refs = append(refs, heap.Lent(t.Mem.Publishable(v, fn.Signature.Results().At(i).Type()))...) // see resultsLeave
		}
	}
	t.Publish(refs)
}

// A loan is what a callee may do to the ownership of objects: it may publish those that it was lent, and return new
// ones.
type loan struct {
	refs    []*ir.Expr // into the objects that it was lent
	results []*ir.Expr // references that it may return to objects of its own making
}

// loan returns what the callee is lent, and what it may hand over; nil if neither.
func (t *translator) loan(spec *annot.FuncSpec, of callee, args []*ir.Expr, results []*ir.Var) *loan {
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = t.Mem.WantsOwnership || len(analysis.LocalParams(spec))+len(localResults(spec)) > 0
		return nil
	}
	l := &loan{}
	local := analysis.LocalParams(spec)
	for i, p := range of.params {
		if i < len(args) && local[p] {
			l.refs = append(l.refs, t.Mem.Publishable(args[i], p.Type())...)
		}
	}
	returned := localResults(spec)
	for i, r := range results {
		if returned[i] {
			l.results = append(l.results, t.Mem.Publishable(ir.V(r), of.sig.Results().At(i).Type())...)
		}
	}
	if len(l.refs)+len(l.results) == 0 {
		return nil
	}
	return l
}

// changes gives ownership the values that it may have after a step of the callee.
func (l *loan) changes(m *heap.Memory) []ir.Stmt {
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	now := func(object *ir.Expr) *ir.Expr { return ir.Select(ir.V(m.Status), object) }
	is := func(status *ir.Expr, codes ...int64) *ir.Expr {
		var any []*ir.Expr
		for _, c := range codes {
			any = append(any, ir.Eq(status, ir.N(c, ir.Int)))
		}
		return ir.Or(any...)
	}
	was := func(object *ir.Expr) *ir.Expr { return ir.Old(now(object)) }
	at := ir.V(o)
	lent := l.lent(m, at)
	stored := ir.Select(ir.V(m.Stored), at)
	laws := []*ir.Expr{
		is(now(at), ir.Unallocated, ir.Shared, ir.Mine, ir.Theirs),
		ir.Implies(is(was(at), ir.Shared), is(now(at), ir.Shared)),
		ir.Implies(is(was(at), ir.Theirs), is(now(at), ir.Theirs, ir.Shared)),
		ir.Implies(is(was(at), ir.Mine), is(now(at), ir.Mine, ir.Shared)),
		ir.Implies(ir.And(is(was(at), ir.Mine), ir.Not(lent)), ir.And(is(now(at), ir.Mine), ir.Eq(stored, ir.Old(stored)))),
	}
	stmts := []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{m.Status, m.Stored}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, ir.And(laws...), m.Status)},
	}
	for _, r := range l.results {
		object := ir.Apply(m.Base, r)
		fresh := ir.Or(is(was(object), ir.Unallocated), l.lent(m, object), ir.Not(is(now(object), ir.Mine)))
		stmts = append(stmts, &ir.Assume{Cond: fresh})
	}
	return stmts
}

// lent is the condition that the callee may have been lent the object: an argument points into it, or it is stored in
// some local object.
func (l *loan) lent(m *heap.Memory, object *ir.Expr) *ir.Expr {
	if len(l.refs) == 0 {
		return ir.False
	}
	any := []*ir.Expr{ir.Old(ir.Select(ir.V(m.Stored), object))}
	for _, r := range l.refs {
		any = append(any, ir.Eq(object, ir.Apply(m.Base, r)))
	}
	return ir.Or(any...)
}

// isTotal reports whether an action obviously has an outcome in every state: it does not wait, and each condition on
// its outcome settles a location or result of its own in terms of what is settled already.
func isTotal(a *ir.Action, results []*ir.Var) bool {
	if len(a.When) > 0 {
		return false
	}
	open, twice := map[*ir.Var]bool{}, map[*ir.Var]bool{} // heap variables and results that the outcome may still choose
	for _, m := range a.Modifies {
		twice[m.Map] = open[m.Map] // two entries of one variable might be the same location
		open[m.Map] = true
	}
	for _, r := range results {
		open[r] = true
	}
	for _, c := range a.Ensures {
		conjuncts := []*ir.Expr{c.Cond}
		if c.Cond.Op == ir.OpAnd {
			conjuncts = c.Cond.Args
		}
		for _, e := range conjuncts {
			v := settles(a, e, open)
			if v == nil || mentionsOpen(e, twice) {
				return false
			}
			delete(open, v)
		}
	}
	return true
}

// settles returns the variable whose location or value the condition determines, nil if it does anything else.
func settles(a *ir.Action, e *ir.Expr, open map[*ir.Var]bool) *ir.Var {
	switch e.Op {
	case ir.OpNot:
		return target(a, e.Args[0], open)
	case ir.OpEq:
		for i := range 2 {
			if v := target(a, e.Args[i], open); v != nil && !mentionsOpen(e.Args[1-i], open) {
				return v
			}
		}
		return nil
	}
	return target(a, e, open)
}

// target returns the open variable of which e is the value, or the value at the location that the action modifies.
func target(a *ir.Action, e *ir.Expr, open map[*ir.Var]bool) *ir.Var {
	if e.Op == ir.OpVar && open[e.Var] {
		return e.Var
	}
	if e.Op != ir.OpSelect || e.Args[0].Op != ir.OpVar || !open[e.Args[0].Var] {
		return nil
	}
	v := e.Args[0].Var
	for _, m := range a.Modifies {
		if m.Map == v && m.In == nil && slices.EqualFunc(m.Index, e.Args[1:], ir.Equal) &&
			!slices.ContainsFunc(m.Index, func(i *ir.Expr) bool { return emit.ReadsHeap(i) || mentionsOpen(i, open) }) {
			return v
		}
	}
	return nil
}

// mentionsOpen reports whether e depends on what the outcome may still choose.
func mentionsOpen(e *ir.Expr, open map[*ir.Var]bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpOld {
			return false
		}
		found = found || x.Op == ir.OpVar && open[x.Var]
		return !found
	})
	return found
}
