package analysis

import (
	"go/types"
)

// exposure is what a function of the standard library can get at through a value.
type exposure uint8

const (
	ExposesNothing exposure = iota
	ExposesMethods          // code of the packages under check, which printing the value may run
	exposesMemory           // what it refers to
)

// Exposes says what code gets at that is passed a value of a type and may print it.
func (p *Facts) Exposes(t types.Type) exposure {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		checked := p.Packages[n.Obj().Pkg().Path()] != nil
		switch {
		case n.Obj().Pkg().Path() == "time" && !types.IsInterface(t): // a Time refers to a place on earth
			return ExposesNothing
		case checked && Prints(t):
			return max(ExposesMethods, p.exposesParts(t))
		}
	}
	if types.IsInterface(t) {
		if !types.Implements(t, ErrorType()) {
			return exposesMemory
		}
		if p.hasErrors() {
			return ExposesMethods
		}
		return ExposesNothing
	}
	return p.exposesParts(t)
}

func (p *Facts) exposesParts(t types.Type) exposure {
	worst := ExposesNothing
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			return exposesMemory
		}
	case *types.Struct:
		for f := range u.Fields() {
			worst = max(worst, p.Exposes(f.Type()))
		}
	case *types.Array:
		return p.Exposes(u.Elem())
	default:
		return exposesMemory
	}
	return worst
}

// HasMethods reports whether a variable of the type, or a part of it, has a method of a package under check that other code can call by
// an interface or by reflection, and that gets at the variable or at what that refers to: not a copy without references.
func (p *Facts) HasMethods(t types.Type) bool {
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		obj := m.Obj().(*types.Func)
		if obj.Exported() && obj.Pkg() != nil && p.Packages[obj.Pkg().Path()] != nil && p.Exposes(obj.Signature().Recv().Type()) > ExposesMethods {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if p.HasMethods(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return p.HasMethods(u.Elem())
	case *types.Interface:
		return p.Exposes(t) != ExposesNothing
	}
	return false
}

// Prints reports whether a type has a method that package fmt calls.
func Prints(t types.Type) bool {
	set := types.NewMethodSet(t)
	for _, name := range []string{"Error", "String", "GoString", "Format"} {
		if set.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// ErrorType is the type error.
func ErrorType() *types.Interface {
	return types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
}

// hasErrors reports whether a type of the packages under check is an error.
func (p *Facts) hasErrors() bool { return p.HasMethod("Error") }

// HasMethod reports whether a type of the packages under check has a method of that name.
func (p *Facts) HasMethod(name string) bool {
	for _, path := range p.Paths {
		for obj := range p.Packages[path].decls {
			if obj.Name() == name && obj.Signature().Recv() != nil {
				return true
			}
		}
	}
	return false
}

// IsPlainResult reports whether results hold no references but errors.
func (p *Facts) IsPlainResult(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if !p.IsPlainResult(v.Type()) {
				return false
			}
		}
		return true
	}
	return IsError(t) || !types.IsInterface(t) && p.Exposes(t) != exposesMemory
}
