package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// A LockOp is an operation on a lock, by the name that it has in package sync.
type LockOp string

const (
	OpLock      LockOp = "Lock"
	OpUnlock    LockOp = "Unlock"
	OpTryLock   LockOp = "TryLock"
	OpRLock     LockOp = "RLock"
	OpRUnlock   LockOp = "RUnlock"
	OpTryRLock  LockOp = "TryRLock"
	OpDowngrade LockOp = "DowngradeLock"
)

// TrustedMethods are the operations on a lock of which annot.IsTrustedLock holds, by the names of its methods. What
// they take besides, an order among locks of one class, is for gVisor's own checks at run time.
var TrustedMethods = map[string]LockOp{
	"Lock":          OpLock,
	"NestedLock":    OpLock,
	"Unlock":        OpUnlock,
	"NestedUnlock":  OpUnlock,
	"TryLock":       OpTryLock,
	"RLock":         OpRLock,
	"NestedRLock":   OpRLock,
	"RLockBypass":   OpRLock,
	"RUnlock":       OpRUnlock,
	"NestedRUnlock": OpRUnlock,
	"RUnlockBypass": OpRUnlock,
	"TryRLock":      OpTryRLock,
	"DowngradeLock": OpDowngrade,
}

// Acquiring lists the methods of locks, sync's and those believed, that wait for the lock and take it.
var Acquiring = []string{"Lock", "RLock", "NestedLock", "NestedRLock", "RLockBypass"}

// IsTrusted reports whether t is believed to be a lock or an atomic variable.
func IsTrusted(t types.Type) bool { return annot.IsTrustedLock(t) || annot.IsTrustedAtomic(t) }

// IsTrustedMethod reports whether fn is a method of a type that is believed to be a lock or an atomic variable.
func IsTrustedMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && IsTrusted(Deref(recv.Type()))
}

// LockMethod reports whether fn is a method of a lock, one of sync's or believed.
func LockMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	kind := annot.LockOf(Deref(recv.Type()))
	return kind == annot.Mutex || kind == annot.RWMutex
}

// IsLockFunction reports whether fn, which is passed on as a value, is a method of a lock.
func IsLockFunction(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	return ok && LockMethod(obj) && (LockMethods[obj.Name()] || TrustedMethods[obj.Name()] != "")
}

// MutexType returns the type sync.Mutex.
func (p *Facts) MutexType() types.Type {
	return p.Ssa.ImportedPackage("sync").Pkg.Scope().Lookup("Mutex").Type()
}

// noteConditions notes the locks that some variable is a condition of: a Cond knows its lock by the address.
func (p *Facts) noteConditions(e *escapes) {
	for _, path := range p.Paths {
		for _, g := range p.Packages[path].Annot.Guards {
			if g.Condition == nil || annot.IsLocker(g.Condition.Type()) {
				continue
			}
			if v := p.lockVariable(g.Condition); v != nil {
				e.Vars[v] = true
			}
			if _, isElement := g.Condition.(*annot.Index); isElement {
				e.Elems[TypeKey(p.MutexType())] = true
			}
		}
	}
}

// IsCondition reports whether v says of which lock it is a condition.
func (p *Facts) IsCondition(v *types.Var) bool {
	g := p.Guard(v)
	return g != nil && g.Condition != nil
}

// BehindLocker are the types whose state a Locker has.
var BehindLocker = []string{"Mutex", "RWMutex"}

// IsLocker reports whether t is an interface that *sync.Mutex and *sync.RWMutex have, with sync.Locker's methods.
func (p *Facts) IsLocker(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || IsTypeParam(t) || iface.NumMethods() != 2 || p.Ssa.ImportedPackage("sync") == nil {
		return false
	}
	for _, name := range BehindLocker {
		if !types.Implements(types.NewPointer(p.SyncType(name)), iface) {
			return false
		}
	}
	return true
}

// SyncType returns a type of package sync.
func (p *Facts) SyncType(name string) types.Type {
	return p.Ssa.ImportedPackage("sync").Pkg.Scope().Lookup(name).Type()
}

// isBehindLocker reports whether t is one of the types whose state a Locker has, or a spin lock, which has that of a Mutex.
func (p *Facts) isBehindLocker(t types.Type) bool {
	return p.isSpinLock(t) || slices.ContainsFunc(BehindLocker, func(name string) bool { return IsSyncType(t, "sync", name) })
}

