package appendonly

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// onlyRead reports whether all that is done with a slice is to look at its elements, in the function itself, and to
// append to the field that it was just read from.
func onlyRead(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		ok := false
		switch use := use.(type) {
		case *ssa.DebugRef:
			ok = true
		case *ssa.BinOp:
			ok = use.Op == token.EQL || use.Op == token.NEQ
		case *ssa.IndexAddr:
			ok = use.X == v && onlyLoaded(use)
		case *ssa.Slice: // no longer than it was
			ok = use.X == v && use.High == nil && use.Max == nil && onlyRead(use, seen)
		case *ssa.ChangeType:
			ok = onlyRead(use, seen)
		case *ssa.Phi:
			ok = onlyRead(use, seen)
		case *ssa.Store:
			ok = use.Val == v && inVariable(use.Addr, seen)
		case *ssa.Call:
			ok = reads(use, v)
		}
		if !ok {
			return false
		}
	}
	return true
}

// reads reports whether a call of a function of the language only reads a slice, or appends to it where it comes from.
func reads(call *ssa.Call, v ssa.Value) bool {
	args := call.Call.Args
	switch {
	case isBuiltin(call, "len"):
		return true
	case isBuiltin(call, "copy"):
		return args[0] != v
	case isBuiltin(call, "append"):
		if args[0] != v {
			return true
		}
		_, ok := appendsTo(call)
		return ok && args[1] != v
	}
	return false
}

// inVariable reports whether an address is that of a variable which the function alone has, and what is read there is only read.
func inVariable(addr ssa.Value, seen map[ssa.Value]bool) bool {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != a {
				return false
			}
		case *ssa.UnOp:
			if !onlyRead(use, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyLoaded reports whether the address of an element is only read from.
func onlyLoaded(at *ssa.IndexAddr) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isNew reports whether a store assigns nil, or a new slice that has no other name.
func isNew(s *ssa.Store) bool {
	switch v := s.Val.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.MakeSlice:
		return soleUse(v) == s && v.Block() == s.Block() // else one array may be assigned again
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok || soleUse(v) != s || v.Block() != s.Block() {
			return false
		}
		for _, use := range *a.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.Slice:
				if use != v {
					return false
				}
			case *ssa.IndexAddr:
				if st, ok := soleUse(use).(*ssa.Store); !ok || st.Addr != use {
					return false
				}
			default:
				return false
			}
		}
		return a.Block() == s.Block()
	}
	return false
}

// atOnce reports whether nothing between two instructions of a block can wait, or run code elsewhere.
func atOnce(from, to ssa.Instruction) bool {
	instrs := from.Block().Instrs
	i, j := slices.Index(instrs, from), slices.Index(instrs, to)
	if i < 0 || j < i {
		return false
	}
	for _, instr := range instrs[i+1 : j] {
		switch instr := instr.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Alloc, *ssa.Slice, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.ChangeType,
			*ssa.ChangeInterface, *ssa.Convert, *ssa.BinOp, *ssa.Field, *ssa.Index, *ssa.Extract, *ssa.Store:
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return false
			}
		case *ssa.Call:
			if !isBuiltin(instr, "append") && !isBuiltin(instr, "len") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// samePointer reports whether two pointers in one block are the same: one value, read from one variable that is not
// assigned before an instruction, or the address of one field.
func samePointer(a, b ssa.Value, until ssa.Instruction) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && samePointer(a.X, b.X, until)
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		if !ok || a.Op != token.MUL || b.Op != token.MUL || a.X != b.X || a.Block() != until.Block() || b.Block() != until.Block() {
			return false
		}
		cell, ok := a.X.(*ssa.Alloc)
		return ok && !assignedBetween(cell, a, b, until)
	}
	return false
}

// assignedBetween reports whether a variable may be assigned after the first of two reads of it, up to an instruction
// of the same block. Others do not know it.
func assignedBetween(cell *ssa.Alloc, a, b, until ssa.Instruction) bool {
	instrs := until.Block().Instrs
	first := min(slices.Index(instrs, a), slices.Index(instrs, b))
	for _, use := range *cell.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.MakeClosure:
			if !onlyReadIn(use, cell) {
				return true
			}
		case *ssa.Store:
			if use.Addr != cell || use.Block() == until.Block() && slices.Index(instrs, ssa.Instruction(use)) > first {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// onlyReadIn reports whether a function literal only reads a variable that it captures.
func onlyReadIn(lit *ssa.MakeClosure, cell ssa.Value) bool {
	for i, b := range lit.Bindings {
		if b != cell {
			continue
		}
		for _, use := range *lit.Fn.(*ssa.Function).FreeVars[i].Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				if use.Op != token.MUL {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// soleUse returns the one instruction that uses a value, nil if there are several or none.
func soleUse(v ssa.Value) ssa.Instruction {
	var only ssa.Instruction
	for _, use := range *v.Referrers() {
		if _, debug := use.(*ssa.DebugRef); debug {
			continue
		}
		if only != nil {
			return nil
		}
		only = use
	}
	return only
}

// isBuiltin reports whether a call is one of a function of the language.
func isBuiltin(call *ssa.Call, name string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}
