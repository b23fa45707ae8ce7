package desugar

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// What somebody has said about who may access what, by types: as much as is known of memory that a value leads to before it is
// looked up what it is.

// beyond notes that code which is not at hand follows a value further than its accesses are told, if it may come to memory of which
// somebody has said who may access it.
func (t *translator) beyond(typ types.Type, u use) {
	if t.leadsToGuarded(typ, u, map[types.Type]bool{}) {
		t.Unsupported(t.Frame.Pos(), "%s, which follows %s deeper than Calvin does", u.by, t.Mem.AType(typ))
	}
}

// leadsToGuarded reports whether a value of the type may lead to such memory, or to what reachSync asks about.
func (t *translator) leadsToGuarded(typ types.Type, u use, seen map[types.Type]bool) bool {
	if seen[typ] {
		return false
	}
	seen[typ] = true
	behind := func(elem types.Type) bool {
		return t.prog.Governable(elem) || u.fields == allFields && t.holdsSync(elem) || t.leadsToGuarded(elem, u, seen)
	}
	switch under := typ.Underlying().(type) {
	case *types.Pointer:
		return behind(under.Elem())
	case *types.Slice:
		return behind(under.Elem())
	case *types.Map:
		return slices.ContainsFunc(t.prog.Containers[analysis.StoresOf(typ)], func(c analysis.Container) bool { return t.prog.IsGuarded(c.Variable) }) ||
			t.leadsToGuarded(under.Elem(), u, seen)
	case *types.Array:
		return t.leadsToGuarded(under.Elem(), u, seen)
	case *types.Struct:
		if _, isNamed := types.Unalias(typ).(*types.Named); isNamed && !t.isOurs(typ) {
			return false
		}
		for f := range under.Fields() {
			if t.canReach(f, u) && (t.prog.IsGuarded(f) || u.fields == allFields && t.holdsSync(f.Type()) || t.leadsToGuarded(f.Type(), u, seen)) {
				return true
			}
		}
	}
	return false
}

// leadsOn reports whether a value of a type leads to other memory.
func leadsOn(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer, *types.Interface:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if leadsOn(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return leadsOn(u.Elem())
	}
	return false
}
