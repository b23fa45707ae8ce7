package summary

import (
	"fmt"
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// For the question which types are safe for concurrent use, a summary also says what is written while no lock is held:
// callers then have to keep other goroutines away. A lock is held at an instruction if each way there takes one and
// none gives it back: the lock sets of Savage et al., "Eraser", 1997, without the program's threads. It is not asked
// whether it is always the same lock. Verdicts do not rest on this: see typeuse.go.

// A lockKey names a lock in a function: the value that its address begins with, and the way from there.
type lockKey struct {
	from ssa.Value
	way  string
}

// locksHeld returns the instructions of a function at which a lock is held.
func locksHeld(fn *ssa.Function) map[ssa.Instruction]bool {
	if !mentionsLocks(fn) {
		return nil
	}
	held := map[ssa.Instruction]bool{}
	at := map[*ssa.BasicBlock]map[lockKey]bool{fn.Blocks[0]: {}} // at the beginnings of blocks that have been reached
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; {
		b := work[0]
		work = work[1:]
		locks := maps.Clone(at[b])
		for _, instr := range b.Instrs {
			held[instr] = len(locks) > 0
			if call, ok := instr.(*ssa.Call); ok {
				step(locks, &call.Call)
			}
		}
		for _, next := range b.Succs {
			before, reached := at[next]
			if !reached {
				at[next] = maps.Clone(locks)
				work = append(work, next)
				continue
			}
			n := len(before)
			maps.DeleteFunc(before, func(k lockKey, _ bool) bool { return !locks[k] })
			if len(before) < n {
				work = append(work, next)
			}
		}
	}
	return held
}

func mentionsLocks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if _, takes, _ := lockCall(&call.Call); takes {
					return true
				}
			}
		}
	}
	return false
}

// step does what a call means for the locks that are held.
func step(locks map[lockKey]bool, call *ssa.CallCommon) {
	lock, takes, gives := lockCall(call)
	switch {
	case takes:
		locks[keyOfLock(lock)] = true
	case gives:
		delete(locks, keyOfLock(lock))
	}
}

// Methods that take a lock for writing, and those that give it back. What a descriptor has is for the operating system's files.
var (
	takesLock = map[string]bool{
		"(*sync.Mutex).Lock": true, "(*sync.RWMutex).Lock": true, "(sync.Locker).Lock": true, "(*internal/sync.Mutex).Lock": true,
		"(*internal/poll.FD).readLock": true, "(*internal/poll.FD).writeLock": true, "(*internal/poll.FD).incref": true,
	}
	givesLock = map[string]bool{
		"(*sync.Mutex).Unlock": true, "(*sync.RWMutex).Unlock": true, "(sync.Locker).Unlock": true, "(*internal/sync.Mutex).Unlock": true,
		"(*internal/poll.FD).readUnlock": true, "(*internal/poll.FD).writeUnlock": true, "(*internal/poll.FD).decref": true,
	}
)

// lockCall returns the lock that a call takes or gives back.
func lockCall(call *ssa.CallCommon) (lock ssa.Value, takes, gives bool) {
	var name string
	if call.IsInvoke() {
		name, lock = call.Method.FullName(), call.Value
	} else if fn := call.StaticCallee(); fn != nil && fn.Object() != nil && len(call.Args) > 0 {
		name, lock = fn.Object().(*types.Func).FullName(), call.Args[0]
	}
	return lock, takesLock[name], givesLock[name]
}

func keyOfLock(v ssa.Value) lockKey {
	way := ""
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			way, v = fmt.Sprintf(".%d%s", x.Field, way), x.X
		case *ssa.UnOp:
			way, v = "*"+way, x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return lockKey{v, way}
		}
	}
}

// writtenAt names the type of the variable that a write through an address is to: the struct of which it is a field, or
// else the slice, map or pointer that leads there.
func writtenAt(addr ssa.Value) string {
	switch v := addr.(type) {
	case *ssa.FieldAddr:
		return variableType(v.X.Type())
	case *ssa.IndexAddr:
		return variableType(v.X.Type())
	}
	return variableType(addr.Type())
}

// variableType names the type of what a reference of a type leads to: a struct, an array, another variable, or elements and entries.
func variableType(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	} else {
		t = t.Underlying()
	}
	return nameOf(t)
}

func nameOf(t types.Type) string {
	var b strings.Builder
	write(&b, t)
	return b.String()
}

// isSynchronising reports whether a package is made of what others synchronise with: it writes its own memory in ways that need no lock.
func isSynchronising(path string) bool {
	return path == "sync" || path == "internal/sync" || path == "sync/atomic" || path == "internal/poll" || path == "internal/godebug"
}
