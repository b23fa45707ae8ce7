package desugar

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// everyFunction returns the functions of the checked packages and, from there, those that they use and whose instructions are
// at hand: instances of generic functions and wrappers. (ssautil.AllFunctions alone has nothing of the methods of types that
// are neither exported nor ever in an interface.)
func (p *Facts) everyFunction() []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var all []*ssa.Function
	var operands []*ssa.Value
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		all = append(all, fn)
		for _, lit := range fn.AnonFuncs {
			visit(lit)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(operands[:0]) {
					if used, ok := (*op).(*ssa.Function); ok {
						visit(used)
					}
				}
			}
		}
	}
	for _, path := range p.paths {
		for _, fn := range p.packages[path].sourceFunctions() {
			visit(fn)
		}
		if init := p.packages[path].ssa.Func("init"); init != nil {
			visit(init)
		}
	}
	var rest []*ssa.Function
	for fn := range ssautil.AllFunctions(p.ssa) {
		if !seen[fn] {
			rest = append(rest, fn)
		}
	}
	slices.SortFunc(rest, func(a, b *ssa.Function) int { return cmp.Compare(a.String(), b.String()) })
	for _, fn := range rest {
		visit(fn)
	}
	return all
}
