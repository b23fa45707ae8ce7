package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// localName is the name of the variable of a function whose address v is.
func localName(v ssa.Value) string {
	if a, ok := v.(*ssa.Alloc); ok {
		return a.Comment
	}
	return v.Name()
}

// Named returns the fields, package variables and shared variables of functions that are used in the text of fn, of the
// functions in it, and of those that calls in it are replaced by. A translation may come upon more: those that
// contracts name.
func (p *Facts) Named(fn *ssa.Function) map[*types.Var]bool {
	names := map[*types.Var]bool{}
	p.eachInlined(fn, func(instr ssa.Instruction) {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			names[p.Field(FieldOf(i))] = true
		case *ssa.Field:
			names[p.Field(structUnder(i.X.Type()).Field(i.Field))] = true
		}
		for _, op := range instr.Operands(nil) {
			switch o := (*op).(type) {
			case *ssa.Global:
				if v, ok := o.Object().(*types.Var); ok {
					names[p.Field(v)] = true
				}
			case *ssa.Alloc, *ssa.FreeVar:
				if v := p.ownLocals[o.Pos()]; v != nil && v.Name() == localName(o) {
					names[v] = true
				}
			}
		}
	})
	return names
}

// eachInlined visits the instructions of fn, of the functions in it, and of those that calls in it are replaced by.
func (p *Facts) eachInlined(fn *ssa.Function, visit func(ssa.Instruction)) {
	seen := map[*ssa.Function]bool{}
	var each func(*ssa.Function)
	each = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, anon := range fn.AnonFuncs {
			each(anon)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				visit(instr)
				if call, ok := instr.(ssa.CallInstruction); ok {
					for _, callee := range p.Callees(call.Common()) {
						if !Replaced(callee, p.ContractOf(callee)) {
							each(callee)
						}
					}
				}
			}
		}
	}
	each(fn)
}
