package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A pool with transfers hands over what it holds, as a channel does: an object that is put into it has to be the goroutine's own,
// as a whole and not stored in another, and is nobody's until Get makes it the goroutine's own that calls it. One that New makes
// counts as having been in the pool. So of an interface that comes out of it, the object is not shared: it may only be
// asserted to be a pointer of the one type that is put there, at once.

// transfersPool reports whether the pool at p hands over what it holds.
func (t *translator) transfersPool(p heap.Place) bool {
	if p.Variable == nil {
		return false
	}
	g := t.prog.Guard(p.Variable)
	return g != nil && g.Transfers
}

// pooled returns the type of what is in a pool that hands it over, nil after noting that it cannot be told.
func (t *translator) pooled(inv *emit.Invocation, p heap.Place) types.Type {
	c := t.contentsAt(p)
	if !c.Untold && !c.Values.Mixed && c.Values.Type != nil && c.OnlyMake() {
		if _, ok := c.Values.Type.Underlying().(*types.Pointer); ok {
			return c.Values.Type
		}
	}
	t.Unsupported(inv.Pos, "%s transfers what it holds, but the program does not show that this is always a pointer of one type "+
		"that only New makes", t.receiverText(inv))
	return nil
}

// giveToPool translates Put.
func (t *translator) giveToPool(inv *emit.Invocation, p heap.Place) {
	if t.pooled(inv, p) == nil {
		return
	}
	e := t.ExprOf(inv.Args[1])
	if e == nil {
		t.Lost()
		return
	}
	s := &ir.Step{Access: t.content(inv, p, false), Mover: ir.LeftMover}
	held := t.unwrapped(inv.Argv[1], passed{expr: e, typ: inv.Argv[1].Type()})
	refs := t.Mem.Publishable(held.expr, held.typ)
	switch {
	case len(refs) != 1:
		t.Unsupported(inv.Pos, "a value of unknown identity is put into %s, which transfers what it holds", t.receiverText(inv))
		return
	case t.Mem.Status == nil:
		t.Mem.WantsOwnership = true
	default:
		s.Pre = []*ir.Assert{t.Assertion(t.wholeAndUnstored(refs[0]), ir.Check{Kind: ir.NotGiven, Subject: t.receiverText(inv), Detail: t.Text(unconverted(inv.Argv[1]))})}
		s.Publish, s.Give = emit.NotNil(refs), refs
	}
	t.Step(s)
}

// takeFromPool translates Get.
func (t *translator) takeFromPool(inv *emit.Invocation, p heap.Place) emit.Value {
	typ := t.pooled(inv, p)
	call, ok := t.Frame.At.(*ssa.Call)
	if typ == nil || !ok || &call.Call != inv.Common || !onlyAsserted(call, typ) {
		t.Unsupported(inv.Pos, "Get of %s, which transfers what it holds, without a type assertion right after it", t.receiverText(inv))
		return t.Unknown(inv.Result)
	}
	k, err := t.Mem.Dynamic.Functions(typ)
	out, results := t.outcome(inv.Result)
	if err != nil || len(results) != 1 {
		t.Unsupported(inv.Pos, "what comes out of %s has no translation", t.receiverText(inv))
		return t.Unknown(inv.Result)
	}
	r, c := results[0], t.contentsAt(p)
	s := &ir.Step{Access: t.content(inv, p, false), Mover: ir.RightMover}
	s.Do = []ir.Stmt{&ir.Havoc{Vars: out}, &ir.Assume{Cond: t.typed(r, c.Values)}}
	if c.Always && c.Sets == 1 && !p.Variable.IsField() {
		s.Do = append(s.Do, &ir.Assume{Cond: ir.Ne(r, heap.NilInterface)})
	}
	if !slices.ContainsFunc(c.Makers, mayMakeNil) { // and nil cannot be put
		s.Do = append(s.Do, &ir.Assume{Cond: ir.Implies(ir.Ne(r, heap.NilInterface), ir.Ne(ir.Apply(k.Unwrap, r), ir.Nil))})
	}
	if t.Mem.Status == nil {
		t.Mem.WantsOwnership = true
	} else {
		s.Do = append(s.Do, t.Mem.Take(ir.Apply(k.Unwrap, r), typ, ir.Ne(r, heap.NilInterface))...)
	}
	t.Step(s)
	t.gotten[call] = true
	return tuple([]emit.Value{{Expr: r}}, inv.Result)
}

// unconverted is what an interface is made of where that can be told, for messages.
func unconverted(v ssa.Value) ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

// mayMakeNil reports whether a function that is New of a pool may return a nil pointer.
func mayMakeNil(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		var made analysis.OneType
		if made.AddAll(r.Results[0]); made.Mixed || made.MaybeNil {
			return true
		}
	}
	return false
}

// onlyAsserted reports whether a value is used for nothing else than assertions of one type.
func onlyAsserted(v *ssa.Call, typ types.Type) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.TypeAssert:
			if !types.Identical(use.AssertedType, typ) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
