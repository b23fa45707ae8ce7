package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A sentinel is a package variable that holds an error of its own, made by errors.New or fmt.Errorf where it is declared,
// and is never assigned again: a constant, and different from every other.

// errorMakers are the functions that return a new error, a pointer, with each call.
var errorMakers = map[string]bool{"errors.New": true, "fmt.Errorf": true}

// findSentinels returns the sentinels of the packages under check.
func (p *Facts) findSentinels() map[*types.Var]bool {
	made, stores := map[*types.Var]bool{}, map[*types.Var]int{}
	for _, path := range p.paths {
		info := p.packages[path]
		fns := info.sourceFunctions()
		if init := info.ssa.Func("init"); init != nil {
			fns = append(fns, init)
		}
		for _, fn := range fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if g, ok := s.Addr.(*ssa.Global); ok {
							v, _ := g.Object().(*types.Var)
							stores[v]++
							made[v] = fn == info.ssa.Func("init") && makesError(s.Val)
						}
					}
				}
			}
		}
	}
	out := map[*types.Var]bool{}
	for v, ok := range made {
		if v != nil && ok && stores[v] == 1 && !p.escapes.vars[v] && p.guard(v) == nil {
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
	obj := object(call.Call.StaticCallee())
	return obj != nil && errorMakers[obj.FullName()]
}

// sentinel returns the value of a package variable that is a sentinel, nil for others.
func (m *memory) sentinel(v *types.Var) *ir.Expr {
	if v == nil || !m.prog.sentinels[v] {
		return nil
	}
	return ir.Const(v.Pkg().Path()+"."+v.Name(), interfaceSort)
}

// sentinelFacts returns what is known of an interface value read from a package variable that is a sentinel, or that is an
// error which another package exports: these are believed to compare, and to stay what they are.
func (m *memory) sentinelFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	if m.sentinel(v) != nil {
		return []*ir.Expr{ir.Eq(m.dynamic.dynamicType(x), m.dynamic.opaque("type of "+x.Name).term)}
	}
	if v == nil || !isPackageVar(v) || !v.Exported() || m.prog.packages[v.Pkg().Path()] != nil ||
		!types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return nil
	}
	return m.newError(x)
}

// newError says that x is an error that compares by identity, as errors.New makes them.
func (m *memory) newError(x *ir.Expr) []*ir.Expr {
	d := m.dynamic
	t := d.dynamicType(x)
	return []*ir.Expr{ir.Ne(x, nilInterface), ir.Apply(d.plain, t), ir.Apply(d.comparable, t)}
}
