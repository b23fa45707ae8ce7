package annot

import (
	"go/types"
	"slices"
)

// ErrGroupPath is the path of the package errgroup, vendored or not.
const ErrGroupPath = "golang.org/x/sync/errgroup"

// IsWaitGroup reports whether t is sync.WaitGroup.
func IsWaitGroup(t types.Type) bool { return isNamed(t, "sync", "WaitGroup") }

// IsErrGroup reports whether t is Group of errgroup.
func IsErrGroup(t types.Type) bool { return isNamed(t, ErrGroupPath, "Group") }

// StartsInGroup reports whether fn has a goroutine run its argument that Wait of the receiver waits for.
func StartsInGroup(fn *types.Func) bool { return isGroupMethod(fn, "Go", "TryGo") }

// AwaitsGroup reports whether fn waits for the goroutines that its receiver has started.
func AwaitsGroup(fn *types.Func) bool { return isGroupMethod(fn, "Wait") }

func isGroupMethod(fn *types.Func, names ...string) bool {
	if fn == nil || fn.Signature().Recv() == nil || !slices.Contains(names, fn.Name()) {
		return false
	}
	ptr, ok := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
	return ok && (IsWaitGroup(ptr.Elem()) || IsErrGroup(ptr.Elem()))
}
