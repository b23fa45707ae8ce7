package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A MadeLock is what is known of the locks that a field leads to, each of which was made to be stored there: no other field has it.
type MadeLock struct {
	Alone bool // nor has the same field of another object
}

// MadeLock returns what is known of a field that leads to a lock in all objects, nil if some of these locks may be in another field, too.
func (p *Facts) MadeLock(f *types.Var) *MadeLock { return p.madeLocks[p.Field(f)] }

// madeLocks finds such fields among those that have constants.
func (w *constants) madeLocks() map[*types.Var]*MadeLock {
	found := map[*types.Var]*MadeLock{}
	for f, c := range w.prog.Constants {
		ptr, ok := f.Type().Underlying().(*types.Pointer)
		if !ok || !isMutex(ptr.Elem()) || slices.ContainsFunc(w.stores[f], func(v ssa.Value) bool { return !isMadeForStore(v) }) {
			continue
		}
		owner := w.prog.OwnerType(f)
		found[f] = &MadeLock{Alone: c.By == nil && owner != nil && !IsGeneric(owner)}
	}
	if len(found) == 0 {
		return nil
	}
	for _, fn := range w.prog.functions {
		for f, made := range found {
			made.Alone = made.Alone && !copiesStructs(fn, w.prog.OwnerType(f))
		}
	}
	return found
}

// isMadeForStore reports whether v, which is stored in a field, is a pointer to a new variable that is stored nowhere else.
func isMadeForStore(v ssa.Value) bool {
	lock, isNew := v.(*ssa.Alloc)
	if load, ok := v.(*ssa.UnOp); ok { // of a variable that holds the pointer
		if s := onlyStore(load); s != nil {
			lock, isNew = s.Val.(*ssa.Alloc)
		}
	}
	if !isNew || !lock.Heap {
		return false
	}
	u := &lockUses{lock: lock, seen: map[ssa.Value]bool{}}
	return u.follow(lock) && u.stored == 1
}

// lockUses follows a pointer to a new lock through the local variables that hold it.
type lockUses struct {
	lock   *ssa.Alloc
	stored int // how often elsewhere
	seen   map[ssa.Value]bool
}

// follow reports whether all that becomes of the pointer v is in sight.
func (u *lockUses) follow(v ssa.Value) bool {
	if u.seen[v] {
		return true
	}
	u.seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !u.use(v, use) })
}

func (u *lockUses) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store:
		if use.Addr == v {
			return false
		}
		if cell, ok := use.Addr.(*ssa.Alloc); ok && isVariable(cell) {
			return u.held(cell)
		}
		u.stored++
		_, isField := use.Addr.(*ssa.FieldAddr)
		return isField && use.Block() == u.lock.Block() // so once for each lock
	case *ssa.Call:
		return u.called(v, &use.Call)
	case *ssa.Defer:
		return u.called(v, &use.Call)
	case *ssa.MakeInterface: // for sync.NewCond, which takes a Locker
		return !slices.ContainsFunc(*use.Referrers(), func(use ssa.Instruction) bool {
			call, ok := use.(*ssa.Call)
			return !ok || originName(call.Call.StaticCallee()) != "sync.NewCond"
		})
	}
	return false
}

// held reports whether a local variable that holds the pointer is only read.
func (u *lockUses) held(cell *ssa.Alloc) bool {
	for _, use := range *cell.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			if !u.follow(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// called reports whether a call is of an operation of the lock.
func (u *lockUses) called(v ssa.Value, call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil {
		return false
	}
	obj := Object(fn)
	return obj != nil && LockMethod(obj) && len(call.Args) == 1 && call.Args[0] == v
}

// copiesStructs reports whether a function has a value of the type, or of one that has it inside, other than behind pointers: then it may
// copy one.
func copiesStructs(fn *ssa.Function, owner types.Type) bool {
	has := func(t types.Type) bool { return holdsByValue(t, owner) }
	elements := func(t types.Type) bool {
		s, ok := t.Underlying().(*types.Slice)
		return ok && has(s.Elem())
	}
	if slices.ContainsFunc(fn.TypeArgs(), has) || slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return has(p.Type()) }) {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && has(v.Type()) {
				return true
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			_, isBuiltin := call.Common().Value.(*ssa.Builtin)
			if isBuiltin && slices.ContainsFunc(call.Common().Args, func(a ssa.Value) bool { return elements(a.Type()) }) { // append, copy
				return true
			}
		}
	}
	return false
}