// findOtherLockers reports whether the packages under check put a value into an interface that has the methods of a Locker and
// is no pointer to one of those types.
func (p *Facts) findOtherLockers() bool {
	if p.Ssa.ImportedPackage("sync") == nil {
		return false
	}
	locker := p.SyncType("Locker").Underlying().(*types.Interface)
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.ChangeInterface); ok && IsTypeParam(c.X.Type()) && types.Implements(c.Type(), locker) {
					return true
				}
				mi, ok := instr.(*ssa.MakeInterface)
				if !ok || !types.Implements(mi.X.Type(), locker) {
					continue
				}
				if ptr, ok := types.Unalias(mi.X.Type()).(*types.Pointer); !ok || !p.isBehindLocker(ptr.Elem()) {
					return true
				}
			}
		}
	}
	return false
}

// findReadLockers reports whether the packages under check use any RWMutex: by another name than a Locker, that is. If
// they do not, then one behind a Locker is none of the locks that they take otherwise.
func (p *Facts) findReadLockers() bool {
	if p.Ssa.ImportedPackage("sync") == nil {
		return false
	}
	isPointer := func(t types.Type) bool {
		ptr, ok := t.Underlying().(*types.Pointer)
		return ok && IsSyncType(ptr.Elem(), "sync", "RWMutex")
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && isPointer(v.Type()) {
					return true
				}
				for _, op := range instr.Operands(nil) {
					if *op == nil {
						continue
					}
					used, isFunction := (*op).(*ssa.Function)
					if isPointer((*op).Type()) || isFunction && slices.ContainsFunc(used.TypeArgs(), isPointer) {
						return true
					}
				}
				if a, ok := instr.(*ssa.TypeAssert); ok && isPointer(a.AssertedType) {
					return true
				}
			}
		}
	}
	return false
}

// HasLockerFromBeginning reports whether a field of type sync.Locker, of which a sync.Cond is a condition, is set only
// where a struct with it is made by a literal, and no such struct is assigned as a whole. So an object has one lock
// there from before it has a Cond.
func (p *Facts) HasLockerFromBeginning(x annot.Expr) bool {
	s, ok := x.(*annot.Select)
	return ok && p.firstLockers[p.Field(s.Field)]
}

// findFirstLockers fills firstLockers.
func (p *Facts) findFirstLockers() {
	p.firstLockers = map[*types.Var]bool{}
	for _, path := range p.Paths {
		for _, g := range p.Packages[path].Annot.Guards {
			if g.Condition == nil || !annot.IsLocker(g.Condition.Type()) {
				continue
			}
			if s, ok := g.Condition.(*annot.Select); ok && isThis(s.X) && p.isSetFirst(p.Field(s.Field)) {
				p.firstLockers[p.Field(s.Field)] = true
			}
		}
	}
}

// isSetFirst reports whether a field is set in new structs alone.
func (p *Facts) isSetFirst(field *types.Var) bool {
	owner := p.OwnerType(field)
	if owner == nil || field.Exported() || IsGeneric(owner) || p.Guard(field) != nil || p.Escapes.Vars[field] || p.Escapes.set[field] {
		return false
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !setsFirst(p, instr, field, owner) {
					return false
				}
			}
		}
	}
	return true
}

func isThis(x annot.Expr) bool {
	_, ok := x.(*annot.This)
	return ok
}

// setsFirst reports whether an instruction does not set the field, or sets it in a new struct.
func setsFirst(p *Facts, instr ssa.Instruction, field *types.Var, owner types.Type) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		if holdsByValue(i.Val.Type(), owner) {
			return false
		}
	case *ssa.ChangeType: // a pointer to it becomes one to another type
		return !types.Identical(Deref(i.X.Type()), owner) && !types.Identical(Deref(i.Type()), owner)
	case *ssa.Convert:
		return !types.Identical(Deref(i.X.Type()), owner) && !types.Identical(Deref(i.Type()), owner)
	case *ssa.FieldAddr:
		if p.Field(FieldOf(i)) != field {
			return true
		}
		for _, use := range *i.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
			case *ssa.Store:
				a, isNew := i.X.(*ssa.Alloc)
				if use.Addr != ssa.Value(i) || !isNew || a.Comment != "complit" {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// holdsByValue reports whether a value of type t has one of the other type in it.
func holdsByValue(t, owner types.Type) bool {
	if types.Identical(t, owner) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsByValue(u.Elem(), owner)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsByValue(f.Type(), owner) {
				return true
			}
		}
	}
	return false
}

// LockerPaths are the locks that a call of Lock through an interface may acquire: any that is not a variable of its own.
func (p *Facts) LockerPaths() []LockPath {
	var paths []LockPath
	for _, name := range BehindLocker {
		paths = append(paths, LockPath{Param: -1, Type: p.SyncType(name)})
	}
	return paths
}
