package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// reachSpread emits the accesses to what the elements of a slice lead to that is passed as the variadic arguments:
// row.Scan(dest...). Those that the text shows are any of them.
func (t *translator) reachSpread(p passed, uses func(passed) (use, bool)) {
	elem := p.typ.Underlying().(*types.Slice).Elem()
	s := t.Stable(p.expr)
	for _, from := range t.elementsOf(p.from) {
		t.reachAny(t.Mem.SliceLen(s), use{}, func(i *ir.Expr, _ use) {
			e, ok := t.reachValue(t.Mem.Elem(s, elem, i), t.Mem.SliceArr(s), use{}, t.argumentText(passed{from: from}))
			if ok {
				t.reachArgument(passed{expr: e, typ: elem, from: from, arg: p.arg}, uses)
			}
		})
	}
}

// isSpread reports whether an argument is a slice of interfaces that is passed in place of variadic arguments.
func isSpread(inv *emit.Invocation, p passed) bool {
	sig, typ := inv.Common.Signature(), p.typ.Underlying()
	s, ok := typ.(*types.Slice)
	if !ok || !sig.Variadic() || p.arg != len(inv.Argv)-1 || inv.Argv[p.arg] != p.from || !isEmptyInterface(s.Elem()) {
		return false
	}
	made, ok := p.from.(*ssa.Slice)
	if !ok {
		return true
	}
	array, ok := made.X.(*ssa.Alloc)
	return !ok || array.Comment != "varargs"
}

// elementsOf returns the values that are stored in the slices which a value may be, as far as the text shows it: by
// literals, and by append.
func (t *translator) elementsOf(v ssa.Value) []ssa.Value {
	var all []ssa.Value
	seen := map[ssa.Value]bool{}
	var of func(v ssa.Value, f *emit.Frame)
	of = func(v ssa.Value, f *emit.Frame) {
		for _, o := range originsOf(v, f) {
			if seen[o.value] {
				continue
			}
			seen[o.value] = true
			switch x := o.value.(type) {
			case *ssa.Call:
				if analysis.IsBuiltin(x, "append") {
					of(x.Call.Args[0], o.frame)
					of(x.Call.Args[1], o.frame)
				}
			case *ssa.Slice:
				if a, ok := x.X.(*ssa.Alloc); ok {
					all = append(all, storedIn(a)...)
				}
			}
		}
	}
	of(v, t.Frame)
	return all
}

// storedIn returns what is stored into the elements of an array.
func storedIn(a *ssa.Alloc) []ssa.Value {
	var all []ssa.Value
	for _, use := range *a.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == at {
				all = append(all, s.Val)
			}
		}
	}
	return all
}
