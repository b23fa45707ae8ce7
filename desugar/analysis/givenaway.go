package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A method may give away what it finds in a field of its receiver, as flush in batch := b.items; b.items = nil; b.out
// <- batch. If the receiver goes on to have it, as in b.out <- b.items, then no caller can leave that to the method:
// the next call would find it there again.

// isBuilt reports whether a pointer leads to a new object that the function returns, and does nothing else with but to set fields.
func isBuilt(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if load, isLoad := v.(*ssa.UnOp); isLoad { // of a variable that holds it
		if s := onlyStore(load); s != nil {
			a, ok = s.Val.(*ssa.Alloc)
		}
	}
	return ok && a.Heap && isOnlyReturned(a, map[ssa.Value]bool{})
}

// isOnlyReturned reports whether a function returns the object behind a pointer, and does nothing else with it but to set fields.
func isOnlyReturned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	returned := false
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.BinOp:
		case *ssa.MakeInterface:
			if !isOnlyReturned(use, seen) {
				return false
			}
			returned = true
		case *ssa.Store:
			cell, ok := use.Addr.(*ssa.Alloc)
			if !ok || use.Val != v || !isVariable(cell) {
				return false
			}
			for _, of := range *cell.Referrers() {
				if load, ok := of.(*ssa.UnOp); ok {
					if len(*load.Referrers()) > 0 && !isOnlyUsedToReturn(load, seen) {
						return false
					}
					returned = true
				}
			}
		case *ssa.Return:
			returned = true
		default:
			return false
		}
	}
	return returned
}

// isOnlyUsedToReturn is isOnlyReturned for one of several uses of a variable, which may also be to set a field.
func isOnlyUsedToReturn(load *ssa.UnOp, seen map[ssa.Value]bool) bool {
	return !slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.BinOp, *ssa.Return:
			return false
		case *ssa.MakeInterface:
			return !isOnlyReturned(use, seen)
		}
		return true
	})
}

// A found is something that was read from a field of the receiver, or of what that leads to.
type found struct {
	load    *ssa.UnOp
	field   *ssa.FieldAddr
	element bool // it is an element, or what an element leads to
}

// foundBy adds what an instruction reads from such a field.
func (w *takeWalk) foundBy(use ssa.Instruction, in []*found) []*found {
	load, ok := use.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || w.receiver == nil {
		return in
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || w.isInCopy(at) {
		return in
	}
	return append(in[:len(in):len(in)], &found{load: load, field: at})
}

// isInCopy reports whether a field is part of a variable of the function, but not of that for a receiver by value, which callers have, too.
func (w *takeWalk) isInCopy(at *ssa.FieldAddr) bool {
	switch x := at.X.(type) {
	case *ssa.Alloc:
		return !slices.ContainsFunc(*x.Referrers(), func(use ssa.Instruction) bool {
			s, ok := use.(*ssa.Store)
			return ok && s.Val == ssa.Value(w.receiver)
		})
	case *ssa.FieldAddr:
		return w.isInCopy(x)
	}
	return false
}

// inElement notes that an instruction goes on to an element of what was found.
func inElement(use ssa.Instruction, in []*found) []*found {
	switch use.(type) {
	case *ssa.IndexAddr, *ssa.Lookup, *ssa.Range:
	default:
		return in
	}
	if len(in) == 0 {
		return in
	}
	last := *in[len(in)-1]
	last.element = true
	return append(in[:len(in)-1:len(in)-1], &last)
}

// isInVariable reports whether a field is part of a variable of the function.
func isInVariable(at *ssa.FieldAddr) bool {
	switch x := at.X.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return isInVariable(x)
	}
	return false
}

// isReplaced reports whether the field gets something else, where an instruction gives away what was found there.
func (f *found) isReplaced(gives ssa.Instruction) bool {
	if gives.Parent() != f.load.Parent() || isInVariable(f.field) {
		return false
	}
	var all []ssa.Instruction
	for _, b := range gives.Parent().Blocks {
		for _, instr := range b.Instrs {
			if f.replacedBy(instr) && precedes(f.load, instr) {
				all = append(all, instr)
			}
		}
	}
	if slices.ContainsFunc(all, func(i ssa.Instruction) bool { return precedes(i, gives) }) {
		return true
	}
	if _, ok := gives.(*ssa.Select); ok { // another case may be taken
		return slices.ContainsFunc(all, func(i ssa.Instruction) bool { return precedes(gives, i) })
	}
	return len(all) > 0 && alwaysMeets(gives, all, false)
}

