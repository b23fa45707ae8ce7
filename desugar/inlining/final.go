package inlining

import (
	"go/ast"
	"go/token"
	"go/types"
)

// finals are the effectively final variables of one function that keep the value which they are declared with: it makes
// no difference when they are read.
type finals struct {
	info     *types.Info
	from, to token.Pos             // the function
	changed  map[types.Object]bool // or may be: assigned again, or by their addresses
}

// finalIn finds them for a function.
func finalIn(info *types.Info, decl *ast.FuncDecl) *finals {
	s := &finals{info, decl.Pos(), decl.End(), map[types.Object]bool{}}
	if decl.Type.Results != nil { // a return assigns them
		s.fields(decl.Type.Results)
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n.Type.Results != nil {
				s.fields(n.Type.Results)
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				s.assigned(x, n.Tok != token.DEFINE)
			}
		case *ast.IncDecStmt:
			s.assigned(n.X, true)
		case *ast.RangeStmt: // older versions of Go have one variable for all rounds
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if id, ok := x.(*ast.Ident); ok {
					s.changed[info.ObjectOf(id)] = true
				}
			}
		case *ast.ForStmt:
			if init, ok := n.Init.(*ast.AssignStmt); ok {
				for _, x := range init.Lhs {
					s.assigned(x, true)
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.assigned(n.X, true)
			}
		case *ast.ValueSpec:
			if len(n.Values) == 0 { // it is assigned later, if it is of use
				for _, id := range n.Names {
					s.changed[info.Defs[id]] = true
				}
			}
		case *ast.SelectorExpr: // a method may get its address
			if sel := info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && !isPointer(info.TypeOf(n.X)) {
				s.assigned(n.X, true)
			}
		case *ast.SliceExpr: // of an array
			if !isReference(info.TypeOf(n.X)) {
				s.assigned(n.X, true)
			}
		}
		return true
	})
	return s
}

// fields notes that variables of a list of results change.
func (s *finals) fields(list *ast.FieldList) {
	for _, f := range list.List {
		for _, id := range f.Names {
			s.changed[s.info.Defs[id]] = true
		}
	}
}

// assigned notes that the variable changes that an expression is, or is part of; one that x := e declares does not if again is not set.
func (s *finals) assigned(x ast.Expr, again bool) {
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.Ident:
			o := s.info.ObjectOf(e)
			if o != nil && (again || s.info.Defs[e] == nil) {
				s.changed[o] = true
			}
			return
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		default:
			return
		}
		if isReference(s.info.TypeOf(x)) {
			return // what it leads to changes
		}
		again = true
	}
}

// isPointer reports whether a type is that of pointers, or of interfaces.
func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok || types.IsInterface(t)
}

// isReference reports whether the parts of a value of the type are elsewhere.
func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}

// is reports whether a variable of the function is effectively final.
func (s *finals) is(v types.Object) bool {
	return v.Pos().IsValid() && s.from <= v.Pos() && v.Pos() < s.to && !s.changed[v]
}

// names reports whether an expression is the name of such a variable.
func (s *finals) names(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := s.info.Uses[id].(*types.Var)
	return ok && s.is(v)
}

// isPlace reports whether an expression is one variable all the time: a variable by its name, or a field of one, or of
// what such a pointer leads to.
func (s *finals) isPlace(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		_, ok := s.info.Uses[x].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		sel := s.info.Selections[x]
		if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
			return false
		}
		if _, ok := s.info.TypeOf(x.X).Underlying().(*types.Pointer); ok {
			return s.names(x.X)
		}
		return s.isPlace(x.X)
	}
	return false
}
