package startup

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Code of others may share memory behind what it returns with goroutines of its own. None knows memory that the program
// has made, and has not given away. A map or a slice is such if it comes from a variable, or a field, to which the
// program only assigns what it makes itself, or what it adds to that.

// isOwn reports whether an instruction touches no memory behind maps, slices and pointers but the program's own.
func (f *finder) isOwn(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return f.isOwnPlace(i.Addr)
	case *ssa.UnOp:
		return !isLoad(i) || f.isOwnPlace(i.X)
	case *ssa.MapUpdate:
		return f.isMade(i.Map)
	case *ssa.Lookup:
		return f.isMade(i.X)
	case *ssa.Range:
		return f.isMade(i.X)
	case *ssa.Next:
		r, ok := i.Iter.(*ssa.Range)
		return ok && f.isMade(r.X)
	case *ssa.Call:
		return f.isOwnCall(&i.Call)
	case *ssa.Convert:
		return f.isMade(i.X)
	case *ssa.MultiConvert, *ssa.Defer, *ssa.RunDefers, *ssa.Go, *ssa.Send, *ssa.Select:
		return false
	}
	return true
}

func isLoad(i *ssa.UnOp) bool {
	_, ok := i.X.Type().Underlying().(*types.Pointer)
	return ok
}

// isOwnPlace reports whether an address is that of a variable, of a field of a type of the program, or of an element of its own memory.
func (f *finder) isOwnPlace(at ssa.Value) bool {
	switch at := at.(type) {
	case *ssa.Global:
		return f.packages[at.Pkg.Pkg] != nil
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return f.isOurs(deref(at.X.Type()))
	case *ssa.IndexAddr:
		if _, isSlice := at.X.Type().Underlying().(*types.Slice); isSlice {
			return f.isMade(at.X)
		}
		return f.isOwnPlace(at.X)
	}
	return false
}

func (f *finder) isOwnCall(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "copy", "delete", "clear":
			return !slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return !f.isMade(arg) })
		}
		return b.Name() == "len" || b.Name() == "cap" || b.Name() == "min" || b.Name() == "max"
	}
	fn := c.StaticCallee()
	if fn == nil {
		return false
	}
	row := f.rowOf(fn)
	if row == nil || row.Unknown != "" {
		return false
	}
	return !slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return !f.isDecoded(arg) && !f.isKnown(arg, map[ssa.Value]bool{}) })
}

// callsChecked reports whether an instruction calls a checked function: then each instruction of that counts by itself.
func (f *finder) callsChecked(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && f.isChecked(fn)
}

// isKnown reports whether a value is text, a number, or what code of others has made of such without a goroutine of its
// own: a decoder of a file.
func (f *finder) isKnown(v ssa.Value, seen map[ssa.Value]bool) bool {
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() != types.UnsafePointer || seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Convert:
		return f.isKnown(v.X, seen)
	case *ssa.MakeInterface:
		return f.isKnown(v.X, seen)
	case *ssa.ChangeInterface:
		return f.isKnown(v.X, seen)
	case *ssa.Extract:
		return f.isKnown(v.Tuple, seen)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || f.isChecked(fn) || fn.Pkg == nil {
			return false
		}
		row := f.rowOf(fn)
		plain := row != nil && row.Unknown == "" || slices.Contains(quiet, fn.Pkg.Pkg.Path())
		return plain && !slices.ContainsFunc(v.Call.Args, func(arg ssa.Value) bool { return !f.isKnown(arg, seen) })
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && !slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
			switch use := use.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
				return false
			case *ssa.Store:
				return use.Addr != ssa.Value(a) || !f.isKnown(use.Val, seen)
			}
			return true
		})
	}
	return false
}

// isDecoded reports whether an argument is the address of a variable of the program, in an interface, all of whose maps
// and slices are the program's own.
func (f *finder) isDecoded(arg ssa.Value) bool {
	box, ok := arg.(*ssa.MakeInterface)
	if !ok || !f.isOwnPlace(box.X) {
		return false
	}
	return f.holdsMade(deref(box.X.Type()), map[types.Type]bool{})
}

// holdsMade reports whether the maps and slices that the fields of a type hold are the program's own.
func (f *finder) holdsMade(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Struct:
		for v := range u.Fields() {
			switch v.Type().Underlying().(type) {
			case *types.Slice, *types.Map:
				if !f.isMadeIn(v) {
					return false
				}
			}
			if !f.holdsMade(v.Type(), seen) {
				return false
			}
		}
		return true
	case *types.Slice:
		return f.holdsMade(u.Elem(), seen)
	case *types.Array:
		return f.holdsMade(u.Elem(), seen)
	case *types.Map:
		return f.holdsMade(u.Elem(), seen)
	case *types.Pointer:
		return f.isOurs(u.Elem()) && f.holdsMade(u.Elem(), seen)
	}
	return false
}

