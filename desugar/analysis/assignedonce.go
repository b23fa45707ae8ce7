package analysis

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// findAssignedOnce returns the package variables that are assigned once, before anything can read them, with that assignment.
func (p *Facts) findAssignedOnce() map[*types.Var]*ssa.Store {
	early := map[*ssa.Store]bool{} // nothing has been called before that might read what is yet to come
	for _, path := range p.Paths {
		if init := p.Packages[path].Ssa.Func("init"); init != nil {
			p.initialStores(init, early)
		}
	}
	out := p.initialised()
	maps.DeleteFunc(out, func(_ *types.Var, s *ssa.Store) bool { return !early[s] })
	return out
}

// initialised returns the package variables of which nobody has the address, and that are assigned where they are
// declared and nowhere else, with that assignment. Variables that go:linkname directives speak of do not count: code of
// another package has them, too, by another name.
func (p *Facts) initialised() map[*types.Var]*ssa.Store {
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
	linked := map[*types.Var]bool{}
	for _, path := range p.Paths {
		filled := p.Packages[path].filledByDirectives()
		for _, v := range p.Packages[path].Variables() {
			linked[v] = filled[v.Name()]
		}
	}
	out := map[*types.Var]*ssa.Store{}
	for v, all := range stores {
		guarded := p.Guard(v) != nil && v.Exported()
		if len(all) == 1 && !linked[v] && IsInitialiser(all[0].Parent()) && !p.Escapes.Vars[p.Field(v)] && !p.Escapes.set[v] && !guarded {
			out[v] = all[0]
		}
	}
	return out
}

// initialStores notes the assignments of an initialiser before which no code has run that the order of initialisation does not
// tell of.
func (p *Facts) initialStores(init *ssa.Function, early map[*ssa.Store]bool) {
	for _, b := range ReversePostorder(init) {
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
func isImported(fn *ssa.Function) bool { return fn != nil && IsInitialiser(fn) }

// hasMethods reports whether a value of the type, in an interface, may run code of the packages under check.
func (p *Facts) hasMethods(t types.Type) bool {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if pkg := set.At(i).Obj().Pkg(); pkg != nil && p.Packages[pkg.Path()] != nil {
			return true
		}
	}
	return false
}
