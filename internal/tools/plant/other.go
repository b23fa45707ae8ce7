package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// atomics plants plain accesses where a unit calls functions of sync/atomic.
func (s *scanner) atomics(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				s.plainStatement(n, call)
			}
		case *ast.CallExpr:
			if f, target := s.atomicCall(n); strings.HasPrefix(f, "Load") && s.atomicallyWritten(n) {
				s.add(plain, n.Pos(), []edit{s.replace(n, "("+target+")")}, spanOf(n))
			}
		}
		return true
	})
}

// atomicallyWritten reports whether the variable of an atomic call may be written by another: it is known which, and
// there is none, or the function has a copy of it.
func (s *scanner) atomicallyWritten(call *ast.CallExpr) bool {
	address, ok := firstArg(call).(*ast.UnaryExpr)
	if !ok {
		return true
	}
	v := s.variable(address.X)
	return !s.ofCopy(address.X) && (v == nil || s.atomicWritten[v] || s.mutable[v])
}

// plainStatement makes a store or an addition plain.
func (s *scanner) plainStatement(stmt ast.Stmt, call *ast.CallExpr) {
	f, target := s.atomicCall(call)
	if !s.atomicallyWritten(call) {
		return
	}
	switch {
	case strings.HasPrefix(f, "Store"):
		s.add(plain, stmt.Pos(), []edit{s.replace(stmt, target+" = "+s.text(call.Args[1]))}, spanOf(stmt))
	case strings.HasPrefix(f, "Add"):
		s.add(plain, stmt.Pos(), []edit{s.replace(stmt, target+" += "+s.text(call.Args[1]))}, spanOf(stmt))
	}
}

// atomicCall is the function of sync/atomic that is called, and the variable whose address it gets.
func (s *scanner) atomicCall(call *ast.CallExpr) (function, target string) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return "", ""
	}
	f, ok := s.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "sync/atomic" || f.Signature().Recv() != nil {
		return "", ""
	}
	switch arg := ast.Unparen(call.Args[0]).(type) {
	case *ast.UnaryExpr:
		if arg.Op == token.AND {
			return f.Name(), s.text(arg.X)
		}
	case *ast.Ident, *ast.SelectorExpr:
		return f.Name(), "*" + s.text(arg)
	}
	return "", ""
}

// early moves the nearest assignment before a goroutine starts, of something that it uses, to after that.
func (s *scanner) early(before []ast.Stmt, g *ast.GoStmt) {
	for i := len(before) - 1; i >= 0; i-- {
		a, ok := before[i].(*ast.AssignStmt)
		if !ok || a.Tok == token.DEFINE || !s.oneLine(a) || len(a.Lhs) != 1 {
			continue
		}
		if spans, ok := s.uses(g, a.Lhs[0]); ok {
			s.add(earlyGo, g.Pos(), []edit{s.replace(a, ""), s.insert(g.End(), "; "+s.text(a))}, append(spans, spanOf(g))...)
			return
		}
	}
}

// uses reports whether a goroutine uses what an expression stands for: a variable that it captures, or a field. The
// spans are the functions that it calls.
func (s *scanner) uses(g *ast.GoStmt, e ast.Expr) (spans []span, found bool) {
	target := s.variable(e)
	if target == nil {
		if target = s.root(e); target == nil {
			return nil, false
		}
	}
	seen := map[ast.Node]bool{}
	var look func(ast.Node)
	look = func(code ast.Node) {
		ast.Inspect(code, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := s.info.Uses[id].(type) {
			case *types.Var:
				found = found || obj.Origin() == target
			case *types.Func:
				if fn := s.bodies[obj.Origin()]; fn != nil && !seen[fn] {
					seen[fn] = true
					spans = append(spans, spanOf(fn))
					look(fn.Body)
				}
			}
			return true
		})
	}
	if lit, ok := g.Call.Fun.(*ast.FuncLit); ok {
		look(lit.Body)
	} else {
		look(g.Call.Fun)
	}
	return spans, found
}
