package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Package variables get their initial values before any function that is checked runs. A variable that owns its backing
// store, or a field that does, owns it from then on: so what it is initialised with must be new and nobody else's. The
// same goes for channels.

// What invariants say is checked of initial values by checking go/ssa's initialiser like a function, one that runs alone
// on package variables that are zero. That is worth while only where invariants speak of what package variables lead to.

// declares notes the types of which the package's variables hold values: their invariants matter.
func (t *translator) declares() {
	for _, v := range t.pkg.Variables() {
		if promised, _ := t.prog.Leads(v.Type(), map[types.Type]bool{}); promised {
			t.Mem.NoteAllocated(v.Type())
		}
	}
}

// begins says what is known before the initialiser runs: the package's variables that invariants speak of are zero, and
// what others have made keeps its invariants.
func (t *translator) begins() {
	vars := t.pkg.Variables()
	for _, v := range vars {
		if promised, _ := t.prog.Leads(v.Type(), map[types.Type]bool{}); !promised && t.pkg.Annot.Package == nil {
			continue
		}
		if facts, err := t.Mem.Zeroed(t.Mem.Global(v)); err == nil {
			t.Out.Given = append(t.Out.Given, facts...)
		}
	}
	for _, name := range t.prog.typedNames() {
		for _, inv := range t.Out.Invariants {
			if inv.This == nil || inv.Type != name.Name() {
				continue
			}
			i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
			kept := inv.Cond
			for _, v := range vars {
				if !heap.IsAddressed(v.Type()) {
					continue
				}
				for _, part := range t.Mem.ValuesOf(name, t.Mem.Global(v), i) {
					kept = ir.Or(kept, t.Mem.Matches(ir.V(inv.This), part.At, i))
				}
			}
			is := inv.Is
			if t.Mem.Status != nil {
				is = ir.And(is, ir.Eq(t.Mem.StatusOf(ir.V(inv.This)), ir.N(ir.Shared, ir.Int)))
			}
			t.Out.Given = append(t.Out.Given, ir.Forall([]*ir.Var{inv.This}, ir.Implies(is, kept), inv.On...))
		}
	}
}
