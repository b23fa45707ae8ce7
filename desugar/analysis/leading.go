package analysis

import "go/types"

// leads is what values of some types lead to without leaving a region, by any number of pointers. What an object leads
// to that is in no region, such as one with a lock of its own, is in none either. It is found in one walk, where asking
// leadsTo for each struct type takes one each: with 420 types and 1,680 guarded variables that was half a second of
// processor time.
type leads struct {
	facts      *Facts
	structs    map[*types.TypeName]bool
	interfaces []*types.Interface // which may hold a pointer to any type that implements them
	seen       map[types.Type]bool
}

func (p *Facts) leadsOf(ts ...types.Type) *leads {
	l := &leads{facts: p, structs: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	for _, t := range ts {
		l.add(t)
	}
	return l
}

// addHeld follows what a variable holds, and addElement what lies elsewhere. What opaque interfaces lead to is in no region.
func (l *leads) addHeld(v *types.Var, t types.Type) {
	if !l.facts.OpaqueVariable(v) {
		l.add(t)
	}
}

func (l *leads) addElement(t types.Type) {
	if !l.facts.OpaqueElements(t) {
		l.add(t)
	}
}

// add follows a type.
func (l *leads) add(t types.Type) {
	if l.seen[t] || IsSyncValue(t) {
		return
	}
	l.seen[t] = true
	if name := StructName(t); name != nil {
		l.structs[name] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if IsInterface(t) {
			l.interfaces = append(l.interfaces, u)
			for held := range l.facts.boxed {
				if l.facts.mayBeBehind(t, held) && !l.facts.isNeverInRegion(held) {
					l.add(held.Type())
				}
			}
		}
	case *types.Pointer:
		if name := StructName(u.Elem()); name == nil || !l.facts.isNeverInRegion(name) {
			l.addElement(u.Elem())
		}
	case *types.Slice:
		l.addElement(u.Elem())
	case *types.Array:
		l.addElement(u.Elem())
	case *types.Map:
		l.addElement(u.Elem())
		l.addElement(u.Key())
	case *types.Struct:
		for f := range u.Fields() {
			l.addHeld(f, f.Type())
		}
	}
}

// isNeverInRegion reports whether no object of a struct type of the checked packages is in a region: it has
// synchronisation of its own, or nobody writes it.
func (p *Facts) isNeverInRegion(name *types.TypeName) bool {
	_, isStruct := name.Type().Underlying().(*types.Struct)
	return isStruct && p.isOurs(name) && !p.regional[name]
}

// to reports whether objects of a struct type are among it.
func (l *leads) to(name *types.TypeName) bool {
	if l.structs[name] {
		return true
	}
	for _, i := range l.interfaces {
		if l.facts.pointersImplement(name, i) {
			return true
		}
	}
	return false
}

// findOwned returns the struct types of which objects may be in the region of some group.
func (p *Facts) findOwned() map[*types.TypeName]bool {
	l := p.leadsOf()
	for v := range p.groups {
		for _, t := range p.typesOf(v) {
			l.addHeld(v, t)
		}
	}
	owned := map[*types.TypeName]bool{}
	for name := range p.regional {
		if l.to(name) {
			owned[name] = true
		}
	}
	return owned
}

// guardsByType names the guards of the groups that lead to objects of each plain type.
func (p *Facts) guardsByType() map[*types.TypeName]map[string]bool {
	all := map[*types.TypeName]map[string]bool{}
	for v := range p.groups {
		text := clauseTexts(p.Guard(v).Write)
		if in := p.Owners[v]; in != "" {
			text = in + "." + text
		}
		note := func(name *types.TypeName) {
			if all[name] == nil {
				all[name] = map[string]bool{}
			}
			all[name][text] = true
		}
		l := p.leadsOf(v.Type())
		for name := range l.structs {
			if p.regional[name] {
				note(name)
			}
		}
		if len(l.interfaces) == 0 {
			continue
		}
		for name := range p.regional {
			if !l.structs[name] && l.to(name) {
				note(name)
			}
		}
	}
	return all
}