// replacedBy reports whether an instruction sets the field, or takes an element out of what is there.
func (f *found) replacedBy(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		switch at := i.Addr.(type) {
		case *ssa.FieldAddr:
			return f.isField(at) && (f.element || !f.comesFromIt(i.Val, map[ssa.Value]bool{}))
		case *ssa.IndexAddr:
			return f.element && f.comesFromIt(at.X, map[ssa.Value]bool{})
		}
	case *ssa.Call:
		if fn := i.Call.StaticCallee(); fn != nil {
			return len(i.Call.Args) > 0 && isSamePlace(i.Call.Args[0], f.field.X) && setsAnew(fn, FieldOf(f.field))
		}
		return f.element && (IsBuiltin(i, "delete") || IsBuiltin(i, "clear")) && f.comesFromIt(i.Call.Args[0], map[ssa.Value]bool{})
	}
	return false
}

// setsAnew reports whether a method begins with setting a field of its receiver to nil or something new.
func setsAnew(fn *ssa.Function, field *types.Var) bool {
	if len(fn.Blocks) == 0 || fn.Signature.Recv() == nil {
		return false
	}
	return slices.ContainsFunc(fn.Blocks[0].Instrs, func(instr ssa.Instruction) bool {
		s, ok := instr.(*ssa.Store)
		if !ok {
			return false
		}
		at, ok := s.Addr.(*ssa.FieldAddr)
		if !ok || FieldOf(at) != field || !holdsReceiver(at.X, fn) {
			return false
		}
		switch v := s.Val.(type) {
		case *ssa.Const, *ssa.MakeSlice, *ssa.MakeMap, *ssa.Alloc:
			return true
		case *ssa.Slice: // of a new array
			_, ok := v.X.(*ssa.Alloc)
			return ok
		}
		return false
	})
}

// holdsReceiver reports whether a value is the receiver of a method.
func holdsReceiver(v ssa.Value, fn *ssa.Function) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			param, ok := Spilled(a)
			return ok && param == fn.Params[0]
		}
	}
	return v == ssa.Value(fn.Params[0])
}

// isField reports whether an address is that of the field in the same object, as far as the text tells.
func (f *found) isField(at *ssa.FieldAddr) bool {
	return at.Field == f.field.Field && isSamePlace(at.X, f.field.X)
}

// isSamePlace reports whether two pointers are read from the same variable or field.
func isSamePlace(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && isSamePlace(x.X, y.X)
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && isSamePlace(x.X, y.X)
	}
	return false
}

// comesFromIt reports whether a value may be made of what the field had.
func (f *found) comesFromIt(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	from := func(x ssa.Value) bool { return f.comesFromIt(x, seen) }
	switch v := v.(type) {
	case *ssa.UnOp:
		switch at := v.X.(type) {
		case *ssa.FieldAddr:
			return f.isField(at)
		case *ssa.Alloc:
			return slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
				s, ok := use.(*ssa.Store)
				return ok && s.Addr == ssa.Value(at) && from(s.Val)
			})
		}
	case *ssa.Slice:
		return from(v.X)
	case *ssa.ChangeType:
		return from(v.X)
	case *ssa.Extract:
		return from(v.Tuple)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, from)
	case *ssa.Call:
		if IsBuiltin(v, "append") {
			return from(v.Call.Args[0])
		}
		return slices.ContainsFunc(v.Call.Args, from)
	}
	return false
}

// alwaysMeets reports whether control comes from an instruction to one of the others on each way to the end of the
// function, and back to it unless it may come there again.
func alwaysMeets(from ssa.Instruction, others []ssa.Instruction, again bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var meets func(b *ssa.BasicBlock, at int) bool
	meets = func(b *ssa.BasicBlock, at int) bool {
		for _, instr := range b.Instrs[at:] {
			if slices.Contains(others, instr) {
				return true
			}
			if instr == from {
				return again
			}
		}
		if len(b.Succs) == 0 {
			return false
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if !meets(next, 0) {
					return false
				}
			}
		}
		return true
	}
	b := from.Block()
	return meets(b, slices.Index(b.Instrs, from)+1)
}
