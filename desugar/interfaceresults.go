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

// newByInterface is what a call by way of an interface returns of which callers take some results for new; nil if they take none for that.
func (t *translator) newByInterface(inv *emit.Invocation) *emit.Value {
	if !inv.Common.IsInvoke() {
		return nil
	}
	m := inv.Common.Method
	made := t.prog.NewByInterface(m)
	if len(made) == 0 {
		return nil
	}
	t.Assumption(inv.Pos, "what method %s of interface %s returns is new, and nobody else's", m.Name(), t.Mem.ShortType(inv.Common.Value.Type()))
	tuple, several := inv.Result.(*types.Tuple)
	if !several {
		return t.nilOrMade(inv, inv.Result)
	}
	v := &emit.Value{}
	for i := range tuple.Len() {
		if slices.Contains(made, i) {
			v.Parts = append(v.Parts, *t.nilOrMade(inv, tuple.At(i).Type()))
		} else {
			v.Parts = append(v.Parts, t.unknownOrPassed(inv, tuple.At(i).Type()))
		}
	}
	return v
}

// nilOrMade is nil, or a pointer to a new object or a slice of a new array, of whatever content.
func (t *translator) nilOrMade(inv *emit.Invocation, typ types.Type) *emit.Value {
	if s, ok := typ.Underlying().(*types.Slice); ok {
		return t.nilOrNew(inv, s.Elem())
	}
	r := t.Mem.NewRef("")
	t.Step(t.Mem.Create(r, nil))
	t.setUp(inv, ir.V(r), analysis.Deref(typ))
	x := ir.V(t.Anything(r.Sort))
	t.Assume(ir.Or(ir.Eq(x, ir.Nil), ir.Eq(x, ir.V(r))))
	return &emit.Value{Expr: x}
}

// setUp gives the fields of a new object, of which code that is not at hand has set them, slices of new arrays where
// these may be in a region. All that a new object leads to there is the goroutine's own.
func (t *translator) setUp(inv *emit.Invocation, ref *ir.Expr, typ types.Type) {
	if st, ok := typ.Underlying().(*types.Struct); ok && t.prog.MayBeSetUp(typ) {
		t.setUpFields(inv, t.Mem.Deref(ref, typ), st)
	}
}

func (t *translator) setUpFields(inv *emit.Invocation, at heap.Place, st *types.Struct) {
	for f := range st.Fields() {
		if !f.Exported() && !t.prog.IsOurs(f) || !t.prog.LeadsToRegional(f.Type()) {
			continue
		}
		p := t.Mem.Field(at, f)
		p.Type = f.Type()
		switch u := f.Type().Underlying().(type) {
		case *types.Struct:
			t.setUpFields(inv, p, u)
		case *types.Slice:
			if v := t.nilOrNew(inv, u.Elem()); v.Expr != nil {
				t.Write(p, v.Expr, inv.Common.Value)
			}
		}
	}
}

// resultsMade checks that what a method returns is its goroutine's own, and stored nowhere, where callers by way of an
// interface take it for new.
func (t *translator) resultsMade(fn *ssa.Function, values []*ir.Expr) {
	if t.refines != nil {
		return
	}
	for _, i := range t.prog.NewBehind(fn) {
		if i >= len(values) || values[i] == nil {
			continue
		}
		if t.Mem.Status == nil {
			t.Mem.WantsOwnership = true
			continue
		}
		v := values[i]
		object := v
		if _, ok := fn.Signature.Results().At(i).Type().Underlying().(*types.Slice); ok {
			object = t.Mem.SliceArr(v)
		}
		t.Emit(t.Assertion(ir.Or(ir.Eq(object, ir.Nil), t.storedNowhere(object)), ir.Check{Kind: ir.Exposed, Subject: t.Returned(i)}))
	}
}

// storedNowhere is the condition that an object is the goroutine's own, and stored nowhere.
func (t *translator) storedNowhere(object *ir.Expr) *ir.Expr {
	return ir.And(t.Mem.Mine(object), ir.Not(ir.Select(ir.V(t.Mem.Stored), ir.Apply(t.Mem.Base, object))))
}
