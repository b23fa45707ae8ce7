package analysis

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// writtenLate reports whether an instruction that writes an object which the function has just made comes after one
// that stores the object in what the function was given, or in a package variable: others may know it by then. At is
// the address of the object.
func writtenLate(at ssa.Value, write ssa.Instruction) bool {
	for _, v := range pointersTo(at) {
		if v.Referrers() == nil {
			continue
		}
		for _, use := range *v.Referrers() {
			if storesElsewhere(use, v) && mayPrecede(use, write) {
				return true
			}
		}
	}
	return false
}

// pointersTo returns the pointers to a new object: itself, or what the variable holds that the address is read from.
func pointersTo(at ssa.Value) []ssa.Value {
	all := []ssa.Value{at}
	load, ok := at.(*ssa.UnOp)
	if !ok {
		return all
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return all
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			all = append(all, use)
		case *ssa.Store:
			all = append(all, use.Val)
		}
	}
	return all
}

// storesElsewhere reports whether an instruction stores the pointer v in what the function was given: in a variable, an entry of a map, or
// with append.
func storesElsewhere(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.MapUpdate:
		return use.Value == v && isGivenMemory(use.Map)
	case *ssa.Store:
		return use.Val == v && (isGivenMemory(use.Addr) || isAppended(use.Addr))
	}
	return false
}

// isGivenMemory reports whether an address, a slice or a map leads to memory that the function reaches by a parameter,
// a captured variable or a package variable.
func isGivenMemory(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.Alloc); ok {
				_, spilled := Spilled(a)
				return spilled
			}
			v = x.X
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		default:
			return false
		}
	}
}

// isAppended reports whether an address is that of an argument of append to what the function was given.
func isAppended(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	args, ok := at.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *args.Referrers() {
		whole, ok := use.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, u := range *whole.Referrers() {
			if call, ok := u.(*ssa.Call); ok && IsBuiltin(call, "append") && isGivenMemory(call.Call.Args[0]) {
				return true
			}
		}
	}
	return false
}

// mayPrecede reports whether control may come from one instruction to another.
func mayPrecede(first, then ssa.Instruction) bool {
	if first.Block() == then.Block() && slices.Index(first.Block().Instrs, first) < slices.Index(then.Block().Instrs, then) {
		return true
	}
	return blocksFrom(slices.Clone(first.Block().Succs), nil)[then.Block()]
}
