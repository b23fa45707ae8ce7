package reduce

import (
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Most functions store no object of their own in another one before they share it. Where that can be seen without a
// solver, nothing is said of Stored: it matters only of local objects, and of those it is false throughout.

// findStored leaves Stored out if no local object can be marked: the function has none at its beginning, and each step
// that sets a mark sets that of an object which certainly is shared.
func (w *world) findStored() {
	if w.fn.Stored == nil || w.beginsWithNothing() && !slices.ContainsFunc(w.fn.Blocks, w.mayMark) {
		return
	}
	w.stored = w.fn.Stored
}

// beginsWithNothing reports whether all that parameters lead to is shared.
func (w *world) beginsWithNothing() bool {
	for _, p := range w.fn.Params {
		refs, all := references(ir.V(p))
		if !all {
			return false
		}
		for _, r := range refs {
			shared := w.has(w.base(r), ir.Shared)
			given := func(g *ir.Expr) bool {
				return ir.Equal(g, shared) || ir.Equal(g, ir.Or(ir.Eq(r, ir.Nil), shared))
			}
			if !slices.ContainsFunc(w.fn.Given, given) {
				return false
			}
		}
	}
	return true
}

func (w *world) mayMark(b *ir.Block) bool {
	known := w.certainIn[b]
	for _, s := range b.Stmts {
		if step, ok := s.(*ir.Step); ok {
			at := known
			for _, d := range step.Do {
				if w.marks(at, d) {
					return true
				}
				at = at.after(w, d)
			}
		} else if w.marks(known, s) {
			return true
		}
		known = known.after(w, s)
	}
	return false
}

// marks reports whether the statement may mark a local object.
func (w *world) marks(known certain, s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.Havoc:
		return slices.Contains(s.Vars, w.fn.Stored)
	case *ir.Assign:
		if s.Dst != w.fn.Stored {
			return false
		}
		if s.Src.Op != ir.OpStore || len(s.Src.Args) != 3 || s.Src.Args[0].Op != ir.OpVar || s.Src.Args[0].Var != s.Dst {
			return true
		}
		object, mark := s.Src.Args[1], known.simplify(w, s.Src.Args[2])
		same := ir.Equal(mark, ir.Select(ir.V(s.Dst), object)) || mark.Op == ir.OpFalse
		return !same && !known.shared(w, inside(object))
	}
	return false
}

// inside is the reference of which object is the object; nil has none that could be local.
func inside(object *ir.Expr) *ir.Expr {
	if object.Op == ir.OpApply && len(object.Args) == 1 {
		return object.Args[0]
	}
	return object
}
