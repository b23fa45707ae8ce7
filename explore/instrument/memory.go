package instrument

import (
	"go/ast"
	"go/types"
	"reflect"
)

// A memory is a piece of memory as far as the types tell: two that do not overlap are different ones, by the rules of the language and
// without package unsafe.
type memory struct {
	variable *types.Var    // if it is one
	owner    *types.Struct // of which it is a field,
	field    int           // this one
	typ      types.Type    // of what is there
	content  bool          // it is what a map of that type has,
	anyKey   bool          // be it at another key than that of the iteration
}

// mapIndex is the element of a map that an expression is.
func (c *commuting) mapIndex(e ast.Expr) (*ast.IndexExpr, bool) {
	ix, ok := unparen(e).(*ast.IndexExpr)
	if !ok {
		return nil, false
	}
	_, ok = is[*types.Map](c.info.TypeOf(ix.X))
	return ix, ok
}

// memoryOf is what an operand, other than an element of a map, stands for.
func (c *commuting) memoryOf(e ast.Expr) (memory, bool) {
	m := memory{typ: c.info.TypeOf(e)}
	switch e := unparen(e).(type) {
	case *ast.Ident:
		m.variable, _ = c.info.ObjectOf(e).(*types.Var)
		return m, m.variable != nil
	case *ast.SelectorExpr:
		sel := c.info.Selections[e]
		if sel == nil {
			m.variable, _ = c.info.Uses[e.Sel].(*types.Var)
			return m, m.variable != nil
		}
		if sel.Kind() != types.FieldVal {
			return m, false
		}
		m.owner, m.field = fieldOf(sel)
		return m, m.owner != nil
	case *ast.IndexExpr:
		return m, coreType(c.info.TypeOf(e.X)) != nil
	case *ast.StarExpr:
		return m, true
	}
	return m, false
}

// fieldOf is the struct that a selected field is of, and the number of the field.
func fieldOf(sel *types.Selection) (owner *types.Struct, field int) {
	t := sel.Recv()
	for _, k := range sel.Index() {
		if p, ok := coreType(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		owner, _ = coreType(t).(*types.Struct)
		if owner == nil {
			return nil, 0
		}
		field, t = k, owner.Field(k).Type()
	}
	return owner, field
}

// overlap reports whether two pieces may have memory in common.
func (c *commuting) overlap(a, b memory) bool {
	switch {
	case a.content != b.content:
		return false
	case a.content:
		return unifies(a.typ, b.typ)
	case a.variable != nil && b.variable != nil:
		return a.variable == b.variable
	case a.variable != nil:
		return c.overlapsVariable(b, a)
	case b.variable != nil:
		return c.overlapsVariable(a, b)
	case a.owner != nil && b.owner != nil:
		return a.field == b.field && unifies(a.owner, b.owner) || contains(a.typ, b.owner) || contains(b.typ, a.owner)
	}
	return contains(a.typ, b.typ) || contains(b.typ, a.typ)
}

// overlapsVariable is overlap for a piece that is no variable, and a variable. If nobody has the variable's address, only a part of the
// variable can be the same.
func (c *commuting) overlapsVariable(m, v memory) bool {
	switch {
	case m.owner != nil && contains(v.typ, m.owner):
		return true
	case m.owner == nil && contains(v.typ, m.typ) && !unifies(v.typ, m.typ):
		return true
	}
	private := !isGlobal(v.variable) && !c.shared.addressed[v.variable]
	return !private && (contains(v.typ, m.typ) || contains(m.typ, v.typ))
}

// unifies reports whether types may be the same but for their names, whatever type parameters stand for: pointers to one can then be made
// pointers to the other.
func unifies(t, u types.Type) bool { return unify(t, u, 4) }

// unify looks so deep into types.
func unify(t, u types.Type, depth int) bool {
	if depth == 0 || isTypeParam(t) || isTypeParam(u) {
		return true
	}
	t, u = t.Underlying(), u.Underlying()
	if reflect.TypeOf(t) != reflect.TypeOf(u) {
		return false
	}
	switch t := t.(type) {
	case *types.Pointer:
		return unify(t.Elem(), u.(*types.Pointer).Elem(), depth-1)
	case *types.Slice:
		return unify(t.Elem(), u.(*types.Slice).Elem(), depth-1)
	case *types.Array:
		return unify(t.Elem(), u.(*types.Array).Elem(), depth-1)
	case *types.Map:
		return unify(t.Key(), u.(*types.Map).Key(), depth-1) && unify(t.Elem(), u.(*types.Map).Elem(), depth-1)
	case *types.Struct:
		s := u.(*types.Struct)
		if t.NumFields() != s.NumFields() {
			return false
		}
		for k := range t.NumFields() {
			if t.Field(k).Name() != s.Field(k).Name() || !unify(t.Field(k).Type(), s.Field(k).Type(), depth-1) {
				return false
			}
		}
		return true
	case *types.Basic:
		return types.Identical(t, u)
	}
	return true
}

// contains reports whether values of type t have one of type u in themselves, or are one.
func contains(t, u types.Type) bool {
	if unifies(t, u) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return contains(t.Elem(), u)
	case *types.Struct:
		for f := range t.Fields() {
			if contains(f.Type(), u) {
				return true
			}
		}
	}
	return false
}
