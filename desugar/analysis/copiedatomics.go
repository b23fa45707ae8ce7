package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A method with a value receiver works on a copy, which the call makes by plain reads. If it uses sync/atomic on a
// field of the copy all the same, its author takes the field for one that other goroutines write:
//
//	func (c Chan[T]) Len() int { return int(atomic.LoadInt64(&c.n)) }
//
// Where other functions do so, by a pointer and through sync/atomic, the call races with them.

// findCopiedAtomics fills copiedAtomics.
func (p *Facts) findCopiedAtomics() {
	set := map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if f := p.setAtomically(instr); f != nil && !isOfCopy(retyped(instr.(ssa.CallInstruction).Common().Args[0])) {
					set[f] = true
				}
			}
		}
	}
	p.copiedAtomics = map[*ssa.Parameter]*types.Var{}
	if len(set) == 0 {
		return
	}
	for _, fn := range p.functions {
		if fn.Signature.Recv() == nil || len(fn.Params) == 0 || StructName(fn.Params[0].Type()) == nil {
			continue
		}
		for _, call := range AllCalls(fn) {
			if callee := call.StaticCallee(); callee == nil || !isAtomic(callee) || callee.Signature.Recv() != nil || len(call.Args) == 0 {
				continue
			}
			at, ok := retyped(call.Args[0]).(*ssa.FieldAddr)
			if !ok || copyOf(at.X) != fn.Params[0] {
				continue
			}
			if f := p.Field(FieldOf(at)); set[f] && p.copiedAtomics[fn.Params[0]] == nil {
				p.copiedAtomics[fn.Params[0]] = f
			}
		}
	}
	for p.passCopies() {
	}
}

// passCopies notes the methods that have the copy of their receiver copied for one that was noted. It reports whether there are more now.
func (p *Facts) passCopies() (more bool) {
	for _, fn := range p.functions {
		if fn.Signature.Recv() == nil || len(fn.Params) == 0 || p.copiedAtomics[fn.Params[0]] != nil {
			continue
		}
		for _, call := range AllCalls(fn) {
			callee := call.StaticCallee()
			if callee == nil || callee.Signature.Recv() == nil || len(callee.Params) == 0 || len(call.Args) == 0 {
				continue
			}
			load, ok := call.Args[0].(*ssa.UnOp)
			if f := p.copiedAtomics[callee.Params[0]]; f != nil && ok && copyOf(load.X) == fn.Params[0] {
				p.copiedAtomics[fn.Params[0]] = f
				more = true
				break
			}
		}
	}
	return more
}

// isOfCopy reports whether an address is that of a field of a parameter's copy.
func isOfCopy(addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	return ok && copyOf(at.X) != nil
}

// copyOf returns the parameter of which a variable, given by its address, has the value that the function was passed;
// nil if it is something else.
func copyOf(addr ssa.Value) *ssa.Parameter {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			p, _ := s.Val.(*ssa.Parameter)
			return p
		}
	}
	return nil
}

// CopiedAtomic returns the field of a method's receiver, which is a copy, that the method and others use by
// sync/atomic; nil if there is none.
func (p *Facts) CopiedAtomic(param *ssa.Parameter) *types.Var { return p.copiedAtomics[param] }
