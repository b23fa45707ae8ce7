package analysis

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
)

// A Group is a guard group: the fields of one struct type, or the variables of one package or function, with one guard. It owns what its
// variables lead to: the objects in its region (ownership types; Clarke, Potter and Noble, OOPSLA 1998).
type Group struct {
	Variable *types.Var // the first of them stands for all
	Name     string     // no other group has it
}

// findRegions fills regional and groups.
func (p *Facts) findRegions() {
	r := &regions{prog: p, mutable: map[*types.TypeName]bool{}, leads: map[*types.TypeName]map[*types.TypeName]bool{}, writing: map[*ssa.Parameter]bool{}}
	for _, fn := range p.functions {
		r.writes(fn)
	}
	r.throughParts()
	r.variables = p.findWrittenVariables()
	r.keeping = p.findKeeping()
	p.findOwnsBehind()
	p.findElements()
	p.findBoxed()
	p.findBehindInterfaces()
	p.apart = map[*types.TypeName]bool{}
	active := p.activeTypes()
	for r.find(); p.moreApart(active); {
		r.find()
	}
}

// regions finds the types whose objects others may guard.
type regions struct {
	prog    *Facts
	plain   map[*types.TypeName]bool
	mutable map[*types.TypeName]bool
	generic bool             // the type that is looked at is
	parts   []*ssa.FieldAddr // of structs, which functions get by address that do not write them
	// leads has, for a type, the types of the objects that code writes by what a field of it leads to
	leads   map[*types.TypeName]map[*types.TypeName]bool
	writing map[*ssa.Parameter]bool // whether what it points to may be written
	// variables that are no structs, as far as they are written
	variables *writtenVariables
	keeping   map[*types.TypeName]bool // see findKeeping
}

// find fills regional and groups, where it is known which generic types stand apart.
func (r *regions) find() {
	p := r.prog
	p.plain, p.regional, p.stores = map[*types.TypeName]bool{}, map[*types.TypeName]bool{}, typeutil.Map{}
	r.plain = p.plain
	r.types()
	for _, name := range r.plainOfOthers() {
		r.plain[name] = true
		p.ownForeign(name.Type())
	}
	for name := range r.plain {
		if r.mutable[name] && !p.IsImmutable(name) {
			p.regional[name] = true
		}
	}
	r.close()
	p.findGroups()
	p.findRegionVariables(r.variables)
	p.findForeign()
	p.owned = p.findOwned()
	p.findCarried()
	p.findStores()
}

// types fills plain: the struct types of the checked packages with no synchronisation of their own.
func (r *regions) types() {
	for _, path := range r.prog.Paths {
		for _, obj := range r.prog.Packages[path].definitions() {
			name, ok := obj.(*types.TypeName)
			if !ok || name.IsAlias() || StructName(name.Type()) != name {
				continue
			}
			r.generic = IsGeneric(name.Type())
			isPlain := r.isPlain(name.Type(), map[types.Type]bool{})
			for _, inst := range r.prog.instances[name] {
				isPlain = isPlain && r.isPlain(inst, map[types.Type]bool{})
			}
			if isPlain {
				r.plain[name] = true
			}
		}
	}
}

