package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/emit"
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
	x := ir.V(t.Anything(r.Sort))
	t.Assume(ir.Or(ir.Eq(x, ir.Nil), ir.Eq(x, ir.V(r))))
	return &emit.Value{Expr: x}
}

// resultsMade checks that what a method returns is its goroutine's own, and stored nowhere, where callers by way of an interface take it for new.
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
		is := ir.And(t.Mem.Mine(object), ir.Not(ir.Select(ir.V(t.Mem.Stored), ir.Apply(t.Mem.Base, object))))
		t.Emit(t.Assertion(ir.Or(ir.Eq(object, ir.Nil), is), ir.Check{Kind: ir.Exposed, Subject: t.Returned(i)}))
	}
}
