package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An access is of a field or package variable that is written after others may have come to know it.
type access struct {
	object types.Object
	write  bool
}

// containers are packages whose methods change what they are called on.
var containers = map[string]bool{"container/list": true, "container/ring": true, "bytes": true, "strings": true, "math/rand": true}

// writes notes the fields and package variables that a function writes, but for those of objects that it has just made.
func (s *scanner) writes(fn *ast.FuncDecl) {
	fresh := s.fresh(fn.Body)
	s.written(fn.Body, func(e ast.Expr) {
		if obj := s.variable(e); obj != nil && !fresh[s.root(e)] {
			s.mutable[obj] = true
		}
	})
}

// fresh are the local variables that point to, or are, objects that a function has just made.
func (s *scanner) fresh(body ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE || len(a.Lhs) != len(a.Rhs) {
			return true
		}
		for i, e := range a.Rhs {
			id, ok := a.Lhs[i].(*ast.Ident)
			if ok && isMade(e) {
				out[s.info.Defs[id]] = true
			}
		}
		return true
	})
	return out
}

// isMade reports whether an expression makes an object.
func isMade(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		return e.Op == token.AND && isMade(e.X)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && id.Name == "new"
	}
	return false
}

// written visits the expressions in a piece of code to which something is assigned, or whose content changes.
func (s *scanner) written(code ast.Node, visit func(ast.Expr)) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if n.Tok != token.DEFINE {
					visit(e)
				}
			}
		case *ast.IncDecStmt:
			visit(n.X)
		case *ast.CallExpr:
			if b, ok := s.info.Uses[name(n.Fun)].(*types.Builtin); ok && len(n.Args) > 0 && (b.Name() == "delete" || b.Name() == "clear") {
				visit(n.Args[0])
			}
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && s.info.Selections[sel] != nil {
				if m := s.info.Uses[sel.Sel]; m != nil && m.Pkg() != nil && containers[m.Pkg().Path()] {
					visit(sel.X)
				}
			}
		}
		return true
	})
}

// name is an identifier, nil if an expression is something else.
func name(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// variable is the field or package variable that an assignment to e changes, or whose map or elements.
func (s *scanner) variable(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.global(e)
	case *ast.SelectorExpr:
		if v, ok := s.info.Uses[e.Sel].(*types.Var); ok && v.IsField() {
			return v.Origin()
		}
		return s.global(e.Sel)
	case *ast.IndexExpr:
		return s.variable(e.X)
	case *ast.StarExpr:
		return s.variable(e.X)
	}
	return nil
}

// global is the package variable of that name.
func (s *scanner) global(id *ast.Ident) types.Object {
	v, ok := s.info.Uses[id].(*types.Var)
	if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v
	}
	return nil
}

// root is the variable at which an expression begins.
func (s *scanner) root(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.Uses[e]
	case *ast.SelectorExpr:
		return s.root(e.X)
	case *ast.IndexExpr:
		return s.root(e.X)
	case *ast.StarExpr:
		return s.root(e.X)
	}
	return nil
}

// accesses are those of a span of the unit, and of the functions that are called in it. The spans are the bodies of these.
func (s *scanner) accesses(in span) (all []access, bodies []span) {
	seen := map[ast.Node]bool{}
	var look func(code ast.Node, in span)
	look = func(code ast.Node, in span) {
		inside := func(n ast.Node) bool { return n.Pos() >= in.from && n.End() <= in.to }
		s.written(code, func(e ast.Expr) {
			if obj := s.variable(e); inside(e) && s.mutable[obj] {
				all = append(all, access{obj, true})
			}
		})
		ast.Inspect(code, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || !inside(n) {
				return true
			}
			switch obj := s.info.Uses[id].(type) {
			case *types.Var:
				if s.mutable[obj.Origin()] {
					all = append(all, access{obj.Origin(), false})
				}
			case *types.Func:
				if fn := s.bodies[obj.Origin()]; fn != nil && !seen[fn] {
					seen[fn] = true
					bodies = append(bodies, spanOf(fn))
					look(fn.Body, spanOf(fn.Body))
				}
			}
			return true
		})
	}
	look(s.unit, in)
	return all, bodies
}

// touches reports whether a span accesses what is written elsewhere.
func (s *scanner) touches(in span) bool {
	all, _ := s.accesses(in)
	return len(all) > 0
}
