package analysis

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/addressed"
)

// MayHide reports whether values of type t may have something hidden in them.
func (p *Facts) MayHide(t types.Type) bool {
	if IsSyncValue(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if p.Hides(t) {
			return true
		}
		for f := range u.Fields() {
			if (p.IsOurs(f) || f.Exported()) && p.MayHide(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return u.Len() > 0 && p.MayHide(u.Elem())
	}
	return false
}

// IsOurs reports whether the field is declared in a package that is at hand.
func (p *Facts) IsOurs(f *types.Var) bool {
	return f.Pkg() != nil && p.Packages[f.Pkg().Path()] != nil
}

// Hides reports whether a struct type has fields out of sight and may lead to memory, and can be changed in place.
func (p *Facts) Hides(t types.Type) bool {
	st := t.Underlying().(*types.Struct)
	var secret *types.Var
	for f := range st.Fields() {
		if !f.Exported() && f.Name() != "_" && !p.IsOurs(f) {
			secret = f
		}
	}
	return secret != nil && LeadsToMemory(t) && !isHandle(t, secret)
}

// isHandle reports whether nobody outside the package of the field, which is one of the struct type t, changes a value of
// the type in place. Of a type that is defined elsewhere by one of that package, that one tells.
func isHandle(t types.Type, f *types.Var) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == f.Pkg() {
		return !changesInPlace(n)
	}
	found := false
	for _, name := range f.Pkg().Scope().Names() {
		obj, ok := f.Pkg().Scope().Lookup(name).(*types.TypeName)
		if !ok || !types.Identical(obj.Type().Underlying(), t.Underlying()) {
			continue
		}
		if changesInPlace(obj.Type()) {
			return false
		}
		found = true
	}
	return found
}

// changesInPlace reports whether the type has exported methods with a pointer receiver, but for those that decode into it.
func changesInPlace(t types.Type) bool {
	byValue := types.NewMethodSet(t)
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		obj := sel.Obj()
		if obj.Exported() && byValue.Lookup(obj.Pkg(), obj.Name()) == nil && !addressed.Decodes(obj.Name()) {
			return true
		}
	}
	return false
}

// LeadsToMemory reports whether values of type t refer to anything.
func LeadsToMemory(t types.Type) bool {
	if IsSyncValue(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if LeadsToMemory(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() > 0 && LeadsToMemory(u.Elem())
	}
	return true
}

// Staying returns the type of elements of a slice, map, channel or array of type t, or of such in it, that must not be copied.
func (p *Facts) Staying(t types.Type) types.Type {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	case *types.Chan:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	case *types.Pointer:
		if a := ArrayType(u.Elem()); a != nil {
			elem = a.Elem()
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if elem := p.Staying(v.Type()); elem != nil {
				return elem
			}
		}
	}
	switch {
	case elem == nil:
		return nil
	case holdsState(elem) || p.MayHide(elem):
		return elem
	}
	return p.Staying(elem)
}

// holdsState reports whether a value of the type has a lock or the like in it.
func holdsState(t types.Type) bool {
	if IsSyncValue(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if holdsState(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return holdsState(u.Elem())
	}
	return false
}
