package annot

import "go/types"

// A LockKind says whether a type is a lock, or a Once, which is one as far as its function is concerned: one goroutine
// runs it, and others wait.
type LockKind uint8

const (
	NoLock LockKind = iota
	Mutex
	RWMutex
	Once // held while its function runs
)

// LockOf returns the kind of lock that a variable of type t is: one of sync's, or one for which IsTrustedLock holds.
func LockOf(t types.Type) LockKind {
	switch {
	case isNamed(t, "sync", "Mutex"):
		return Mutex
	case isNamed(t, "sync", "RWMutex"):
		return RWMutex
	case isNamed(t, "sync", "Once"):
		return Once
	}
	return trustedLock(t)
}

// IsLocker reports whether t is sync.Locker: a lock by its interface.
func IsLocker(t types.Type) bool { return isNamed(t, "sync", "Locker") }

// IsCond reports whether t is sync.Cond, which has a lock of its own by its field L.
func IsCond(t types.Type) bool { return isNamed(t, "sync", "Cond") }

// gvisorSync is the package that stands for sync in code with gVisor's annotations, and gvisorLocks the locks in it.
const gvisorSync = "gvisor.dev/gvisor/pkg/sync"

var gvisorLocks = map[string]LockKind{
	"Mutex": Mutex, "CrossGoroutineMutex": Mutex,
	"RWMutex": RWMutex, "CrossGoroutineRWMutex": RWMutex,
}

// IsTrustedLock reports whether t is a lock because the names of its methods say so, and not because Calvin knows what
// they do: a lock of gVisor's package sync, or a struct of nothing else that has methods Lock and Unlock, as gVisor
// makes one for each class of locks. Nobody looks inside: a function that does is not supported.
func IsTrustedLock(t types.Type) bool { return trustedLock(t) != NoLock }

func trustedLock(t types.Type) LockKind {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return NoLock
	}
	if n.Obj().Pkg().Path() == gvisorSync {
		return gvisorLocks[n.Obj().Name()]
	}
	s, ok := n.Underlying().(*types.Struct)
	if !ok || s.NumFields() != 1 || s.Field(0).Embedded() || !hasMethods(n, "Lock", "Unlock") {
		return NoLock
	}
	kind := trustedLock(s.Field(0).Type())
	if kind == RWMutex && !hasMethods(n, "RLock", "RUnlock") {
		return Mutex
	}
	return kind
}

// hasMethods reports whether n declares methods with these names, without parameters or results.
func hasMethods(n *types.Named, names ...string) bool {
	found := 0
	for m := range n.Methods() {
		sig := m.Signature()
		for _, name := range names {
			if m.Name() == name && sig.Params().Len() == 0 && sig.Results().Len() == 0 {
				found++
			}
		}
	}
	return found == len(names)
}

// gvisorAtomic is gVisor's package of atomic variables.
const gvisorAtomic = "gvisor.dev/gvisor/pkg/atomicbitops"

// IsTrustedAtomic reports whether t is one of gVisor's atomic variables. Their methods do what those of sync/atomic with
// the same name do; what they have besides is not supported.
func IsTrustedAtomic(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != gvisorAtomic {
		return false
	}
	switch n.Obj().Name() {
	case "Int32", "Uint32", "Int64", "Uint64", "Bool":
		return true
	}
	return false
}
