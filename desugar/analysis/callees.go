package analysis

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// noteValued notes the declared functions that fn uses as values, as methods of a value too.
func (p *Facts) noteValued(fn *ssa.Function) {
	eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) {
		if obj, ok := used.Object().(*types.Func); ok {
			p.Valued[obj.Origin()] = true
		}
	})
}

// eachValued visits the functions that fn uses otherwise than by calling them, and where: literals, declared functions, and
// those that go/ssa makes for methods of a value.
func eachValued(fn *ssa.Function, visit func(used *ssa.Function, at ssa.Instruction)) {
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); ok {
				continue // the name of what is called
			}
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
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

// LockMethods are the methods by which a lock is known through an interface.
var LockMethods = map[string]bool{
	"Lock": true, "Unlock": true, "TryLock": true, "RLock": true, "RUnlock": true, "TryRLock": true,
}

// IsLockMethod reports whether a method of an interface may be one of a lock: it has the name and the signature.
// Whatever else is called Lock, such as Lock(key string) error of a lock that several programs share, no lock of the
// packages sync and the like implements.
func IsLockMethod(m *types.Func) bool {
	sig := m.Signature()
	if !LockMethods[m.Name()] || sig.Params().Len() > 0 {
		return false
	}
	if strings.HasPrefix(m.Name(), "Try") {
		return sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool])
	}
	return sig.Results().Len() == 0
}
