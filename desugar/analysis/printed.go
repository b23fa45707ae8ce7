package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fmtMethods are the methods that package fmt calls of what it prints.
var fmtMethods = []string{"Error", "String", "GoString", "Format"}

// KeepsNonePrinted reports whether package fmt leaves with nobody what a value of the type leads to, when it prints the
// value. It looks at all that, and keeps none of it; so do the methods that it calls on the way.
func (p *Facts) KeepsNonePrinted(t types.Type) bool {
	return p.keepsNonePrinted(t, map[string]bool{})
}

func (p *Facts) keepsNonePrinted(t types.Type, seen map[string]bool) bool {
	key := types.TypeString(t, nil)
	if seen[key] {
		return true
	}
	seen[key] = true
	if IsTypeParam(t) || !p.printsAlone(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return p.keepsNonePrinted(u.Elem(), seen)
	case *types.Slice:
		return p.keepsNonePrinted(u.Elem(), seen)
	case *types.Array:
		return p.keepsNonePrinted(u.Elem(), seen)
	case *types.Map:
		return p.keepsNonePrinted(u.Key(), seen) && p.keepsNonePrinted(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if !p.keepsNonePrinted(f.Type(), seen) {
				return false
			}
		}
		return true
	case *types.Interface: // who knows what is behind it
		return types.Implements(t, ErrorType()) && !p.hasErrors()
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Chan, *types.Signature:
		return true // its address is printed
	}
	return false
}

// printsAlone reports whether the methods for printing that a type has, if any, only read what they get.
func (p *Facts) printsAlone(t types.Type) bool {
	if types.IsInterface(t) {
		return true
	}
	set := types.NewMethodSet(t)
	for _, name := range fmtMethods {
		sel := set.Lookup(nil, name)
		if sel == nil {
			continue
		}
		obj := sel.Obj().(*types.Func)
		if obj.Pkg() == nil {
			return false // of an embedded error
		}
		if p.Packages[obj.Pkg().Path()] == nil {
			continue // it knows nobody but what it leads to
		}
		if IsGeneric(t) {
			return false
		}
		fn := p.Ssa.MethodValue(sel)
		if fn == nil || fn.Blocks == nil || len(fn.Params) == 0 || !p.onlyReadBy(fn) {
			return false
		}
	}
	return true
}

// onlyReadBy reports whether a method only reads what its receiver leads to while it runs.
func (p *Facts) onlyReadBy(fn *ssa.Function) bool {
	w := p.newUseWalk()
	w.value(fn.Params[0])
	if w.use == Writes {
		return false
	}
	for v := range w.seen { // a function literal may be kept, or returned, with what it has captured
		if _, captured := v.(*ssa.FreeVar); captured {
			return false
		}
	}
	for at := range w.holds {
		if _, captured := at.(*ssa.FreeVar); captured {
			return false
		}
	}
	return true
}
