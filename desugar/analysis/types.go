package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/annot"
)

// TypeKey identifies a type up to its name: types with equal keys have interchangeable values and addresses.
func TypeKey(t types.Type) string {
	if IsSyncValue(t) {
		return TypeText(t)
	}
	return TypeText(t.Underlying())
}

// WidthKind maps int and int64, uint and uint64, byte and uint8 to one kind each: they are bit-vectors together.
func WidthKind(b *types.Basic) types.BasicKind {
	switch b.Kind() {
	case types.Int, types.UntypedInt:
		return types.Int64
	case types.Uint, types.Uintptr:
		return types.Uint64
	case types.UntypedRune:
		return types.Int32
	}
	return b.Kind()
}

// IsInterface reports whether t is an interface type, and not a type parameter.
func IsInterface(t types.Type) bool { return types.IsInterface(t) && !IsTypeParam(t) }

// IsGeneric reports whether a type depends on type parameters.
func IsGeneric(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		if isAbstract(t) {
			return true
		}
		if t.TypeArgs().Len() < t.TypeParams().Len() { // as it is declared
			return true
		}
		for a := range t.TypeArgs().Types() {
			if IsGeneric(a) {
				return true
			}
		}
	case *types.Pointer:
		return IsGeneric(t.Elem())
	case *types.Slice:
		return IsGeneric(t.Elem())
	case *types.Array:
		return IsGeneric(t.Elem())
	case *types.Chan:
		return IsGeneric(t.Elem())
	case *types.Map:
		return IsGeneric(t.Key()) || IsGeneric(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if IsGeneric(f.Type()) {
				return true
			}
		}
	case *types.Signature:
		return IsGeneric(t.Params()) || IsGeneric(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if IsGeneric(v.Type()) {
				return true
			}
		}
	}
	return false
}

// structUnder returns the struct type that t is, or one of those that it may be: they are alike in their fields.
func structUnder(t types.Type) *types.Struct {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if st := structUnder(e); st != nil {
				return st
			}
		}
	case *types.Union:
		return structUnder(u.Term(0).Type())
	}
	return nil
}

// StoresOf is the key under which Program.containers has the variables that own stores of maps of a type.
func StoresOf(t types.Type) string { return "store of " + TypeKey(t) }

// IsComposite reports whether places of type t are held field by field.
func IsComposite(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok && !IsSyncValue(t) && !IsReflectValue(t)
}

// ArrayType returns the array type under t, nil if there is none.
func ArrayType(t types.Type) *types.Array {
	a, _ := t.Underlying().(*types.Array)
	return a
}

// FieldType returns the type of field f in the struct type t, instantiated as t is.
func (p *Facts) FieldType(t types.Type, f *types.Var) types.Type {
	st := t.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if p.Field(st.Field(i)) == f {
			return st.Field(i).Type()
		}
	}
	return f.Type()
}

// IsLock reports whether t is a type of locks, and not Once.
func IsLock(t types.Type) bool {
	kind := annot.LockOf(t)
	return kind == annot.Mutex || kind == annot.RWMutex
}

// IsReflectValue reports whether t is reflect.Value.
func IsReflectValue(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "reflect" && n.Obj().Name() == "Value"
}

// IsPackageVar reports whether v is a package variable, or a ghost declared like one, which is in no scope.
func IsPackageVar(v *types.Var) bool {
	return v.Parent() == nil && !v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// Deref returns the type that a pointer of type t points to.
func Deref(t types.Type) types.Type {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

// FieldOf returns the field whose address a is.
func FieldOf(a *ssa.FieldAddr) *types.Var {
	return structUnder(Deref(a.X.Type())).Field(a.Field).Origin()
}

// IsSyncValue reports whether t is a type of sync or sync/atomic, or one that is believed to be a lock: this package models
// their values as a unit.
func IsSyncValue(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || types.IsInterface(n) { // sync.Locker is an interface like others
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync" || path == "sync/atomic" || IsTrusted(n)
}

// TypeName is the name of a type without its package.
func TypeName(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return t.String()
}

// UltimateElem returns the type of the elements of an array, of the innermost one if there are arrays in it.
func UltimateElem(a *types.Array) types.Type {
	if inner := ArrayType(a.Elem()); inner != nil {
		return UltimateElem(inner)
	}
	return a.Elem()
}

// eachComponent visits the types of which a type is directly made: of elements, keys, fields, parameters and results,
// and what a pointer points to.
func eachComponent(t types.Type, visit func(types.Type)) {
	switch u := t.Underlying().(type) {
	case *types.Map:
		visit(u.Key())
		visit(u.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		visit(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			visit(f.Type())
		}
	case *types.Tuple:
		for v := range u.Variables() {
			visit(v.Type())
		}
	case *types.Signature:
		visit(u.Params())
		visit(u.Results())
	}
}

// A typeSet is a set of types, of which identical ones are one. Most that are added are there already, as the same
// object: to hash the whole of each took three times as long.
type typeSet struct {
	objects map[types.Type]bool
	types   typeutil.Map
}

// add adds a type, and reports whether it was not there.
func (s *typeSet) add(t types.Type) bool {
	if s.objects[t] {
		return false
	}
	if s.objects == nil {
		s.objects = map[types.Type]bool{}
	}
	s.objects[t] = true
	return s.types.Set(t, true) == nil
}
