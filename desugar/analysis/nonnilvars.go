package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// load reports whether a read gives what is not nil.
func (w *nonNilWalk) load(load *ssa.UnOp) bool {
	switch x := load.X.(type) {
	case *ssa.Alloc:
		if !isVariable(x) {
			return false
		}
		return (&backward{walk: w, variable: x, seen: map[*ssa.BasicBlock]bool{}}).before(load)
	case *ssa.FreeVar:
		return w.captured(x)
	case *ssa.FieldAddr:
		c := w.prog.Settled(load)
		return c != nil && c.NonNil
	case *ssa.Global:
		v, _ := x.Object().(*types.Var)
		s := w.prog.AssignedOnce[v]
		return s != nil && w.prog.NeverNilInitially(s.Val)
	}
	return false
}

// isVariable reports whether a is only read and assigned by its name, and only read by function literals.
func isVariable(a *ssa.Alloc) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Val == a {
				return false
			}
		case *ssa.MakeClosure:
			if !OnlyReads(use, a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// captured reports whether a variable that a function literal captures, and nobody assigns after that, is not nil.
func (w *nonNilWalk) captured(fv *ssa.FreeVar) bool {
	if w.seen[fv] {
		return false
	}
	w.seen[fv] = true
	defer delete(w.seen, fv)
	fn := fv.Parent()
	if fn.Parent() == nil {
		return false
	}
	found := false
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok || mc.Fn != fn {
				continue
			}
			if !w.binding(mc, mc.Bindings[indexOf(fn.FreeVars, fv)]) {
				return false
			}
			found = true
		}
	}
	return found
}

// binding reports whether the variable that mc captures is not nil from then on.
func (w *nonNilWalk) binding(mc *ssa.MakeClosure, v ssa.Value) bool {
	if outer, ok := v.(*ssa.FreeVar); ok {
		return w.captured(outer)
	}
	a, ok := v.(*ssa.Alloc)
	if !ok || !isVariable(a) {
		return false
	}
	var stores []*ssa.Store
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok {
			stores = append(stores, s)
		}
	}
	return !AssignedAfterCapture(a, stores) && (&backward{walk: w, variable: a, seen: map[*ssa.BasicBlock]bool{}}).before(mc)
}

func indexOf(vars []*ssa.FreeVar, v *ssa.FreeVar) int {
	for i, x := range vars {
		if x == v {
			return i
		}
	}
	return -1
}

// backward follows all paths to a point back to where a variable has been assigned last, or compared with nil.
type backward struct {
	walk     *nonNilWalk
	variable *ssa.Alloc
	seen     map[*ssa.BasicBlock]bool
}

// before reports whether the variable is not nil before the instruction.
func (b *backward) before(at ssa.Instruction) bool {
	instrs := at.Block().Instrs
	for i, instr := range instrs {
		if instr == at {
			return b.within(at.Block(), instrs[:i])
		}
	}
	return false
}

// within reports whether the variable is not nil after the instructions, which a block begins with.
func (b *backward) within(block *ssa.BasicBlock, instrs []ssa.Instruction) bool {
	for i := len(instrs) - 1; i >= 0; i-- {
		switch instr := instrs[i].(type) {
		case *ssa.Store:
			if instr.Addr == b.variable {
				return b.walk.value(instr.Val)
			}
		case *ssa.Alloc:
			if instr == b.variable {
				return false
			}
		}
	}
	if len(block.Preds) == 0 { // the variable is not of this function, or the block is where it goes on after a panic
		return false
	}
	if b.seen[block] {
		return true // a path that goes round comes from outside
	}
	b.seen[block] = true
	for _, p := range block.Preds {
		if !b.told(p, block) && !b.within(p, p.Instrs) {
			return false
		}
	}
	return true
}

// told reports whether the way from one block to the next is only taken if the variable is not nil.
func (b *backward) told(from, to *ssa.BasicBlock) bool {
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Block() != from || cond.Op != token.EQL && cond.Op != token.NEQ || (cond.Op == token.NEQ) != (from.Succs[0] == to) {
		return false
	}
	read, ok := cond.X.(*ssa.UnOp)
	k, isConst := cond.Y.(*ssa.Const)
	if !ok || !isConst || !k.IsNil() || read.Op != token.MUL || read.X != b.variable || read.Block() != from {
		return false
	}
	after := false
	for _, instr := range from.Instrs {
		if s, ok := instr.(*ssa.Store); ok && after && s.Addr == b.variable {
			return false
		}
		after = after || instr == ssa.Instruction(read)
	}
	return true
}
