package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A struct that is passed by value may have a pointer to a lock: struct{ mu *sync.Mutex; m map[string]int }. Methods
// that acquire the lock and write the map show that goroutines share what the copies lead to. No guard can be told of
// that, as each copy has fields of its own, so it is told by the text: another method that others may call, and that
// acquires no such lock, may not use the map.

// A SharedUse is a use of what copies lead to, without the lock that others hold.
type SharedUse struct {
	Of    ssa.Value // what was read from the field
	Write bool
	Wraps *types.Var // another variable, by which others use the same (wrapped.go); nil: a copy
}

// UsedUnlocked returns the use that an instruction is, nil if it is none.
func (p *Facts) UsedUnlocked(instr ssa.Instruction) *SharedUse { return p.sharedCopies[instr] }

// findSharedCopies looks at all functions that get such a struct.
func (p *Facts) findSharedCopies() map[ssa.Instruction]*SharedUse {
	written := map[*types.Var]bool{} // fields of which functions that acquire the lock write what they lead to
	type use struct {
		instr ssa.Instruction
		of    *ssa.UnOp
		write bool
	}
	var unlocked []use
	for _, fn := range p.functions {
		for _, param := range fn.Params {
			n := pointsToLock(param.Type())
			if n == nil {
				continue
			}
			locks := locksBehind(fn, n)
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					of, write := usedInside(instr)
					if of == nil || StructName(Deref(of.X.(*ssa.FieldAddr).X.Type())) != n {
						continue
					}
					switch {
					case locks && write:
						written[FieldOf(of.X.(*ssa.FieldAddr))] = true
					case !locks && p.CalledByOthers(fn) && isSpilledCopy(of.X.(*ssa.FieldAddr).X):
						unlocked = append(unlocked, use{instr, of, write})
					}
				}
			}
		}
	}
	found := map[ssa.Instruction]*SharedUse{}
	for _, u := range unlocked {
		if written[FieldOf(u.of.X.(*ssa.FieldAddr))] {
			found[u.instr] = &SharedUse{Of: u.of, Write: u.write}
		}
	}
	p.findWrapped(found)
	return found
}

// isSpilledCopy reports whether an address is that of the variable of a parameter.
func isSpilledCopy(at ssa.Value) bool {
	a, ok := at.(*ssa.Alloc)
	if !ok {
		return false
	}
	_, is := Spilled(a)
	return is || holdsParameter(a)
}

// usedInside returns the read of a field with a slice, map or pointer, if an instruction uses what is behind that, and
// whether it writes there.
func usedInside(instr ssa.Instruction) (of *ssa.UnOp, write bool) {
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		return readOfField(i.Map), true
	case *ssa.Lookup:
		return readOfField(i.X), false
	case *ssa.Range:
		return readOfField(i.X), false
	case *ssa.IndexAddr:
		return readOfField(i.X), storesTo(i)
	case *ssa.FieldAddr:
		return readOfField(i.X), storesTo(i)
	case *ssa.Store:
		return readOfField(i.Addr), true
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return readOfField(i.X), false
		}
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "delete", "clear":
				return readOfField(i.Call.Args[0]), true
			case "len":
				if _, isMap := i.Call.Args[0].Type().Underlying().(*types.Map); isMap {
					return readOfField(i.Call.Args[0]), false
				}
			}
		}
	}
	return nil, false
}

func storesTo(at ssa.Value) bool {
	for _, use := range usesOf(at) {
		if s, ok := use.(*ssa.Store); ok && s.Addr == at {
			return true
		}
	}
	return false
}

// readOfField returns the read of a field that a value is, if it leads to memory and to no lock.
func readOfField(v ssa.Value) *ssa.UnOp {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	if _, ok := load.X.(*ssa.FieldAddr); !ok {
		return nil
	}
	switch t := load.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return load
	case *types.Pointer:
		if !IsSyncValue(t.Elem()) {
			return load
		}
	}
	return nil
}

// pointsToLock returns the name of a struct type, if one of its fields is a pointer to a lock; else nil.
func pointsToLock(t types.Type) *types.TypeName {
	n := StructName(t)
	if n == nil {
		return nil
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if ptr, ok := f.Type().Underlying().(*types.Pointer); ok && IsLock(ptr.Elem()) {
			return n
		}
	}
	return nil
}

// locksBehind reports whether a function, or one of its literals, calls a method of a lock that a field of the struct type leads to.
func locksBehind(fn *ssa.Function, n *types.TypeName) bool {
	for _, call := range AllCalls(fn) {
		if call.StaticCallee() == nil || len(call.Args) == 0 || !IsLock(Deref(call.Args[0].Type())) {
			continue
		}
		load, ok := call.Args[0].(*ssa.UnOp)
		if !ok {
			continue
		}
		if at, ok := load.X.(*ssa.FieldAddr); ok && StructName(Deref(at.X.Type())) == n {
			return true
		}
	}
	for _, lit := range fn.AnonFuncs {
		if locksBehind(lit, n) {
			return true
		}
	}
	return false
}
