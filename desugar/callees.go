package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// What code that is not at hand may call back: functions and methods of the checked packages, of which some rely on what
// their caller has. They may then write whatever the caller may.

// mayDemand reports whether code behind the call may run a function that has a requires clause: of a method with the name
// that is called, of one whose value is taken, or of an exported one.
func (t *translator) mayDemand(inv *invocation) bool {
	for _, path := range t.prog.Paths {
		for fn, spec := range t.prog.Packages[path].Annot.Funcs {
			if len(spec.Requires) == 0 {
				continue
			}
			method := fn.Signature().Recv() != nil
			named := inv.common.IsInvoke() && method && fn.Name() == inv.common.Method.Name()
			if named || fn.Exported() && (method || inv.common.StaticCallee() == nil) || t.prog.Valued[fn] {
				return true
			}
		}
	}
	return false
}

// changesLocks reports whether the call may take or release a lock for its caller: through an interface, or because it
// gets the lock or one of its methods.
func (t *translator) changesLocks(inv *invocation) bool {
	if inv.common.IsInvoke() && analysis.LockMethods[inv.common.Method.Name()] {
		return true
	}
	for _, p := range t.passed(inv) {
		if ptr, ok := p.typ.Underlying().(*types.Pointer); ok && analysis.IsLock(ptr.Elem()) || t.prog.IsLocker(p.typ) {
			return true
		}
		if p.fn != nil && analysis.IsLockFunction(p.fn.fn) {
			return true
		}
	}
	return false
}
