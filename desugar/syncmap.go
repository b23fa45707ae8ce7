package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A sync.Map is an atomic variable: each operation is one step that reads it, or writes it, and Range is any number of steps.
// Of what is in it nothing is known: an operation that writes leaves any content, one that reads finds anything that some
// goroutine may have put there. All that is put there is published.

// mapOps returns the operations on a sync.Map. It is a function as Range calls what calls operations.
func mapOps() map[string]syncOp {
	return map[string]syncOp{
		"(*sync.Map).Load":             mapOp{}.translate,
		"(*sync.Map).Store":            mapOp{writes: always}.translate,
		"(*sync.Map).LoadOrStore":      mapOp{writes: unlessOK, orStored: true}.translate,
		"(*sync.Map).LoadAndDelete":    mapOp{writes: ifOK}.translate,
		"(*sync.Map).Delete":           mapOp{writes: always}.translate,
		"(*sync.Map).Swap":             mapOp{writes: always}.translate,
		"(*sync.Map).CompareAndSwap":   mapOp{writes: ifOK, compares: true}.translate,
		"(*sync.Map).CompareAndDelete": mapOp{writes: ifOK, compares: true}.translate,
		"(*sync.Map).Clear":            mapOp{writes: always}.translate,
		"(*sync.Map).Range":            rangeMap,
	}
}

// writing says when an operation changes the map.
type writing uint8

const (
	never writing = iota
	always
	ifOK     // if its last result is true
	unlessOK // if its last result is false
)

// A mapOp is what an operation on one key, or on none, does.
type mapOp struct {
	writes   writing
	compares bool // the argument after the key is compared
	orStored bool // what is returned where the key was not there is what was stored
}

func (op mapOp) translate(t *translator, inv *emit.Invocation) emit.Value {
	p, ok := t.container(inv)
	if !ok {
		return t.Unknown(inv.Result)
	}
	for i, arg := range inv.Args[1:] {
		if i == 0 || i == 1 && op.compares {
			t.hashable(t.ExprOf(arg), t.Text(inv.Argv[1+i]))
		}
	}
	out, results := t.outcome(inv.Result)
	s := &ir.Step{Access: t.content(inv, p, op.writes != never)}
	if len(out) > 0 {
		s.Do = append(s.Do, &ir.Havoc{Vars: out})
	}
	if op.writes != never {
		s.Do = append(s.Do, t.changeContent(p, op.changes(results))...)
	}
	s.Publish = t.published(inv.WithoutReceiver())
	t.Step(s)
	for _, r := range results {
		if r.Sort.Kind != ir.Bool.Kind {
			t.Assume(t.fromOthers(r, types.Universe.Lookup("any").Type())...)
		}
	}
	if len(results) == 2 {
		found, known := results[0], results[1]
		absent := heap.NilInterface
		if op.orStored {
			absent = t.ExprOf(inv.Args[2])
		}
		t.Assume(ir.Implies(ir.Not(known), ir.Eq(found, absent)), ir.Implies(known, t.foundIn(p, found)))
	}
	var parts []emit.Value
	for _, r := range results {
		parts = append(parts, emit.Value{Expr: r})
	}
	return tuple(parts, inv.Result)
}

// published returns what a call publishes by which all that it passes is shared.
func (t *translator) published(inv *emit.Invocation) []*ir.Expr {
	var refs []*ir.Expr
	for _, a := range t.passed(inv) {
		t.passFunction(inv, a)
		refs = append(refs, t.Mem.Publishable(a.expr, a.typ)...)
	}
	if t.Mem.Status == nil {
		t.Publish(refs)
		return nil
	}
	return emit.NotNil(refs)
}

// changes is the condition, over its results, that an operation changes the map.
func (op mapOp) changes(results []*ir.Expr) *ir.Expr {
	switch op.writes {
	case ifOK:
		return results[len(results)-1]
	case unlessOK:
		return ir.Not(results[len(results)-1])
	}
	return ir.B(op.writes == always)
}

// foundIn is what is known of a value that is found in the map at p.
func (t *translator) foundIn(p heap.Place, v *ir.Expr) *ir.Expr {
	c := t.contentsAt(p)
	if c.Values.Mixed || c.Values.Type == nil {
		return ir.True
	}
	return ir.And(ir.Ne(v, heap.NilInterface), t.typed(v, c.Values))
}

// outcome returns variables for the results of an operation, in the order of its signature.
func (t *translator) outcome(result types.Type) (vars []*ir.Var, results []*ir.Expr) {
	all := []types.Type{result}
	if tuple, ok := result.(*types.Tuple); ok {
		all = nil
		for v := range tuple.Variables() {
			all = append(all, v.Type())
		}
	}
	for _, typ := range all {
		s, err := t.Mem.Sort(typ)
		if err != nil {
			t.Unsupported(t.Frame.Pos(), "result of %v", err)
			return nil, nil
		}
		v := t.Local("", s)
		vars, results = append(vars, v), append(results, ir.V(v))
	}
	return vars, results
}

// content returns the access to the content of the sync.Map or sync.Pool at p.
func (t *translator) content(inv *emit.Invocation, p heap.Place, write bool) []ir.Access {
	return t.Accesses([]ir.Access{{Map: p.Family, Index: p.Keys, Write: write}}, inv.Argv[0], nil)
}

// changeContent gives what is at p any content, under a condition.
func (t *translator) changeContent(p heap.Place, cond *ir.Expr) []ir.Stmt {
	now := t.Local("", heap.ContentSort)
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{now}},
		heap.PutAt(p.Family, p.Keys, ir.Ite(cond, ir.V(now), heap.At(p.Family, p.Keys))),
	}
}

// hashable checks that a key, or a value that is compared, is of a type that can be compared.
func (t *translator) hashable(v *ir.Expr, text string) {
	if v == nil {
		t.Lost()
		return
	}
	d := t.Mem.Dynamic
	t.Check(ir.Apply(d.Comparable, d.DynamicType(v)), ir.Check{Kind: ir.Unhashable, Subject: text})
}

// rangeMap translates Range: it calls the function with what it finds, any number of times, as long as that returns true. Other
// goroutines may run in between, and put more there, so it need not come to an end.
func rangeMap(t *translator, inv *emit.Invocation) emit.Value {
	inv.Name = "(*sync.Map).Range"
	p, ok := t.container(inv)
	if !ok {
		return emit.Value{}
	}
	if !t.canCall(inv.Args[1]) {
		return t.foreign(inv.WithoutReceiver(), inv.Name)
	}
	c := t.contentsAt(p)
	t.rounds(&ir.Loop{}, func() *ir.Expr {
		t.Step(&ir.Step{Access: t.content(inv, p, false)})
		pair := t.Unknown(types.NewTuple(inv.Params()...)).Parts
		for _, x := range pair {
			t.Assume(t.fromOthers(x.Expr, types.Universe.Lookup("any").Type())...)
		}
		t.Assume(t.typed(pair[0].Expr, c.Keys), t.foundIn(p, pair[1].Expr))
		return t.ExprOf(t.callKnown(inv, inv.Args[1], pair))
	})
	return emit.Value{}
}
