package analysis

import (
	"go/types"
	"slices"
)

// A Container is a variable that holds values of some type inside it.
type Container struct {
	Variable *types.Var
	How      containment
	Depth    int    // of how many arrays inside each other, in the variable or in an element of its slice, the values are elements
	Elem     string // the type of these arrays, if they are elements of its slice, by key
	Global   bool
}

type containment uint8

const (
	Direct  containment = iota // the variable's value is of the type
	InArray                    // its elements are
	InSlice                    // the elements of the slice that it owns are
	inStore                    // the variable is a map that owns its store
)

// OwnsWhole reports whether the variable is a slice or map that owns the array or store behind it, of which the values are elements.
func (c Container) OwnsWhole() bool { return c.How == InSlice && c.Depth == 0 || c.How == inStore }

// contain notes what the variable, of type t, holds inside it: values found through their address, whose accesses the variable's
// own annotation governs where they have none.
func (p *Facts) contain(v *types.Var, t types.Type, global bool) {
	keep := func(k string, how containment, depth int) {
		c := Container{Variable: v, How: how, Depth: depth, Global: global}
		if s, ok := t.Underlying().(*types.Slice); ok {
			c.Elem = TypeKey(s.Elem())
		}
		if !slices.Contains(p.Containers[k], c) { // instances may have one type
			p.Containers[k] = append(p.Containers[k], c)
		}
	}
	values := func(t types.Type, how containment, depth int) {
		keep(TypeKey(t), how, depth)
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Origin() != n {
			keep(TypeKey(n.Origin()), how, depth) // as which its fields know it: see ownerType
		}
	}
	add := func(t types.Type, how containment) { values(t, how, 0) }
	elements := func(a *types.Array, how containment) {
		for depth := 1; a != nil; depth++ {
			values(a.Elem(), how, depth)
			a = ArrayType(a.Elem())
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		elements(u, InArray)
	case *types.Slice:
		if p.OwnsStore(v) {
			add(u.Elem(), InSlice)
			elements(ArrayType(u.Elem()), InSlice)
		}
		if p.Escapes.Vars[v] {
			add(t, Direct)
		}
	case *types.Map:
		if p.OwnsStore(v) {
			keep(StoresOf(t), inStore, 0)
		}
		if p.Escapes.Vars[v] {
			add(t, Direct)
		}
	default:
		if IsComposite(t) || p.Escapes.Vars[v] {
			add(t, Direct)
		}
	}
}

// OwnsStore reports whether v is a slice or map that owns the memory behind it for good: an annotated one that does not
// hand it over, nor exchange it with another variable.
func (p *Facts) OwnsStore(v *types.Var) bool {
	g := p.Guard(v)
	if f := p.Field(v); p.handedOver[f] || p.handedOverEach[f] || p.exchanged[f] {
		return false
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return g != nil && !g.Immutable
	}
	return false
}

// OwnerType returns the struct type that declares the field, the generic one if it is that, nil if f is none.
func (p *Facts) OwnerType(f *types.Var) types.Type { return p.inside[p.Field(f)] }

// MayBePart reports whether arrays of the element type with this key are part of something, beside those that variables own.
func (p *Facts) MayBePart(elem string) bool {
	return slices.ContainsFunc(p.Containers[elem], func(c Container) bool { return c.How != InSlice || c.Depth > 0 })
}

// Holders are the containers of values of one type, in order.
type Holders struct {
	Parts  []Container          // the values are parts of the variables, or elements of parts
	Owners []Container          // that own the array or store which the values are in for good
	at     map[*types.Var][]int // the places of each variable in Owners
}

// HoldersOf returns the containers of the values with a type key. A function that does not name an owner need not be told of it:
// looking up those that it names takes no longer for all the others that there are.
func (p *Facts) HoldersOf(key string) *Holders {
	if h := p.holders[key]; h != nil {
		return h
	}
	return &Holders{}
}

func (p *Facts) findHolders() map[string]*Holders {
	all := map[string]*Holders{}
	for key, list := range p.Containers {
		h := &Holders{at: map[*types.Var][]int{}}
		for _, c := range list {
			if !c.OwnsWhole() {
				h.Parts = append(h.Parts, c)
				continue
			}
			v := p.Field(c.Variable)
			h.at[v] = append(h.at[v], len(h.Owners))
			h.Owners = append(h.Owners, c)
		}
		all[key] = h
	}
	return all
}

// Owns reports whether the variable is one of the owners.
func (h *Holders) Owns(v *types.Var) bool { return len(h.at[v]) > 0 }

// Named returns the owners that are among the names, and one that is not, nil if there is none.
func (h *Holders) Named(p *Facts, names map[*types.Var]bool) (named []Container, other *Container) {
	var places []int
	for v := range names {
		places = append(places, h.at[v]...)
	}
	slices.Sort(places)
	for _, i := range places {
		named = append(named, h.Owners[i])
	}
	if len(named) < len(h.Owners) {
		i := slices.IndexFunc(h.Owners, func(c Container) bool { return !names[p.Field(c.Variable)] })
		other = &h.Owners[i]
	}
	return named, other
}

// Governable reports whether values of a type may be in variables of which somebody has said who may access them.
func (p *Facts) Governable(t types.Type) bool {
	seen := map[string]bool{}
	var visit func(types.Type) bool
	visit = func(t types.Type) bool {
		key := TypeKey(t)
		if seen[key] {
			return false
		}
		seen[key] = true
		for _, c := range p.Containers[key] {
			if p.IsGuarded(c.Variable) {
				return true
			}
			if owner := p.OwnerType(c.Variable); owner != nil && visit(owner) {
				return true
			}
		}
		return false
	}
	if a := ArrayType(t); a != nil {
		t = UltimateElem(a)
	}
	return visit(t)
}

// IsGuarded reports whether somebody has said who may access a variable, beyond that nobody writes it.
func (p *Facts) IsGuarded(v *types.Var) bool {
	g := p.Guard(v)
	return g != nil && !g.Immutable && (g.AtomicOnly || len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) > 0)
}

