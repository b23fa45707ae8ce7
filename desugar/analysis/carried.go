package analysis

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findBoxed fills boxed: the types of which checked code puts pointers into interfaces: structs, and variables that are
// none but have a type with a name.
func (p *Facts) findBoxed() {
	p.boxed = map[*types.TypeName]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(*ssa.MakeInterface)
				if !ok || isUnread(v) {
					continue
				}
				ptr, ok := v.X.Type().Underlying().(*types.Pointer)
				if !ok {
					continue
				}
				if name := p.pointedTo(ptr.Elem()); name != nil && p.isOurs(name) && types.Identical(v.X.Type(), ptr) && !printedOnly(v) {
					p.boxed[name] = true
				}
			}
		}
	}
}

// pointedTo is the name of a type whose values may be in a region by themselves: of a struct, or of a variable that is none.
func (p *Facts) pointedTo(t types.Type) *types.TypeName {
	if name := StructName(t); name != nil {
		return name
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && p.standsInVariable(t) {
		return n.Origin().Obj()
	}
	return nil
}

// findCarried fills carried: the types of which an interface may hold a pointer to an object in a region. Checked code puts such pointers
// into interfaces, and a guard group leads to objects of the type.
func (p *Facts) findCarried() {
	p.carried = map[*types.TypeName]bool{}
	for name := range p.boxed {
		if p.isOwned(name.Type()) || slices.ContainsFunc(p.instancesOf(name), p.isRegionVariable) {
			p.carried[name] = true
		}
	}
	p.carriedInOrder = slices.SortedFunc(maps.Keys(p.carried), func(a, b *types.TypeName) int {
		return cmp.Or(cmp.Compare(TypeKey(a.Type()), TypeKey(b.Type())), InOrder(p.Fset, a.Pos(), b.Pos()))
	})
}

// leadsBehind reports whether a pointer that an interface of type t may hold leads to objects of a struct type.
func (p *Facts) leadsBehind(t types.Type, name *types.TypeName, seen map[types.Type]bool) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || !IsInterface(t) {
		return false
	}
	if p.pointersImplement(name, iface) {
		return true
	}
	for held := range p.boxed {
		if p.mayBeBehind(t, held) && p.leadsTo(held.Type(), name, seen) {
			return true
		}
	}
	return false
}

// mayBeBehind reports whether an interface of type t may hold a pointer to a value of a type.
func (p *Facts) mayBeBehind(t types.Type, held *types.TypeName) bool {
	iface := t.Underlying().(*types.Interface)
	return p.pointersImplement(held, iface) || IsGeneric(t) && p.hasNames(types.NewPointer(held.Type()), iface)
}

// IsCarried reports whether an interface that holds a value of the type has a reference to what may be in a region: a
// pointer to an object that a guard may own. All else that an interface holds is in no region.
func (p *Facts) IsCarried(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	name := p.pointedTo(ptr.Elem())
	return name != nil && p.carried[name]
}

// CarriesAny reports whether interfaces of any type do.
func (p *Facts) CarriesAny() bool { return len(p.carried) > 0 }

// LeadsToCarrier reports whether a value of the type leads to an interface that may hold such a pointer.
func (p *Facts) LeadsToCarrier(t types.Type) bool {
	return p.CarriesAny() && p.leadsToCarrier(t, map[types.Type]bool{})
}

func (p *Facts) leadsToCarrier(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || IsSyncValue(t) {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return p.Carries(t)
	case *types.Map:
		return p.leadsToCarrier(u.Key(), seen) || p.leadsToCarrier(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if p.leadsToCarrier(f.Type(), seen) {
				return true
			}
		}
	case interface{ Elem() types.Type }:
		return p.leadsToCarrier(u.Elem(), seen)
	}
	return false
}

// CarriedBy returns the types of such pointers that a value of an interface type may hold.
func (p *Facts) CarriedBy(t types.Type) []types.Type {
	var all []types.Type
	for _, name := range p.carriedInOrder {
		if p.mayBeBehind(t, name) {
			for _, inst := range p.instancesOf(name) {
				all = append(all, types.NewPointer(inst))
			}
		}
	}
	return all
}

// Carries reports whether t is an interface type whose values may hold such a pointer.
func (p *Facts) Carries(t types.Type) bool {
	if len(p.carried) == 0 || !IsInterface(t) {
		return false
	}
	if IsGeneric(t) { // for some type arguments
		return true
	}
	iface := t.Underlying().(*types.Interface)
	for name := range p.carried {
		if p.pointersImplement(name, iface) {
			return true
		}
	}
	return false
}
