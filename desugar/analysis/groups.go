package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// Groups of goroutines that somebody waits for: a WaitGroup of sync, and a Group of golang.org/x/sync/errgroup, which
// has a WaitGroup in a field that only its methods use.

// IsWaitGroup reports whether t is sync.WaitGroup.
func IsWaitGroup(t types.Type) bool { return annot.IsWaitGroup(t) }

// IsGroup reports whether t is a type of such groups.
func IsGroup(t types.Type) bool { return annot.IsWaitGroup(t) || annot.IsErrGroup(t) }

// WaitGroupOf returns the field of an errgroup.Group that is a WaitGroup, nil if there is no such field, or more than one.
func WaitGroupOf(t types.Type) *types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var only *types.Var
	for f := range st.Fields() {
		if !IsWaitGroup(f.Type()) {
			continue
		}
		if only != nil {
			return nil
		}
		only = f
	}
	return only
}

// StartedInGroup returns the function that a call has a goroutine of a group run; nil if it does not.
func StartedInGroup(call *ssa.CallCommon) ssa.Value {
	if annot.StartsInGroup(groupCall(call)) {
		return call.Args[1]
	}
	return nil
}

// AwaitedBy returns the group whose goroutines a call waits for, nil if it waits for none.
func AwaitedBy(call *ssa.CallCommon) ssa.Value {
	if annot.AwaitsGroup(groupCall(call)) {
		return call.Args[0]
	}
	return nil
}

// MakesGroup reports whether a call is of WithContext, of which the first result is a new Group.
func MakesGroup(call *ssa.CallCommon) bool {
	fn := groupCall(call)
	return fn != nil && fn.FullName() == annot.ErrGroupPath+".WithContext"
}

// groupCall returns the function that is called, nil if that is not known, or may be a method with its receiver.
func groupCall(call *ssa.CallCommon) *types.Func {
	if callee := call.StaticCallee(); callee != nil && !IsWrapper(callee) {
		return Object(callee)
	}
	return nil
}
