package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// An access is of a field or package variable that is written after others may have come to know it. It is not atomic.
type access struct {
	object types.Object
	write  bool
	pos    token.Pos
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

// fresh are the local variables that point to, or are, objects that a function has just made. So are the parameters of
// function literals that are returned: options set up an object that nobody else has.
func (s *scanner) fresh(body ast.Node) map[types.Object]bool {
	out := map[types.Object]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			s.options(r, out)
		}
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

// options notes the parameters of function literals that a statement returns.
func (s *scanner) options(r *ast.ReturnStmt, out map[types.Object]bool) {
	for _, e := range r.Results {
		lit, ok := ast.Unparen(e).(*ast.FuncLit)
		if !ok {
			continue
		}
		for _, f := range lit.Type.Params.List {
			for _, id := range f.Names {
				out[s.info.Defs[id]] = true
			}
		}
	}
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
	id := named(e)
	if id == nil {
		return nil
	}
	if v, ok := s.info.Uses[id].(*types.Var); ok && v.IsField() {
		return v.Origin()
	}
	return s.global(id)
}

// named is the name of the variable or field that an assignment to e changes, or whose map or elements.
func named(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.StarExpr:
		return named(e.X)
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

// accesses are those of a span of the unit, and of the functions that are called in it, but for those that lock
// something themselves: there another lock may guard what is accessed. What a goroutine does that starts in the span is
// not among them. The spans are the bodies of the functions.
func (s *scanner) accesses(in span) (all []access, bodies []span) {
	seen := map[ast.Node]bool{}
	var look func(code ast.Node, in span)
	look = func(code ast.Node, in span) {
		started := s.started(code)
		inside := func(n ast.Node) bool {
			return n.Pos() >= in.from && n.End() <= in.to && !slices.ContainsFunc(started, func(g span) bool { return n.Pos() >= g.from && n.End() <= g.to })
		}
		s.written(code, func(e ast.Expr) {
			if obj := s.variable(e); inside(e) && s.mutable[obj] && !s.ofCopy(e) {
				all = append(all, access{obj, true, named(e).Pos()})
			}
		})
		ast.Inspect(code, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				return !s.atomically[n]
			case *ast.SelectorExpr:
				return !s.ofCopy(n)
			case *ast.Ident:
				if !inside(n) {
					return true
				}
				switch obj := s.info.Uses[n].(type) {
				case *types.Var:
					if s.mutable[obj.Origin()] {
						all = append(all, access{obj.Origin(), false, n.Pos()})
					}
				case *types.Func:
					if fn := s.bodies[obj.Origin()]; fn != nil && !seen[fn] && !s.locking[fn] {
						seen[fn] = true
						bodies = append(bodies, spanOf(fn))
						look(fn.Body, spanOf(fn.Body))
					}
				}
			}
			return true
		})
	}
	look(s.unit, in)
	return all, bodies
}

// started are the functions of go statements in a piece of code.
func (s *scanner) started(code ast.Node) (out []span) {
	ast.Inspect(code, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			out = append(out, spanOf(g.Call.Fun))
		}
		return true
	})
	return out
}

// ofCopy reports whether an expression is part of a parameter that is no pointer: nobody else has that.
func (s *scanner) ofCopy(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := s.info.Uses[e].(*types.Var)
		return ok && (v.Kind() == types.RecvVar || v.Kind() == types.ParamVar)
	case *ast.SelectorExpr:
		of := s.info.Selections[e]
		if of == nil || of.Kind() != types.FieldVal || of.Indirect() {
			return false
		}
		switch s.info.TypeOf(e).Underlying().(type) {
		case *types.Map, *types.Slice: // others have what is in it
			return false
		}
		return s.ofCopy(e.X)
	}
	return false
}
