package analysis

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// findRunners returns the package variables that hold what OnceFunc and its like have returned, from the beginning and for
// good, with the call that has made it.
func (p *Facts) findRunners() map[*types.Var]*ssa.Call {
	made, stores := map[*types.Var]*ssa.Call{}, map[*types.Var]int{}
	p.eachInstruction(func(instr ssa.Instruction, init *ssa.Function) {
		s, ok := instr.(*ssa.Store)
		if !ok {
			return
		}
		if g, ok := s.Addr.(*ssa.Global); ok {
			if v, ok := g.Object().(*types.Var); ok {
				stores[v]++
				if call, ok := s.Val.(*ssa.Call); ok && s.Parent() == init && isRunner(call) {
					made[v] = call
				}
			}
		}
	})
	out := map[*types.Var]*ssa.Call{}
	for v, call := range made {
		if stores[v] == 1 && !v.Exported() && !p.Escapes.Vars[v] {
			out[v] = call
		}
	}
	return out
}

// isRunner reports whether the call is one of OnceFunc or of one of its like.
func isRunner(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	obj := Object(fn)
	return obj != nil && strings.HasPrefix(obj.FullName(), "sync.Once")
}

// findKept returns the functions that the packages at hand store in each field and package variable.
func (p *Facts) findKept() map[*types.Var][]*ssa.Function {
	kept := map[*types.Var][]*ssa.Function{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if v := p.variableAt(s.Addr); v != nil {
					for _, f := range p.runBy(s.Val, map[ssa.Value]bool{}) {
						if !slices.Contains(kept[v], f) {
							kept[v] = append(kept[v], f)
						}
					}
				}
			}
		}
	}
	return kept
}

// variableAt returns the field or package variable that an address is of, nil if it is of neither.
func (p *Facts) variableAt(addr ssa.Value) *types.Var {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return p.Field(FieldOf(addr))
	case *ssa.Global:
		v, _ := addr.Object().(*types.Var)
		return v
	}
	return nil
}

// Runs returns the functions that a call of the function value v may run, as far as the packages at hand tell: it is in a field or
// package variable in which they store them, or in a variable of the function itself.
func (p *Facts) Runs(v ssa.Value) []*ssa.Function { return p.runBy(v, map[ssa.Value]bool{}) }

// runBy is runs for the values that are not seen yet: v is a function, OnceFunc or one of its like has made v of one, or v is read
// from a variable.
func (p *Facts) runBy(v ssa.Value, seen map[ssa.Value]bool) []*ssa.Function {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Function:
		return []*ssa.Function{v}
	case *ssa.MakeClosure:
		return []*ssa.Function{v.Fn.(*ssa.Function)}
	case *ssa.ChangeType:
		return p.runBy(v.X, seen)
	case *ssa.Call:
		if isRunner(v) {
			return p.runBy(v.Call.Args[0], seen)
		}
	case *ssa.UnOp:
		if at := p.variableAt(v.X); at != nil {
			return p.kept[at]
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			var all []*ssa.Function
			for _, use := range *a.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == a {
					all = append(all, p.runBy(s.Val, seen)...)
				}
			}
			return all
		}
	}
	return nil
}
