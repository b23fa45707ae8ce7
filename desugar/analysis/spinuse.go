package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What functions do with spin locks: see spinlocks.go. A spin lock is an object of its own, or a package variable. Its
// address is passed about, stored, compared, and put into a sync.Locker, and that is all.

// isMisused reports whether a function does more than that with a spin lock of the type, if it is no method of it.
func (s *spinLock) isMisused(fn *ssa.Function) bool {
	if obj, ok := fn.Object().(*types.Func); ok && s.methods[obj] && fn.Synthetic == "" {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s.misuses(instr) {
				return true
			}
		}
	}
	return false
}

func (s *spinLock) misuses(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.MakeInterface:
		if s.isPointer(i.X.Type()) {
			return !isSyncLocker(i.Type())
		}
		if s.foreign && s.leadsTo(i.X.Type(), map[types.Type]bool{}) { // who gets it may write numbers by reflection
			return true
		}
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.SliceToArrayPointer:
		if s.isPointer(i.(ssa.Value).Type()) {
			return true
		}
		for _, x := range i.Operands(nil) {
			if s.isPointer((*x).Type()) {
				return true
			}
		}
	case *ssa.UnOp:
		if i.Op == token.MUL && s.isPointer(i.X.Type()) {
			return true
		}
	case *ssa.Store:
		if s.isPointer(i.Addr.Type()) {
			return true
		}
	case ssa.CallInstruction:
		if m := i.Common().Method; m != nil && s.isPointer(i.Common().Value.Type()) { // of a type parameter
			return true
		}
	}
	for _, x := range instr.Operands(nil) {
		if *x == nil {
			continue
		}
		fn, ok := (*x).(*ssa.Function)
		if !ok {
			continue
		}
		if obj, isFunc := fn.Object().(*types.Func); isFunc && s.methods[obj] {
			return true
		}
		for _, arg := range fn.TypeArgs() {
			if s.leadsTo(arg, map[types.Type]bool{}) {
				return true
			}
		}
	}
	return false
}

func (s *spinLock) is(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj() == s.name
}

// isPointer reports whether t is that of pointers to the type.
func (s *spinLock) isPointer(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && s.is(ptr.Elem())
}

// leadsTo reports whether a value of type t has or leads to such a lock, but by an interface.
func (s *spinLock) leadsTo(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	found := s.is(t)
	if n, ok := types.Unalias(t).(*types.Named); ok {
		for arg := range n.TypeArgs().Types() {
			found = found || s.leadsTo(arg, seen)
		}
	}
	if !found && !IsTypeParam(t) {
		eachComponent(t, func(part types.Type) { found = found || s.leadsTo(part, seen) })
	}
	return found
}

// isSyncLocker reports whether t is sync.Locker itself.
func isSyncLocker(t types.Type) bool { return IsSyncType(t, "sync", "Locker") }

// leavesLocker reports whether the checked packages make a value of another interface out of a sync.Locker: what it holds may be called or
// written by way of that.
func (p *Facts) leavesLocker() bool {
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.ChangeInterface:
					if isSyncLocker(i.X.Type()) && !isSyncLocker(i.Type()) {
						return true
					}
				case *ssa.TypeAssert:
					if isSyncLocker(i.X.Type()) && types.IsInterface(i.AssertedType) && !isSyncLocker(i.AssertedType) {
						return true
					}
				}
			}
		}
	}
	return false
}