// findGuards reports whether somebody has said of any variable who may access it.
func (p *Facts) findGuards() bool {
	for _, path := range p.Paths {
		for v := range p.Packages[path].Annot.Guards {
			if p.IsGuarded(v) {
				return true
			}
		}
	}
	return false
}

// OwnsChannel reports whether v says something of the channels that it holds: such a variable owns them.
func (p *Facts) OwnsChannel(v *types.Var) bool {
	if _, ok := v.Type().Underlying().(*types.Chan); !ok {
		return false
	}
	g := p.Guard(v)
	return g != nil && len(g.Closes)+len(g.Carries) > 0 || g != nil && g.Transfers
}

// findChannels lists the variables that own channels, in a fixed order.
func (p *Facts) findChannels() {
	for _, path := range p.Paths {
		for v := range p.Packages[path].Annot.Guards {
			if p.OwnsChannel(v) {
				p.Channels = append(p.Channels, p.Field(v))
			}
		}
	}
	slices.SortFunc(p.Channels, func(a, b *types.Var) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	p.Channels = slices.Compact(p.Channels) // twins
}

// MayBeOwned reports whether some variable owns the array or store that a slice or map of the type leads to.
func (p *Facts) MayBeOwned(t types.Type) bool {
	var key string
	switch u := t.Underlying().(type) {
	case *types.Slice:
		key = TypeKey(u.Elem())
	case *types.Map:
		key = StoresOf(t)
	}
	return slices.ContainsFunc(p.Containers[key], Container.OwnsWhole)
}

// BindsValues reports whether more is asked of what is stored in a variable than access to it.
func (p *Facts) BindsValues(c Container) bool {
	return p.OwnsStore(c.Variable) || p.OwnsChannel(c.Variable) || p.IsCondition(c.Variable)
}
