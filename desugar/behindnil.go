package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// An interface that holds a nil pointer is not nil: it is the method that panics, as it counts on its receiver. Where an
// interface without contracts is called, and the code that put something there can be read, it is checked that this was no
// nil pointer.

// notNilBehind makes the check for a call of a method through the interface value x.
func (t *translator) notNilBehind(inv *emit.Invocation, x *ir.Expr) {
	x = t.Stable(x)
	for _, typ := range t.putInto(inv.Common.Value, x) {
		if _, isPointer := typ.Underlying().(*types.Pointer); !isPointer || !t.countsOnReceiver(typ, inv.Common.Method) {
			continue
		}
		k, err := t.Mem.Dynamic.Functions(typ)
		if err != nil {
			continue
		}
		text := t.Text(inv.Common.Value)
		holds := ir.Eq(t.Mem.Dynamic.DynamicType(x), k.Term)
		t.Check(ir.Implies(holds, ir.Ne(ir.Apply(k.Unwrap, x), ir.Nil)), ir.Check{
			Kind: ir.NilDereference, Subject: "the " + t.Mem.ShortType(typ) + " in " + text, Needed: text + " not to hold a nil pointer",
		})
	}
}

// putInto returns the types of what may be in the interface v, of which x is the value, if all of it is put there by code that
// is at hand here. What a caller or memory holds is not known, and believed to be no nil pointer, as is said of each call.
func (t *translator) putInto(v ssa.Value, x *ir.Expr) []types.Type {
	for _, k := range t.Mem.Dynamic.List {
		if k.Wrap != nil && x.Op == ir.OpApply && x.Fn == k.Wrap {
			return []types.Type{k.Type}
		}
	}
	var all []types.Type
	seen, untold := map[ssa.Value]bool{}, false
	var visit func(ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Const: // nil
		case *ssa.MakeInterface:
			all = append(all, v.X.Type())
		case *ssa.ChangeInterface:
			if analysis.IsTypeParam(v.X.Type()) {
				untold = true
				return
			}
			visit(v.X)
		case *ssa.TypeAssert:
			visit(v.X)
		case *ssa.Extract:
			a, ok := v.Tuple.(*ssa.TypeAssert)
			if !ok || v.Index != 0 {
				untold = true
				return
			}
			visit(a.X)
		case *ssa.UnOp:
			a, ok := v.X.(*ssa.Alloc)
			if !ok || !t.Usage(a).Local() {
				untold = true
				return
			}
			for _, use := range *a.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == a {
					visit(s.Val)
				}
			}
		default:
			untold = true
		}
	}
	visit(v)
	if untold {
		return nil
	}
	return all
}

// countsOnReceiver reports whether the method of the type may not be called with a nil receiver.
func (t *translator) countsOnReceiver(typ types.Type, m *types.Func) bool {
	sel := types.NewMethodSet(typ).Lookup(m.Pkg(), m.Name())
	if sel == nil {
		return false
	}
	obj := sel.Obj().(*types.Func)
	recv := obj.Signature().Recv()
	if !annot.NeverNil(recv.Type()) || len(sel.Index()) > 1 { // of a value, or of a part: the pointer is followed
		return true
	}
	fn := t.prog.Ssa.FuncValue(obj.Origin())
	return fn == nil || !t.prog.MayBeNil(fn)[obj.Origin().Signature().Recv()]
}
