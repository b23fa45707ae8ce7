package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// What code that is not at hand may call back: functions and methods of the checked packages, of which some rely on what
// their caller has. They may then write whatever the caller may.

// mayDemand reports whether code behind the call may run a function that has a requires clause: of a method with the name
// that is called, of one whose value is taken, or of an exported one.
func (t *translator) mayDemand(inv *emit.Invocation) bool {
	for _, path := range t.prog.Paths {
		for fn, spec := range t.prog.Packages[path].Annot.Funcs {
			if len(spec.Requires) == 0 {
				continue
			}
			method := fn.Signature().Recv() != nil
			named := inv.Common.IsInvoke() && method && fn.Name() == inv.Common.Method.Name()
			if named || fn.Exported() && (method || inv.Common.StaticCallee() == nil) || t.prog.Valued[fn] {
				return true
			}
		}
	}
	return false
}

// changesLocks reports whether the call may take or release a lock for its caller: through an interface, or because it
// gets the lock or one of its methods.
func (t *translator) changesLocks(inv *emit.Invocation) bool {
	if inv.Common.IsInvoke() && analysis.IsLockMethod(inv.Common.Method) {
		return true
	}
	for _, p := range t.passed(inv) {
		if ptr, ok := p.typ.Underlying().(*types.Pointer); ok && analysis.IsLock(ptr.Elem()) || t.prog.IsLocker(p.typ) {
			return true
		}
		if p.fn != nil && analysis.IsLockFunction(p.fn.Fn) {
			return true
		}
	}
	return false
}
