package desugar

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A package variable is settled if it gets its value where it is declared, is never assigned again, by sync/atomic neither, and its address is not used:
// what its value is seen to be there, not nil or a number, it is whenever a function reads it. An exported variable without
// annotation is not assigned by other packages, which would need a right to that; one with an annotation may be.
//
// Functions that run during initialisation read only variables that have their values by then: the order of initialisation sees
// to that, where a function is mentioned by its name. A method of a value in an interface is not, nor what a goroutine runs: what
// comes after such a call in that order is not settled.

// findSettled returns the settled variables of the packages under check, with the assignment of the initial value.
func (p *Facts) findSettled() map[*types.Var]*ssa.Store {
	stores := map[*types.Var][]*ssa.Store{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					if g, ok := s.Addr.(*ssa.Global); ok {
						if v, ok := g.Object().(*types.Var); ok {
							stores[v] = append(stores[v], s)
						}
					}
				}
			}
		}
	}
	early := map[*ssa.Store]bool{} // nothing has been called before that might read what is yet to come
	for _, path := range p.paths {
		if init := p.packages[path].ssa.Func("init"); init != nil {
			p.initialStores(init, early)
		}
	}
	out := map[*types.Var]*ssa.Store{}
	for v, all := range stores {
		guarded := p.guard(v) != nil && v.Exported()
		if len(all) == 1 && early[all[0]] && !p.escapes.vars[p.field(v)] && !p.escapes.set[v] && !guarded {
			out[v] = all[0]
		}
	}
	return out
}

// initialStores notes the assignments of an initialiser before which no code has run that the order of initialisation does not
// tell of.
func (p *Facts) initialStores(init *ssa.Function, early map[*ssa.Store]bool) {
	for _, b := range reversePostorder(init) {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				early[s] = true
			}
			if p.runsUnseen(instr, map[*ssa.Function]bool{init: true}) {
				return
			}
		}
	}
}

// runsUnseen reports whether an instruction may run a function of the checked packages that is not mentioned where it stands or in
// what it calls.
func (p *Facts) runsUnseen(instr ssa.Instruction, seen map[*ssa.Function]bool) bool {
	switch i := instr.(type) {
	case *ssa.Go, *ssa.Send, *ssa.Select:
		return true
	case *ssa.MakeInterface:
		return p.hasMethods(i.X.Type())
	case ssa.CallInstruction:
		call := i.Common()
		if call.IsInvoke() {
			return true
		}
		if isImported(call.StaticCallee()) { // which knows nothing of this package
			return false
		}
	}
	for _, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok || seen[fn] {
			continue
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if p.runsUnseen(instr, seen) {
					return true
				}
			}
		}
	}
	return false
}

// isImported reports whether fn initialises a package that this one imports.
func isImported(fn *ssa.Function) bool { return fn != nil && isInitialiser(fn) }

// hasMethods reports whether a value of the type, in an interface, may run code of the packages under check.
func (p *Facts) hasMethods(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if pkg := set.At(i).Obj().Pkg(); pkg != nil && p.packages[pkg.Path()] != nil {
			return true
		}
	}
	return false
}

// settledFacts returns what is known of x, which was read from the package variable v.
func (m *memory) settledFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	s := m.prog.settled[v]
	if s == nil || m.alone {
		return nil
	}
	if c, ok := s.Val.(*ssa.Const); ok && c.Value != nil {
		if k := c.Value.Kind(); k == constant.Int || k == constant.Bool {
			if e, err := m.constant(c); err == nil && ir.Same(e.Sort, x.Sort) {
				return []*ir.Expr{ir.Eq(x, e)}
			}
		}
		return nil
	}
	if canBeNil(v.Type()) && m.prog.neverNilInitially(s.Val) {
		return []*ir.Expr{ir.Ne(x, zeroOf(x.Sort))}
	}
	return nil
}
