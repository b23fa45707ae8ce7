package annot

import (
	"go/token"
	"go/types"
	"slices"
)

func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// atomicTypes maps the types of sync/atomic, and those that gVisor has made of them, to the type of the value they hold;
// Pointer has its own rule.
var atomicTypes = map[string]types.Type{
	"Bool":    types.Typ[types.Bool],
	"Int32":   types.Typ[types.Int32],
	"Int64":   types.Typ[types.Int64],
	"Uint32":  types.Typ[types.Uint32],
	"Uint64":  types.Typ[types.Uint64],
	"Uintptr": types.Typ[types.Uintptr],
	"Value":   types.Universe.Lookup("any").Type(),
}

// atomicValue returns the type of the value that a variable of type t holds if t is a type of sync/atomic, or nil.
func atomicValue(t types.Type) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync/atomic" && !IsTrustedAtomic(t) {
		return nil
	}
	if n.Obj().Name() == "Pointer" && n.TypeArgs().Len() == 1 {
		return types.NewPointer(n.TypeArgs().At(0))
	}
	return atomicTypes[n.Obj().Name()]
}

// isMath reports whether t is one of the specification's own types, which go/types knows nothing of.
func isMath(t types.Type) bool {
	switch t.(type) {
	case TidType, *SeqType, *SetType, *MapType:
		return true
	}
	return false
}

// integer is the type of integers without bounds. To go/types it is one more type of integers, which constants may have and
// others are converted to.
var integer = types.NewNamed(types.NewTypeName(token.NoPos, nil, "integer", nil), types.Typ[types.Int], nil)

// IsInteger reports whether t is the type of integers without bounds, of which arithmetic is exact.
func IsInteger(t types.Type) bool { return t == integer }

// identical is types.Identical extended to the specification's own types.
func identical(x, y types.Type) bool {
	x, y = types.Unalias(x), types.Unalias(y)
	switch x := x.(type) {
	case TidType:
		_, ok := y.(TidType)
		return ok
	case *SeqType:
		y, ok := y.(*SeqType)
		return ok && identical(x.Elem, y.Elem)
	case *SetType:
		y, ok := y.(*SetType)
		return ok && identical(x.Elem, y.Elem)
	case *MapType:
		y, ok := y.(*MapType)
		return ok && identical(x.Key, y.Key) && identical(x.Elem, y.Elem)
	}
	return !isMath(y) && types.Identical(x, y)
}

// assignable is types.AssignableTo extended to the specification's own types.
func assignable(from, to types.Type) bool {
	if isMath(from) || isMath(to) {
		return identical(from, to)
	}
	return types.AssignableTo(from, to)
}

// every reports whether pred holds of t's underlying basic type; of a type parameter, of every type it may stand for.
func every(t types.Type, pred func(*types.Basic) bool) bool {
	if isMath(t) {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		terms := typeSet(t.Constraint(), 0)
		return len(terms) > 0 && !slices.ContainsFunc(terms, func(term types.Type) bool { return !every(term, pred) })
	default:
		b, ok := t.Underlying().(*types.Basic)
		return ok && pred(b)
	}
}

// typeSet lists the types of a constraint's union; none if the constraint is anything but one union, or deeply nested.
func typeSet(t types.Type, depth int) []types.Type {
	i, ok := t.Underlying().(*types.Interface)
	if !ok || i.NumEmbeddeds() != 1 || depth > 10 {
		return nil
	}
	union, ok := types.Unalias(i.EmbeddedType(0)).(*types.Union)
	if !ok {
		e := i.EmbeddedType(0)
		if types.IsInterface(e) {
			return typeSet(e, depth+1)
		}
		return []types.Type{e}
	}
	var terms []types.Type
	for j := range union.Len() {
		if e := union.Term(j).Type(); types.IsInterface(e) {
			terms = append(terms, typeSet(e, depth+1)...)
		} else {
			terms = append(terms, e)
		}
	}
	return terms
}

// has reports whether the underlying type of t is basic with all or some of the flags.
func has(t types.Type, flags types.BasicInfo) bool {
	return every(t, func(b *types.Basic) bool { return b.Info()&flags != 0 })
}

func isBoolean(t types.Type) bool { return has(t, types.IsBoolean) }
func isInteger(t types.Type) bool { return has(t, types.IsInteger) }
func isNumeric(t types.Type) bool { return has(t, types.IsNumeric) }
func isString(t types.Type) bool  { return has(t, types.IsString) }

func isUntyped(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Info()&types.IsUntyped != 0
}

// deref returns the type that t points to, and whether t is a pointer.
func deref(t types.Type) (types.Type, bool) {
	if isMath(t) {
		return t, false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem(), true
	}
	return t, false
}

// nillable reports whether nil is a value of t.
func nillable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		_, param := types.Unalias(t).(*types.TypeParam)
		return !param
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// isLocation reports whether e denotes a variable, not merely a value.
func isLocation(e Expr) bool {
	switch e := e.(type) {
	case *Var, *Star, *Objects:
		return true
	case *Select:
		return e.Deref || isLocation(e.X)
	case *Index:
		switch e.X.Type().Underlying().(type) {
		case *types.Slice, *types.Pointer, *types.Map:
			return true
		case *types.Array:
			return isLocation(e.X)
		}
	}
	return false
}
