package analysis

import (
	"go/types"
	"slices"
)

// findElements fills elements: the keys of the struct types of which checked code has slices or arrays, or may have
// some by way of a type parameter.
func (p *Facts) findElements() {
	p.elements, p.genericElements = map[string]bool{}, map[*types.TypeName]bool{}
	seen := map[types.Type]bool{}
	for _, path := range p.Paths {
		info := p.Packages[path].syntax.TypesInfo
		for _, tv := range info.Types {
			if tv.Type == nil || seen[tv.Type] {
				continue
			}
			seen[tv.Type] = true
			switch u := tv.Type.Underlying().(type) {
			case *types.Slice:
				p.noteElement(u.Elem())
			case *types.Array:
				p.noteElement(u.Elem())
			case *types.Pointer:
				if a := ArrayType(u.Elem()); a != nil {
					p.noteElement(a.Elem())
				}
			}
		}
		for _, instance := range info.Instances {
			for t := range instance.TypeArgs.Types() {
				p.noteMentioned(t, map[types.Type]bool{})
			}
		}
	}
}

// noteElement notes the type of elements, also of arrays in arrays and of slices in slices.
func (p *Facts) noteElement(t types.Type) {
	for {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			p.noteStruct(t)
			return
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return
		}
	}
}

func (p *Facts) noteStruct(t types.Type) {
	p.elements[TypeKey(t)] = true
	if name := StructName(t); name != nil && IsGeneric(name.Type()) {
		p.genericElements[name] = true
	}
}

// noteMentioned notes all struct types of which a type argument is made, but for one that it points to: generic code
// has slices of the pointers.
func (p *Facts) noteMentioned(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		p.noteStruct(t)
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			eachComponent(u.Elem(), func(c types.Type) { p.noteMentioned(c, seen) })
			return
		}
	}
	eachComponent(t, func(c types.Type) { p.noteMentioned(c, seen) })
}

// MayBeElement reports whether checked code may have arrays of values of a struct type, or of one that pointers are
// converted from. A pointer to any other variable but an array leads to an element only where some code uses the
// address of one as a value.
func (p *Facts) MayBeElement(t types.Type) bool {
	name := StructName(t)
	if !IsComposite(t) && ArrayType(t) == nil && !IsTypeParam(t) && !p.Escapes.Elems[TypeKey(t)] {
		return false
	}
	if name == nil || p.elements[TypeKey(t)] || p.genericElements[name] { // of a generic type, in some instance
		return true
	}
	return slices.ContainsFunc(p.Containers[TypeKey(t)], func(c Container) bool { return c.How != Direct })
}
