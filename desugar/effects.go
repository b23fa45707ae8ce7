package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// mayReach reports whether the effects may change what the statements since the point read, what they give, or whether they
// are allowed. Other goroutines change nothing that this one has the right to read.
func (t *translator) mayReach(e *emit.Effects, p *emit.Point, gives emit.Value) bool {
	reached := t.dependsOn(e, gives)
	vars := func(x *ir.Expr) {
		if x != nil {
			reached = reached || t.mentionsAny(x, e.Written)
		}
	}
	for s := range t.Since(p) {
		step, ok := s.(*ir.Step)
		if !ok {
			continue
		}
		for _, d := range step.Do {
			if a, ok := d.(*ir.Assign); ok {
				vars(a.Src)
			} else {
				reached = true
			}
		}
		for _, a := range step.Access {
			h := a.Map.Heap
			vars(ir.V(a.Map))
			for _, x := range a.Index {
				vars(x)
			}
			for _, x := range []*ir.Expr{h.Read, h.Away, h.Borrowed} {
				vars(x)
			}
			guarded := h.Read != nil && h.Read.Op != ir.OpTrue
			reached = reached || e.Gives || e.Publishes && guarded || e.Foreign && (h.Class == ir.Plain || h.Class == ir.Atomic)
		}
	}
	return reached
}

// dependsOn reports whether a value depends on what the effects write.
func (t *translator) dependsOn(e *emit.Effects, v emit.Value) bool {
	if v.Expr != nil && t.mentionsAny(v.Expr, e.Written) {
		return true
	}
	for _, p := range v.Parts {
		if t.dependsOn(e, p) {
			return true
		}
	}
	return false
}

func (t *translator) mentionsAny(e *ir.Expr, vars map[*ir.Var]bool) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && vars[x.Var]
		return !found
	})
	return found
}

// Of many results no more is known than their sort: nothing says then that they come of what the operands hold. Whoever asks
// which locals are needed later (package reduce, of functions that are one atomic step without more being said) has to know it.
// So every step of such a function, and every havoc, lists the locals that it may come of.

// keptForUse gives what a function returns, that a call passes on and calls, a local of its own: so what comes of the call
// comes of that.
func (t *translator) keptForUse(v emit.Value) emit.Value {
	if !t.ListsUses() {
		return v
	}
	if v.Expr != nil {
		v.Expr = t.Save(v.Expr)
	}
	for i, p := range v.Parts {
		v.Parts[i] = t.keptForUse(p)
	}
	return v
}
