package analysis

import (
	"go/types"
	"slices"
)

// Objects of generic types are in regions as others are. Their own code is checked over abstract types, so it does not
// see what a value of a type parameter leads to: it stores such a value in a region, and nothing joins that. So of an
// instance of which a type argument leads to what may be in a region, code that knows the type argument would believe
// of the value what nobody has checked. The same holds of a pointer to a value of a type parameter, whose type
// argument's objects may be in a region. A generic type with such an instance stands apart: its objects are in no
// region, and its variables have no guard groups.

// moreApart notes the generic types that stand apart, and those of active objects to which guards lead, and reports
// whether there are any that did not before.
func (p *Facts) moreApart(active map[*types.TypeName]bool) bool {
	before := len(p.apart)
	for name := range active {
		if p.plain[name] && p.owned[name] {
			p.apart[name] = true
		}
	}
	for name, instances := range p.instances {
		for _, inst := range instances {
			args := slices.Collect(inst.(*types.Named).TypeArgs().Types())
			regional := func(t types.Type) bool { return p.IsRegional(t) && (StructName(t) != nil || mayPointTo(name)) }
			if slices.ContainsFunc(args, p.refersIntoRegions) || slices.ContainsFunc(args, regional) {
				p.apart[name] = true
			}
		}
	}
	return len(p.apart) > before
}

// refersIntoRegions reports whether a value of the type has references in it to what may be in a region: to an array or
// the store of a map, or to an object of a type whose objects may be.
func (p *Facts) refersIntoRegions(t types.Type) bool {
	if IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Pointer:
		return p.IsRegional(u.Elem()) || StructName(u.Elem()) == nil
	case *types.Interface:
		return p.Carries(t)
	case *types.Array:
		return p.refersIntoRegions(u.Elem())
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return p.refersIntoRegions(f.Type()) })
	}
	return false
}

// mayHaveGroups reports whether fields of a struct type may be in guard groups.
func (p *Facts) mayHaveGroups(owner types.Type) bool {
	if owner == nil {
		return false
	}
	name := StructName(owner)
	return !IsGeneric(owner) || name != nil && !p.apart[name]
}

// instancesOf returns the types with a name: as it is declared, and the instances.
func (p *Facts) instancesOf(name *types.TypeName) []types.Type {
	return append([]types.Type{name.Type()}, p.instances[name]...)
}

// typesOf returns the types that a variable has: as it is declared, and in the instances of the type that has it as a field.
func (p *Facts) typesOf(v *types.Var) []types.Type {
	all := []types.Type{v.Type()}
	if !IsGeneric(v.Type()) || !v.IsField() {
		return all
	}
	for _, inst := range p.instances[StructName(p.OwnerType(v))] {
		for f := range inst.Underlying().(*types.Struct).Fields() {
			if p.Field(f) == v {
				all = append(all, f.Type())
			}
		}
	}
	return all
}

// pointersImplement reports whether pointers to a struct type, or to an instance of it, implement an interface type.
func (p *Facts) pointersImplement(name *types.TypeName, iface *types.Interface) bool {
	return slices.ContainsFunc(p.instancesOf(name), func(t types.Type) bool { return types.Implements(types.NewPointer(t), iface) })
}
