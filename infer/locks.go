package infer

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// An operation is what a function of package sync or sync/atomic does with what its first argument points to.
type operation uint8

const (
	noOperation operation = iota
	lock
	rlock
	unlock
	runlock
	tryLock
	tryRLock
	downgrade   // from writing to reading
	once        // Do
	atomicRead  // of sync/atomic
	atomicWrite // which may read, too
	harmless    // neither keeps its arguments nor calls them
)

// lockMethods are those of locks; some only gVisor's have.
var lockMethods = map[string]operation{
	"Lock": lock, "Unlock": unlock, "RLock": rlock, "RUnlock": runlock, "TryLock": tryLock, "TryRLock": tryRLock,
	"NestedLock": lock, "NestedUnlock": unlock, "NestedRLock": rlock, "NestedRUnlock": runlock, "RLockBypass": rlock,
	"RUnlockBypass": runlock, "DowngradeLock": downgrade,
}

// operationOf classifies a function that is called.
func operationOf(fn *types.Func) operation {
	if fn == nil || fn.Pkg() == nil {
		return noOperation
	}
	if t := fn.Signature().Recv(); t != nil {
		of := t.Type()
		if ptr, ok := of.(*types.Pointer); ok {
			of = ptr.Elem()
		}
		switch annot.LockOf(of) {
		case annot.Mutex, annot.RWMutex:
			return lockMethods[fn.Name()]
		case annot.Once:
			if fn.Name() == "Do" {
				return once
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
			return harmless
		}
	case "sync/atomic":
		return atomicOperation(fn)
	}
	if keepsNothing[fn.Pkg().Path()] {
		return harmless
	}
	return noOperation
}

func atomicOperation(fn *types.Func) operation {
	if strings.Contains(fn.Name(), "Load") {
		return atomicRead
	}
	return atomicWrite
}

// isTrusted reports whether fn is a method of a type that is taken for a lock or an atomic variable: nobody looks inside.
func isTrusted(fn *types.Func) bool {
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	n, ok := named(fn.Signature().Recv().Type())
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
	if n, ok := named(recv.Type()); ok {
		return n.Obj().Name()
	}
	return ""
}

// named returns the named type that t is, or points to.
func named(t types.Type) (*types.Named, bool) {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return n, ok
}

// isLock reports whether t is a lock that may guard something.
func isLock(t types.Type) bool { return annot.LockOf(t) != annot.NoLock }

// isSync reports whether what a variable of type t is for is up to the operations on it.
func isSync(t types.Type) bool { return syncType(t) != "" || isLock(t) }

// syncType names a type of package sync, "" if t is none.
func syncType(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return n.Obj().Name()
	}
	return ""
}

// isAtomic reports whether t is a type of package sync/atomic, or an array of such.
func isAtomic(t types.Type) bool {
	if a, ok := t.Underlying().(*types.Array); ok {
		return isAtomic(a.Elem())
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic" || annot.IsTrustedAtomic(n))
}

// callee returns the function that is called, if that is known, and not one instance of it.
func callee(call *ssa.CallCommon) *ssa.Function {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

func declared(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}
