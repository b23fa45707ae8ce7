package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// ErrorMakers are the functions that return a new error, a pointer, with each call.
var ErrorMakers = map[string]bool{"errors.New": true, "fmt.Errorf": true}

// findSentinels returns the sentinels of the packages under check.
func (p *Facts) findSentinels() map[*types.Var]bool {
	made, stores := map[*types.Var]bool{}, map[*types.Var]int{}
	for _, path := range p.Paths {
		info := p.Packages[path]
		fns := info.sourceFunctions()
		if init := info.Ssa.Func("init"); init != nil {
			fns = append(fns, init)
		}
		for _, fn := range fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if g, ok := s.Addr.(*ssa.Global); ok {
							v, _ := g.Object().(*types.Var)
							stores[v]++
							made[v] = fn == info.Ssa.Func("init") && makesError(s.Val)
						}
					}
				}
			}
		}
	}
	out := map[*types.Var]bool{}
	for v, ok := range made {
		if v != nil && ok && stores[v] == 1 && !p.Escapes.Vars[v] && p.Guard(v) == nil {
			out[v] = true
		}
	}
	return out
}

func makesError(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	obj := Object(call.Call.StaticCallee())
	return obj != nil && ErrorMakers[obj.FullName()]
}
