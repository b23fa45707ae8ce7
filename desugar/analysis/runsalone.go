package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/startup"
)

// findAlone finds what commands do before other goroutines run.
func (p *Facts) findAlone() *startup.Alone {
	var pkgs []*ssa.Package
	for _, path := range p.Paths {
		pkgs = append(pkgs, p.Packages[path].Ssa)
	}
	return startup.Find(startup.Program{Functions: p.functions, Packages: pkgs, Row: p.RowOf})
}

// RunsAlone reports whether a function runs before any other goroutine can run checked code: during package initialisation, or as part of a
// command's beginning.
func (p *Facts) RunsAlone(fn *ssa.Function) bool { return IsInit(fn) || p.alone.Whole[fn] }

// BeginsAlone reports whether a function runs so at first, and may go on when there are others.
func (p *Facts) BeginsAlone(fn *ssa.Function) bool { return p.alone.Partly[fn] }

// IsAlone reports whether no other goroutine accesses what an instruction accesses, as it runs at the beginning of a
// command: by itself, or below calls.
func (p *Facts) IsAlone(instr ssa.Instruction, calls ...ssa.Instruction) bool {
	runs := p.alone.Memory
	switch i := instr.(type) {
	case *ssa.Store:
		if p.isOurVariable(i.Addr) {
			runs = p.alone.Variables
		}
	case *ssa.UnOp:
		if p.isOurVariable(i.X) {
			runs = p.alone.Variables
		}
	}
	return runs[instr] || slices.ContainsFunc(calls, func(call ssa.Instruction) bool { return runs[call] })
}

// isOurVariable reports whether an address is that of a variable of a checked package, or of a field of one of its types.
func (p *Facts) isOurVariable(at ssa.Value) bool {
	if f, ok := at.(*ssa.FieldAddr); ok {
		n, ok := types.Unalias(Deref(f.X.Type())).(*types.Named)
		return ok && n.Obj().Pkg() != nil && p.Packages[n.Obj().Pkg().Path()] != nil
	}
	g, ok := at.(*ssa.Global)
	return ok && g.Pkg != nil && p.Packages[g.Pkg.Pkg.Path()] != nil
}

// IsMain reports whether fn is the main function of a command.
func IsMain(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main"
}
