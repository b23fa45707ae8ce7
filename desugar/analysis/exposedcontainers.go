package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What is put into a sync.Map, an atomic variable or a pool stays there after the function has returned, and others who
// have the container find it.

// putters are the methods that put their last argument into what their receiver is.
var putters = []string{
	"(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap", "(*sync.Map).CompareAndSwap", "(*sync.Pool).Put",
	"(*sync/atomic.Value).Store", "(*sync/atomic.Value).Swap", "(*sync/atomic.Value).CompareAndSwap",
	"(*sync/atomic.Pointer[T]).Store", "(*sync/atomic.Pointer[T]).Swap", "(*sync/atomic.Pointer[T]).CompareAndSwap",
}

// PutInto returns what a call puts into a container, and the address of that; nil if it is no such call.
func PutInto(call *ssa.Call) (v, container ssa.Value) {
	fn, args := objectOf(call.Call.StaticCallee()), call.Call.Args
	if fn == nil || len(args) < 2 || !slices.Contains(putters, fn.Origin().FullName()) {
		return nil, nil
	}
	return args[len(args)-1], args[0]
}

// isOfOthers is isOfCaller for package variables with exported names, too.
func isOfOthers(at ssa.Value) bool {
	if g, ok := at.(*ssa.Global); ok {
		return token.IsExported(g.Name())
	}
	return isOfCaller(at, (*types.Var).Exported)
}

// usedPlainly reports whether at is the address of a field without a guard, of an object that the function was passed,
// which checked code accesses plainly: whoever finds the address in a container does not know when.
func (p *Facts) usedPlainly(at ssa.Value) bool {
	field, ok := at.(*ssa.FieldAddr)
	if !ok || !isOfCaller(at, func(*types.Var) bool { return true }) {
		return false
	}
	v := p.Field(FieldOf(field))
	if g := p.Guard(v); holdsSynchronised(v.Type()) || g != nil && (g.Immutable || g.AtomicOnly || g.Transfers) {
		return false
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if addr := accessedAt(instr); addr != nil && p.variableAt(addr) == v && madeAt(addr) == nil {
					return true
				}
			}
		}
	}
	return false
}

// accessedAt returns the address that an instruction reads or writes at, nil if it does not.
func accessedAt(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.Store:
		return i.Addr
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return i.X
		}
	}
	return nil
}
