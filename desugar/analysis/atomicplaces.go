package analysis

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// retyped returns the address behind conversions that are there for sync/atomic alone, as in
//
//	atomic.LoadUint32((*uint32)(&c.state))
//
// where state is of a type of its own: the place stays what it is, and no pointer to it is left over.
func retyped(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.ChangeType)
		if !ok || !RetypesForAtomic(c) {
			return v
		}
		v = c.X
	}
}

// RetypesForAtomic reports whether a conversion gives the address of a variable the type that operations of sync/atomic ask for,
// and is used for nothing else.
func RetypesForAtomic(c *ssa.ChangeType) bool {
	from, ok1 := c.X.Type().Underlying().(*types.Pointer)
	to, ok2 := c.Type().Underlying().(*types.Pointer)
	if !ok1 || !ok2 || IsComposite(from.Elem()) || IsSyncValue(from.Elem()) || IsSyncValue(to.Elem()) {
		return false
	}
	used := false
	for _, use := range *c.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if !directSync(&use.Call, c) {
				return false
			}
			used = true
		default:
			return false
		}
	}
	return used
}

// setAtomically returns the field or package variable that the instruction may change by a function of sync/atomic, or in
// which it may change an element; nil if there is none.
func (p *Facts) setAtomically(instr ssa.Instruction) *types.Var {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || !changesAtomically(call.Common().StaticCallee()) {
		return nil
	}
	at := retyped(call.Common().Args[0])
	for {
		i, ok := at.(*ssa.IndexAddr)
		if !ok {
			break
		}
		at = i.X
	}
	switch a := at.(type) {
	case *ssa.FieldAddr:
		return p.Field(FieldOf(a))
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	}
	return nil
}

// changesAtomically reports whether fn is a function of sync/atomic that does more than read the variable at its first argument.
func changesAtomically(fn *ssa.Function) bool {
	return fn != nil && isAtomic(fn) && fn.Signature.Recv() == nil && !strings.HasPrefix(fn.Name(), "Load")
}
