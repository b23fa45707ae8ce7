package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A function literal that has the type of http.HandlerFunc, and that code of others may call, is there to be a handler:
// a server runs it for several requests at the same time.

// handlerOf returns where a function literal is made that is a handler, nil if it is none, or is made several times.
func (p *Facts) handlerOf(lit *ssa.Function) ssa.Instruction {
	if lit.Parent() == nil || !p.Loose[lit] || !isHandlerFunc(lit.Signature) {
		return nil
	}
	var made ssa.Instruction
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			if m, ok := instr.(*ssa.MakeClosure); ok && m.Fn == ssa.Value(lit) {
				if made != nil {
					return nil
				}
				made = m
			}
		}
	}
	return made
}

// handlerMade returns the handler that an instruction makes, nil if it makes none.
func (p *Facts) handlerMade(instr ssa.Instruction) *ssa.Function {
	m, ok := instr.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	lit := m.Fn.(*ssa.Function)
	if p.handlerOf(lit) == nil {
		return nil
	}
	return lit
}

// isHandlerFunc reports whether a signature is that of http.HandlerFunc.
func isHandlerFunc(sig *types.Signature) bool {
	return isHandler(sig) && sig.Params().Len() == 2 && sig.Results().Len() == 0
}

// isMadeInside reports whether a value is made in a function, or in a literal there.
func isMadeInside(v ssa.Value, fn *ssa.Function) bool {
	for in := v.Parent(); in != nil; in = in.Parent() {
		if in == fn {
			return true
		}
	}
	return false
}
