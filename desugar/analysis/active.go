package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Active objects. A method starts a goroutine that has the receiver as well, and takes what others send on a channel in
// a field of it: a worker of a pool, say. Others know such an object for as long as its goroutine runs, and cannot be
// kept from it by a lock. So if a guard leads to objects of such a type, they are in no region all the same: the type
// stands apart.

// activeTypes returns the struct types of such objects.
func (p *Facts) activeTypes() map[*types.TypeName]bool {
	active := map[*types.TypeName]bool{}
	for _, fn := range p.functions {
		recv := fn.Signature.Recv()
		if recv == nil {
			continue
		}
		ptr, ok := types.Unalias(recv.Type()).(*types.Pointer)
		if !ok {
			continue
		}
		name := StructName(ptr.Elem())
		if name == nil || !p.isOurs(name) || active[name] {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if start, ok := instr.(*ssa.Go); ok && passes(start, name) && serves(start.Call.StaticCallee(), name) {
					active[name] = true
				}
			}
		}
	}
	return active
}

// passes reports whether a goroutine gets a pointer to an object of the type where it is started, as an argument or in a captured variable.
func passes(start *ssa.Go, name *types.TypeName) bool {
	given := start.Call.Args
	if made, ok := start.Call.Value.(*ssa.MakeClosure); ok {
		given = made.Bindings
	}
	for _, v := range given {
		t := v.Type()
		for range 2 { // the variable that the pointer is in, too
			ptr, ok := types.Unalias(t).(*types.Pointer)
			if !ok {
				break
			}
			if t = ptr.Elem(); StructName(t) == name {
				return true
			}
		}
	}
	return false
}

// serves reports whether a function receives from a channel in a field of an object of the type.
func serves(fn *ssa.Function, name *types.TypeName) bool {
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW && isFieldOf(i.X, name) {
					return true
				}
			case *ssa.Select:
				for _, s := range i.States {
					if s.Dir == types.RecvOnly && isFieldOf(s.Chan, name) {
						return true
					}
				}
			}
		}
	}
	return false
}

// isFieldOf reports whether v is read from a field of an object of a struct type.
func isFieldOf(v ssa.Value, name *types.TypeName) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	return ok && StructName(Deref(at.X.Type())) == name
}
