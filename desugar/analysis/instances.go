package analysis

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// containInstances notes what the fields of generic types hold inside them, for each type that they have in some
// function or package variable: of an instance, or, in a generic function, over its own type parameters. It also notes
// the instances.
func (p *Facts) containInstances() {
	p.instances = map[*types.TypeName][]types.Type{}
	var seen typeSet
	visit := func(fn *ssa.Function) {
		for _, param := range fn.Params {
			p.noteInstance(param.Type(), &seen)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && !isUnreadPart(v) {
					p.noteInstance(v.Type(), &seen)
				}
			}
		}
	}
	for _, fn := range p.functions {
		visit(fn)
	}
	for _, path := range p.Paths { // whose addresses are no values of instructions
		for _, v := range p.Packages[path].Variables() {
			if v.Name() != "_" { // which nobody reads
				p.noteInstance(v.Type(), &seen)
			}
		}
	}
}

// sortContainers sorts what containInstances has noted: functions come in any order.
func (p *Facts) sortContainers() {
	for _, list := range p.Containers {
		slices.SortStableFunc(list, func(a, b Container) int {
			return cmp.Or(InOrder(p.Fset, a.Variable.Pos(), b.Variable.Pos()), cmp.Compare(a.How, b.How), cmp.Compare(a.Depth, b.Depth))
		})
	}
}

// containInstance notes what a field of a generic type holds inside it where its type is t, and under the names that types have in
// the declaration.
func (p *Facts) containInstance(f *types.Var, t types.Type) {
	p.contain(f, t, false)
	p.contain(f, f.Type(), false)
}

// noteInstance is containInstances for the types that t is made of.
func (p *Facts) noteInstance(t types.Type, seen *typeSet) {
	if t == nil || !seen.add(t) {
		return
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if u.TypeArgs().Len() > 0 && u.Obj().Pkg() != nil && p.Packages[u.Obj().Pkg().Path()] != nil {
			p.instances[u.Obj()] = append(p.instances[u.Obj()], u)
			if st, ok := u.Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					if IsGeneric(f.Origin().Type()) {
						p.containInstance(f.Origin(), f.Type())
					}
				}
			}
		}
		p.noteInstance(u.Underlying(), seen)
	case *types.Pointer:
		p.noteInstance(u.Elem(), seen)
	case *types.Slice:
		p.noteInstance(u.Elem(), seen)
	case *types.Array:
		p.noteInstance(u.Elem(), seen)
	case *types.Chan:
		p.noteInstance(u.Elem(), seen)
	case *types.Map:
		p.noteInstance(u.Key(), seen)
		p.noteInstance(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if own := p.Field(f); IsGeneric(own.Type()) && p.Owners[own] == "" && p.inside[own] != nil {
				p.containInstance(own, f.Type())
			}
			p.noteInstance(f.Type(), seen)
		}
	case *types.Tuple:
		for v := range u.Variables() {
			p.noteInstance(v.Type(), seen)
		}
	}
}
