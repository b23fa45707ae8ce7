package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// What code that is not at hand may call back: functions and methods of the checked packages, of which some rely on what
// their caller has. They may then write whatever the caller may.

// mayDemand reports whether code behind the call may run a function that has a requires clause: of a method with the name
// that is called, of one whose value is taken, or of an exported one.
func (t *translator) mayDemand(inv *invocation) bool {
	for _, path := range t.prog.paths {
		for fn, spec := range t.prog.packages[path].annot.Funcs {
			if len(spec.Requires) == 0 {
				continue
			}
			method := fn.Signature().Recv() != nil
			named := inv.common.IsInvoke() && method && fn.Name() == inv.common.Method.Name()
			if named || fn.Exported() && (method || inv.common.StaticCallee() == nil) || t.prog.valued[fn] {
				return true
			}
		}
	}
	return false
}

// noteValued notes the declared functions that fn uses as values, as methods of a value too.
func (p *Facts) noteValued(fn *ssa.Function) {
	eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) {
		if obj, ok := used.Object().(*types.Func); ok {
			p.valued[obj.Origin()] = true
		}
	})
}

// eachValued visits the functions that fn uses otherwise than by calling them, and where: literals, declared functions, and
// those that go/ssa makes for methods of a value.
func eachValued(fn *ssa.Function, visit func(used *ssa.Function, at ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); ok {
				continue // the name of what is called
			}
			for _, op := range instr.Operands(nil) {
				used, ok := (*op).(*ssa.Function)
				if !ok {
					continue
				}
				if call, ok := instr.(ssa.CallInstruction); ok && op == &call.Common().Value {
					continue
				}
				visit(used, instr)
			}
		}
	}
}

// lockMethods are the methods by which a lock is known through an interface.
var lockMethods = map[string]bool{
	"Lock": true, "Unlock": true, "TryLock": true, "RLock": true, "RUnlock": true, "TryRLock": true,
}

// changesLocks reports whether the call may take or release a lock for its caller: through an interface, or because it
// gets the lock or one of its methods.
func (t *translator) changesLocks(inv *invocation) bool {
	if inv.common.IsInvoke() && lockMethods[inv.common.Method.Name()] {
		return true
	}
	for _, p := range t.passed(inv) {
		if ptr, ok := p.typ.Underlying().(*types.Pointer); ok && isLock(ptr.Elem()) || t.prog.isLocker(p.typ) {
			return true
		}
		if p.fn != nil && isLockFunction(p.fn.fn) {
			return true
		}
	}
	return false
}

// own is the condition that the goroutine itself may write a place.
func (m *memory) own(f *ir.Var, at []*ir.Expr) *ir.Expr {
	h := f.Heap
	if h.Write == nil {
		return ir.False
	}
	with := map[*ir.Var]*ir.Expr{h.Who: m.tid}
	for i, k := range h.Keys {
		with[k] = at[i]
	}
	return ir.Subst(h.Write, with)
}
