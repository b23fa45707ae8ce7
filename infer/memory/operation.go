package memory

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// An Operation is what a function of package sync or sync/atomic does with what its first argument points to.
type Operation uint8

const (
	NoOperation Operation = iota
	OpLock
	OpRLock
	OpUnlock
	OpRUnlock
	OpTryLock
	OpTryRLock
	OpDowngrade   // from writing to reading
	OpOnce        // Do
	OpAtomicRead  // of sync/atomic
	OpAtomicWrite // which may read, too
	OpHarmless    // neither keeps its arguments nor calls them
)

// LockMethods are those of locks; some only gVisor's have.
var LockMethods = map[string]Operation{
	"Lock": OpLock, "Unlock": OpUnlock, "RLock": OpRLock, "RUnlock": OpRUnlock, "TryLock": OpTryLock, "TryRLock": OpTryRLock,
	"NestedLock": OpLock, "NestedUnlock": OpUnlock, "NestedRLock": OpRLock, "NestedRUnlock": OpRUnlock, "RLockBypass": OpRLock,
	"RUnlockBypass": OpRUnlock, "DowngradeLock": OpDowngrade,
}

// OperationOf classifies a function that is called.
func OperationOf(fn *types.Func) Operation {
	if fn == nil || fn.Pkg() == nil {
		return NoOperation
	}
	if t := fn.Signature().Recv(); t != nil {
		of := t.Type()
		if ptr, ok := of.(*types.Pointer); ok {
			of = ptr.Elem()
		}
		switch annot.LockOf(of) {
		case annot.Mutex, annot.RWMutex:
			return LockMethods[fn.Name()]
		case annot.Once:
			if fn.Name() == "Do" {
				return OpOnce
			}
		}
		if annot.IsTrustedAtomic(of) {
			return atomicOperation(fn)
		}
	}
	recv := receiver(fn)
	switch fn.Pkg().Path() {
	case "sync":
		switch {
		case recv == "WaitGroup" && fn.Name() != "Go", recv == "Cond", fn.Name() == "NewCond":
			return OpHarmless
		}
	case "sync/atomic":
		return atomicOperation(fn)
	case annot.ErrGroupPath:
		if recv == "Group" && !annot.StartsInGroup(fn) {
			return OpHarmless
		}
	}
	if keepsNothing[fn.Pkg().Path()] {
		return OpHarmless
	}
	return NoOperation
}

// StartedInGroup returns the function that a call has a goroutine run for which Wait of a WaitGroup, or of an
// errgroup.Group, waits; nil if it does not.
func StartedInGroup(c *ssa.CallCommon) ssa.Value {
	if annot.StartsInGroup(Declared(Callee(c))) && len(c.Args) == 2 { // with its receiver
		return c.Args[1]
	}
	return nil
}

// AwaitedBy returns the group for whose goroutines a call waits, nil if it waits for none.
func AwaitedBy(c *ssa.CallCommon) ssa.Value {
	if annot.AwaitsGroup(Declared(Callee(c))) && len(c.Args) == 1 {
		return c.Args[0]
	}
	return nil
}

func atomicOperation(fn *types.Func) Operation {
	if strings.Contains(fn.Name(), "Load") {
		return OpAtomicRead
	}
	return OpAtomicWrite
}

// IsTrusted reports whether fn is a method of a type that is taken for a lock or an atomic variable: nobody looks inside.
func IsTrusted(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	n, ok := Named(fn.Signature().Recv().Type())
	return ok && (annot.IsTrustedLock(n) || annot.IsTrustedAtomic(n))
}

// keepsNothing lists packages whose functions let go of their arguments when they return. Function values among these they
// call, on the goroutine that called them.
var keepsNothing = map[string]bool{
	"bytes": true, "cmp": true, "encoding/binary": true, "errors": true, "fmt": true, "maps": true, "math": true,
	"math/bits": true, "slices": true, "sort": true, "strconv": true, "strings": true, "time": false, "unicode": true,
	"unicode/utf8": true,
}

func receiver(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	if n, ok := Named(recv.Type()); ok {
		return n.Obj().Name()
	}
	return ""
}

// Named returns the named type that t is, or points to.
func Named(t types.Type) (*types.Named, bool) {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return n, ok
}

// IsLock reports whether t is a lock that may guard something.
func IsLock(t types.Type) bool { return annot.LockOf(t) != annot.NoLock }

// IsSync reports whether what a variable of type t is for is up to the operations on it.
func IsSync(t types.Type) bool { return syncType(t) != "" || IsLock(t) }

// syncType names a type of package sync, "" if t is none.
func syncType(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return n.Obj().Name()
	}
	return ""
}

// IsAtomic reports whether t is a type of package sync/atomic, or an array of such.
func IsAtomic(t types.Type) bool {
	if a, ok := t.Underlying().(*types.Array); ok {
		return IsAtomic(a.Elem())
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic" || annot.IsTrustedAtomic(n))
}

// Callee returns the function that is called, if that is known, and not one instance of it.
func Callee(call *ssa.CallCommon) *ssa.Function {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// Declared returns the declared function that fn is, nil if it is none.
func Declared(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}
