package desugar

import (
	"go/types"
	"slices"
)

// What somebody has said about who may access what, by types: as much as is known of memory that a value leads to before it is
// looked up what it is.

// beyond notes that code which is not at hand follows a value further than its accesses are told, if it may come to memory of which
// somebody has said who may access it.
func (t *translator) beyond(typ types.Type, u use) {
	if t.leadsToGuarded(typ, u, map[types.Type]bool{}) {
		t.unsupported(t.frame.pos(), "%s, which follows a %s further than can be told", u.by, t.mem.shortType(typ))
	}
}

// leadsToGuarded reports whether a value of the type may lead to such memory, or to what reachSync asks about.
func (t *translator) leadsToGuarded(typ types.Type, u use, seen map[types.Type]bool) bool {
	if seen[typ] {
		return false
	}
	seen[typ] = true
	behind := func(elem types.Type) bool {
		return t.prog.governable(elem) || u.fields == allFields && t.holdsSync(elem) || t.leadsToGuarded(elem, u, seen)
	}
	switch under := typ.Underlying().(type) {
	case *types.Pointer:
		return behind(under.Elem())
	case *types.Slice:
		return behind(under.Elem())
	case *types.Map:
		return slices.ContainsFunc(t.prog.containers[storesOf(typ)], func(c container) bool { return t.prog.isGuarded(c.variable) }) ||
			t.leadsToGuarded(under.Elem(), u, seen)
	case *types.Array:
		return t.leadsToGuarded(under.Elem(), u, seen)
	case *types.Struct:
		if _, isNamed := types.Unalias(typ).(*types.Named); isNamed && !t.isOurs(typ) {
			return false
		}
		for f := range under.Fields() {
			if t.canReach(f, u) && (t.prog.isGuarded(f) || u.fields == allFields && t.holdsSync(f.Type()) || t.leadsToGuarded(f.Type(), u, seen)) {
				return true
			}
		}
	}
	return false
}

// governable reports whether values of a type may be in variables of which somebody has said who may access them.
func (p *Facts) governable(t types.Type) bool {
	seen := map[string]bool{}
	var visit func(types.Type) bool
	visit = func(t types.Type) bool {
		key := typeKey(t)
		if seen[key] {
			return false
		}
		seen[key] = true
		for _, c := range p.containers[key] {
			if p.isGuarded(c.variable) {
				return true
			}
			if owner := p.ownerType(c.variable); owner != nil && visit(owner) {
				return true
			}
		}
		return false
	}
	if a := arrayType(t); a != nil {
		t = ultimateElem(a)
	}
	return visit(t)
}

// isGuarded reports whether somebody has said who may access a variable, beyond that nobody writes it.
func (p *Facts) isGuarded(v *types.Var) bool {
	g := p.guard(v)
	return g != nil && !g.Immutable && (g.AtomicOnly || len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) > 0)
}

// findGuards reports whether somebody has said of any variable who may access it.
func (p *Facts) findGuards() bool {
	for _, path := range p.paths {
		for v := range p.packages[path].annot.Guards {
			if p.isGuarded(v) {
				return true
			}
		}
	}
	return false
}
