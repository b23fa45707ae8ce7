package analysis

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The functions that a call without a name may run are told by their types. Of generic functions that is the type in
// each instance: those of `func(*Cache[K, V])` may run where a `func(*Cache[string, int])` is called. So all types
// count as one that differ in the type arguments of declared types alone. A type that has a type parameter in any other
// place, as `func(*Server, T)`, may be any of that form: such kinds are refused.

// erased returns a type without the type arguments in it.
func erased(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Origin()
	case *types.Pointer:
		return types.NewPointer(erased(t.Elem()))
	case *types.Slice:
		return types.NewSlice(erased(t.Elem()))
	case *types.Array:
		return types.NewArray(erased(t.Elem()), t.Len())
	case *types.Chan:
		return types.NewChan(t.Dir(), erased(t.Elem()))
	case *types.Map:
		return types.NewMap(erased(t.Key()), erased(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, erasedTuple(t.Params()), erasedTuple(t.Results()), t.Variadic())
	}
	return t
}

func erasedTuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), erased(v.Type())))
	}
	return types.NewTuple(vars...)
}

// isErasable reports whether type parameters are in a type as type arguments of declared types alone.
func isErasable(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return !IsTypeParam(t)
	case *types.Pointer:
		return isErasable(t.Elem())
	case *types.Slice:
		return isErasable(t.Elem())
	case *types.Array:
		return isErasable(t.Elem())
	case *types.Chan:
		return isErasable(t.Elem())
	case *types.Map:
		return isErasable(t.Key()) && isErasable(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if !isErasable(v.Type()) {
				return false
			}
		}
		return true
	case *types.Signature:
		return isErasable(t.Params()) && isErasable(t.Results())
	}
	return !IsGeneric(t)
}

// isErasableLiteral reports whether the type of a function literal, as it is written, is erasable.
func (p *Facts) isErasableLiteral(fn *ssa.Function) bool {
	lit, ok := fn.Syntax().(*ast.FuncLit)
	info := p.InfoOf(fn)
	if !ok || info == nil {
		return false
	}
	typ := info.syntax.TypesInfo.TypeOf(lit)
	return typ != nil && isErasable(typ)
}

// isInstance reports whether a function is an instance of a generic one, or a literal in it, that is not checked itself.
func (p *Facts) isInstance(fn *ssa.Function) bool {
	root := Root(fn)
	return len(root.TypeArgs()) > 0 && !p.abstractTypes.is[root]
}