// isMade reports whether a map or slice is one that the program has made. Text never changes.
func (f *finder) isMade(v ssa.Value) bool { return f.made(v, map[ssa.Value]bool{}) }

func (f *finder) made(v ssa.Value, seen map[ssa.Value]bool) bool {
	if b, ok := v.Type().Underlying().(*types.Basic); ok {
		return b.Kind() != types.UnsafePointer
	}
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.Alloc, *ssa.Const:
		return true
	case *ssa.ChangeType:
		return f.made(v.X, seen)
	case *ssa.Slice:
		return f.made(v.X, seen)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !f.made(e, seen) })
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && f.made(v.Call.Args[0], seen)
	case *ssa.Global:
		return f.isMadeIn(v.Object())
	case *ssa.FieldAddr: // an array in a struct, to be sliced
		return f.isOurs(deref(v.X.Type()))
	case *ssa.UnOp:
		switch at := v.X.(type) {
		case *ssa.Global:
			return f.isMadeIn(at.Object())
		case *ssa.FieldAddr:
			return f.isMadeIn(fieldOf(at))
		case *ssa.Alloc:
			return !slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
				switch use := use.(type) {
				case *ssa.DebugRef, *ssa.UnOp:
					return false
				case *ssa.Store:
					return use.Addr != ssa.Value(at) || !f.made(use.Val, seen)
				}
				return true
			})
		}
	}
	return false
}

func fieldOf(at *ssa.FieldAddr) types.Object {
	st, ok := deref(at.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(at.Field)
}

// isMadeIn reports whether all that is ever assigned to a variable or a field is made by the program. Where it is
// assigned by its address, who has that counts as one of others.
func (f *finder) isMadeIn(v types.Object) bool {
	if v == nil || v.Pkg() == nil || f.packages[v.Pkg()] == nil {
		return false
	}
	return !f.foreign[v]
}

// findForeign finds the variables and fields to which something else may be assigned.
func (f *finder) findForeign() {
	f.foreign = maps.Clone(f.addressed)
	for changed := true; changed; {
		changed = false
		for v, all := range f.assigned {
			if !f.foreign[v] && slices.ContainsFunc(all, func(x ssa.Value) bool { return !f.isMade(x) }) {
				f.foreign[v], changed = true, true
			}
		}
	}
}

// noteAssigned notes what an instruction assigns to variables and fields that hold maps and slices, and which of those
// are used by their addresses.
func (f *finder) noteAssigned(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		var v types.Object
		switch at := (*op).(type) {
		case *ssa.Global:
			v = at.Object()
		case *ssa.FieldAddr:
			v = fieldOf(at)
		}
		if v == nil {
			continue
		}
		switch i := instr.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.MakeInterface: // for a decoder, which makes what it assigns; others may run if it is anything else
			_, isStruct := deref(i.X.Type()).Underlying().(*types.Struct)
			f.addressed[v] = f.addressed[v] || !isStruct
		case *ssa.Store:
			if op == &i.Addr {
				f.assigned[v] = append(f.assigned[v], i.Val)
			} else {
				f.addressed[v] = true
			}
		default:
			f.addressed[v] = true
		}
	}
}

// isLent reports whether an instruction reads or writes a variable with a struct of another package in it, of which
// code of others may have the address.
func (f *finder) isLent(instr ssa.Instruction) bool {
	var at ssa.Value
	switch i := instr.(type) {
	case *ssa.Store:
		at = i.Addr
	case *ssa.UnOp:
		at = i.X
	default:
		return false
	}
	ptr, ok := at.Type().Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	var v types.Object
	switch at := at.(type) {
	case *ssa.Global:
		v = at.Object()
	case *ssa.FieldAddr:
		v = fieldOf(at)
	}
	return f.lends(v, ptr.Elem())
}

// lends is isLent for a variable, nil if that is none of a package and no field.
func (f *finder) lends(v types.Object, t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if !f.isOurs(t) {
			return v == nil || f.addressed[v]
		}
		for field := range u.Fields() {
			if f.lends(field, field.Type()) {
				return true
			}
		}
	case *types.Array:
		return f.lends(v, u.Elem())
	}
	return false
}