// isPlain reports whether a value of the type has no synchronisation of its own inside it: no lock, no atomic variable, no
// annotation. A generic type is plain if all its instances are: what its own code does to a value of a type parameter it does to the whole.
func (r *regions) isPlain(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch {
	case IsSyncValue(t), IsReflectValue(t):
		return false
	case IsTypeParam(t):
		return r.generic
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if r.prog.apart[n.Obj()] {
			return false
		}
		if spec := r.prog.TypeSpec(n.Obj()); spec != nil && !spec.OnlyImmutable() || len(r.prog.fieldsOf[n.Obj()]) > 0 {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return r.isPlain(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if r.prog.Guard(f) != nil || !r.isPlain(f.Type(), seen) {
				return false
			}
		}
	}
	return true
}

// close adds the plain types of which a regional one holds values: a slice of pairs is written as the pairs are added
// to it. It adds those by fields of which code writes objects of a regional one: such an object is as much part of what
// callers have as the one with the field.
func (r *regions) close() {
	held := r.held()
	for changed := true; changed; {
		changed = false
		for name := range r.plain {
			leads := r.writesThrough(name) || held[name] && r.prog.leadsToRegional(name.Type(), map[types.Type]bool{})
			if r.prog.regional[name] || !leads {
				continue
			}
			r.prog.regional[name], changed = true, true
		}
	}
}

// writesThrough reports whether code writes objects of regional types by fields of a type that is not immutable.
func (r *regions) writesThrough(name *types.TypeName) bool {
	for written := range r.leads[name] {
		if r.prog.regional[written] && !r.prog.IsImmutable(name) {
			return true
		}
	}
	return false
}

// held returns the struct types of which variables hold values, and not only pointers to them.
func (r *regions) held() map[*types.TypeName]bool {
	held, seen := map[*types.TypeName]bool{}, map[types.Type]bool{}
	for _, path := range r.prog.Paths {
		for _, obj := range r.prog.Packages[path].definitions() {
			if v, ok := obj.(*types.Var); ok && (v.IsField() || IsPackageVar(v)) {
				addHeld(v.Type(), held, seen)
			}
		}
	}
	return held
}

func addHeld(t types.Type, held map[*types.TypeName]bool, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if name := StructName(t); name != nil {
		held[name] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		addHeld(u.Elem(), held, seen)
	case *types.Slice:
		addHeld(u.Elem(), held, seen)
	case *types.Map:
		addHeld(u.Elem(), held, seen)
	}
}

// IsRegional reports whether objects of a struct type may be in the region of a guard group: it has no synchronisation of its own,
// and checked code writes to objects of it. Or the type is one of variables to which a guard group points.
func (p *Facts) IsRegional(t types.Type) bool {
	n := StructName(t)
	return n != nil && p.regional[n] || n == nil && p.isRegionVariable(t)
}

// StandsOutside reports whether what a container holds is never part of an object in a region: the container is a package variable, or a
// field of a struct type with synchronisation of its own.
func (p *Facts) StandsOutside(c Container) bool {
	if c.How == InSlice {
		return false
	}
	owner := p.OwnerType(c.Variable)
	if owner == nil {
		return true
	}
	n := StructName(owner)
	return n != nil && !p.plain[n] && n.Pkg() != nil && p.Packages[n.Pkg().Path()] != nil
}

// IsImmutable reports whether a struct type is declared to be immutable: nobody writes an object of it that others
// know. A value that is part of a variable is written as that is.
func (p *Facts) IsImmutable(name *types.TypeName) bool {
	spec := p.TypeSpec(name)
	return spec != nil && spec.Immutable != nil
}

// IsPlain reports whether a value of the type has no synchronisation of its own, as far as the checked packages tell.
func (p *Facts) IsPlain(t types.Type) bool {
	n := StructName(t)
	switch {
	case n == nil, p.plain[n]:
		return true
	case n.Pkg() == nil || p.Packages[n.Pkg().Path()] == nil:
		r := &regions{prog: p}
		return !IsGeneric(t) && r.isPlain(t, map[types.Type]bool{})
	}
	return p.plain[n]
}

// ArraysInRegions reports whether arrays of a type's values may be in a region: not if nothing is known of who has the
// locks in them, nor if nobody writes them.
func (p *Facts) ArraysInRegions(elem types.Type) bool {
	return p.IsPlain(elem) && !p.ImmutableArrays(elem)
}

// LeadsToRegional reports whether values of the type lead to objects that are in somebody's region, or to arrays and
// stores of maps that are. Every function that deals with such values keeps account of regions: one that does not would
// leave unchecked what the others count on.
func (p *Facts) LeadsToRegional(t types.Type) bool {
	return p.leadsToRegional(t, map[types.Type]bool{})
}

func (p *Facts) leadsToRegional(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || IsSyncValue(t) {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return p.Carries(t)
	case *types.Pointer:
		return p.IsRegional(u.Elem())
	case *types.Slice:
		return p.stores.At(u) != nil || p.leadsToRegional(u.Elem(), seen) || p.IsRegional(u.Elem())
	case *types.Array:
		return p.leadsToRegional(u.Elem(), seen)
	case *types.Map:
		return p.stores.At(u) != nil || p.leadsToRegional(u.Elem(), seen) || p.leadsToRegional(u.Key(), seen) || p.IsRegional(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if p.leadsToRegional(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// LeadsOutside reports whether values of the type lead to objects that are never in a region, by way of such that may
// be: to channels, to structs that have synchronisation of their own or that nobody writes, or by opaque interfaces. It
// also reports whether one of these leads back to what may be in a region.
func (p *Facts) LeadsOutside(t types.Type) (outside, back bool) {
	p.leadsOutside(t, map[types.Type]bool{}, &outside, &back)
	return outside, back
}

func (p *Facts) leadsOutside(t types.Type, seen map[types.Type]bool, outside, back *bool) {
	if seen[t] || IsSyncValue(t) || IsReflectValue(t) {
		return
	}
	seen[t] = true
	element := func(t types.Type) {
		*outside = *outside || p.Carries(t) && p.OpaqueElements(t)
		p.leadsOutside(t, seen, outside, back)
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		*outside = true
	case *types.Pointer:
		if IsComposite(u.Elem()) && !p.IsRegional(u.Elem()) {
			*outside = true
			*back = *back || p.IsPlain(u.Elem()) && p.leadsToRegional(u.Elem(), map[types.Type]bool{})
			return
		}
		element(u.Elem())
	case *types.Slice:
		element(u.Elem())
	case *types.Array:
		element(u.Elem())
	case *types.Map:
		element(u.Key())
		element(u.Elem())
	case *types.Interface:
		for _, ptr := range p.CarriedBy(t) {
			p.leadsOutside(ptr, seen, outside, back)
		}
	case *types.Struct:
		for f := range u.Fields() {
			*outside = *outside || p.Carries(f.Type()) && p.OpaqueVariable(f)
			p.leadsOutside(f.Type(), seen, outside, back)
		}
	}
}

// findGroups sorts the guarded variables into groups.
func (p *Facts) findGroups() {
	p.groups = map[*types.Var]*Group{}
	for _, path := range p.Paths {
		info := p.Packages[path]
		by, locals := map[string]*Group{}, 0
		for _, obj := range info.definitions() {
			v, ok := obj.(*types.Var)
			if !ok || v != p.Field(v) {
				continue
			}
			in := p.Owners[v]
			captured := in == "" && p.ownsBehind[v]
			if in == "" && !captured && (!IsPackageVar(v) || p.Ghosts[v]) {
				continue
			}
			g := p.Guard(v)
			if g == nil || !groups(g) || p.Ghosts[v] || v.IsField() && !p.mayHaveGroups(p.OwnerType(v)) {
				continue
			}
			key := in + "{" + guardText(g) + "}"
			if captured {
				key = capturedGroup(v, g)
			}
			if p.handedOver[v] || p.handedOverEach[v] {
				key += v.Name()
			}
			if by[key] == nil {
				name := path + "." + in
				if in != "" {
					name += "."
				}
				name += v.Name()
				if captured {
					locals++
					name += fmt.Sprintf(".%d", locals)
				}
				by[key] = &Group{Variable: v, Name: name}
			}
			p.groups[v] = by[key]
		}
	}
}

// findStores fills stores: the slice and map types whose memory may be in a region, as a variable of a group or an object in a region
// leads to it. What a variable owns by itself is not: it belongs to the variable.
func (p *Facts) findStores() {
	seen := map[types.Type]bool{}
	for v := range p.groups {
		for _, t := range p.typesOf(v) {
			if !p.OwnsStore(v) {
				p.noteStores(t, seen)
				continue
			}
			switch u := t.Underlying().(type) {
			case *types.Slice:
				p.noteStores(u.Elem(), seen)
			case *types.Map:
				p.noteStores(u.Key(), seen)
				p.noteStores(u.Elem(), seen)
			}
		}
	}
	for name := range p.regional {
		for _, t := range p.instancesOf(name) {
			p.noteStores(t, seen)
		}
	}
}

// noteStores notes the slice and map types that values of the type lead to.
func (p *Facts) noteStores(t types.Type, seen map[types.Type]bool) {
	if seen[t] || IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if StructName(u.Elem()) == nil || p.IsRegional(u.Elem()) {
			p.noteStores(u.Elem(), seen)
		}
	case *types.Slice:
		if !p.ImmutableArrays(u.Elem()) {
			p.stores.Set(u, true)
		}
		p.noteStores(u.Elem(), seen)
	case *types.Array:
		p.noteStores(u.Elem(), seen)
	case *types.Map:
		p.stores.Set(u, true)
		p.noteStores(u.Key(), seen)
		p.noteStores(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() || p.IsOurs(f) {
				p.noteStores(f.Type(), seen)
			}
		}
	}
}

// groups reports whether a guard is one of the variable as a whole, which what the variable leads to can share. One
// that lets everybody read, as of an atomic.Pointer that is stored under a lock and loaded without it, says nothing of
// what is behind the variable: whoever has loaded the pointer goes on to read there, and nobody may write.
func groups(g *annot.Guard) bool {
	return !g.Immutable && !g.AtomicOnly && !g.Transfers && len(g.Read)+len(g.Write) > 0 && len(g.ElemRead)+len(g.ElemWrite) == 0 && !slices.ContainsFunc(g.Read, isTrue)
}

// isTrue reports whether a clause says nothing.
func isTrue(c *annot.Clause) bool {
	b, ok := c.Expr.(*annot.Const)
	return ok && b.Value.Kind() == constant.Bool && constant.BoolVal(b.Value)
}

func guardText(g *annot.Guard) string { return clauseTexts(g.Read) + "|" + clauseTexts(g.Write) }

func clauseTexts(cs []*annot.Clause) string {
	var texts []string
	for _, c := range cs {
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, " && ")
}

// GroupOf returns the guard group of a variable; nil if it owns nothing beyond itself, its array or its store.
func (p *Facts) GroupOf(v *types.Var) *Group {
	if v == nil {
		return nil
	}
	return p.groups[p.Field(v)]
}

// isOwned reports whether objects of a struct type may be in the region of some group.
func (p *Facts) isOwned(t types.Type) bool {
	n := StructName(t)
	return n != nil && p.owned[n]
}

// leadsTo reports whether values of the type lead to objects of the other one, by any number of pointers.
func (p *Facts) leadsTo(t types.Type, name *types.TypeName, seen map[types.Type]bool) bool {
	if seen[t] || IsSyncValue(t) {
		return false
	}
	seen[t] = true
	if StructName(t) == name {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return p.leadsBehind(t, name, seen)
	case *types.Pointer:
		return p.leadsTo(u.Elem(), name, seen)
	case *types.Slice:
		return p.leadsTo(u.Elem(), name, seen)
	case *types.Array:
		return p.leadsTo(u.Elem(), name, seen)
	case *types.Map:
		return p.leadsTo(u.Elem(), name, seen) || p.leadsTo(u.Key(), name, seen)
	case *types.Struct:
		for f := range u.Fields() {
			if p.leadsTo(f.Type(), name, seen) {
				return true
			}
		}
	}
	return false
}
