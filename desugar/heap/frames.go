package heap

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// ModifiesRegion is what a function may change that may change what a lock guards: the places of the variables that it guards, and all that
// is in their regions. What is in a region is told by the state before, so new objects are left to the rules for what is new.
func (m *Memory) ModifiesRegion(vars []*types.Var, at []Place) ([]*ir.Modify, error) {
	var all []*ir.Modify
	for i, v := range vars {
		if m.Facts.IsHandedOver(v) || m.Facts.HandsOverEach(v) {
			return nil, fmt.Errorf("%s hands over what it leads to, which has a region of its own", v.Name())
		}
		mods, err := m.ModifiesPlace(at[i])
		if err != nil {
			return nil, err
		}
		all = append(all, mods...)
	}
	var held []types.Type
	for _, p := range at {
		held = append(held, p.Type)
	}
	inside := m.Facts.InRegionsOf(held)
	if len(inside) == 0 || m.inRegions() == nil {
		return all, nil
	}
	seen := map[*ir.Var]bool{}
	for _, t := range inside {
		mods, err := m.modifiesObjects(t)
		if err != nil {
			return nil, err
		}
		for _, mod := range mods {
			if seen[mod.Map] || len(mod.Map.Heap.Keys) == 0 {
				continue
			}
			seen[mod.Map] = true
			all = append(all, &ir.Modify{Map: mod.Map, In: m.inRegionsOf(at, ir.V(mod.Map.Heap.Keys[0])), MayBeEmpty: true})
		}
	}
	return all, nil
}

// inRegionsOf says that the object that ref points into is in the region of what one of the places leads to.
func (m *Memory) inRegionsOf(at []Place, ref *ir.Expr) *ir.Expr {
	var any []*ir.Expr
	for _, p := range at {
		in := m.sameRegion(m.regionOf(ref), m.regionOfPlace(p))
		if !slices.ContainsFunc(any, func(e *ir.Expr) bool { return ir.Equal(e, in) }) {
			any = append(any, in)
		}
	}
	return ir.Or(any...)
}

// modifiesObjects returns the locations of an object of a type: a struct, or what a slice, a map or a pointer to no struct leads to.
func (m *Memory) modifiesObjects(t types.Type) ([]*ir.Modify, error) {
	o := ir.V(&ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar})
	switch u := t.(type) {
	case *types.Map:
		s, err := m.MapStore(u)
		if err != nil {
			return nil, err
		}
		return s.Modifies(o), nil
	case *types.Slice:
		return m.ModifiesPlace(m.ArrayAt(o, u.Elem()))
	case *types.Pointer:
		return m.ModifiesPlace(m.Deref(o, u.Elem()))
	}
	return m.ModifiesPlace(m.Deref(o, t))
}
