package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// wait drops a statement that waits, if what comes after it uses what others have written until then: a function
// literal before it, or a function that signals what is waited for.
func (s *scanner) wait(stmt ast.Stmt, rest []ast.Stmt) {
	e, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return
	}
	what := s.waitsFor(e.X)
	if what == nil {
		return
	}
	after := span{e.End(), s.end}
	if n := len(rest); n > 0 {
		if _, ends := rest[n-1].(*ast.ReturnStmt); ends {
			after.to = rest[n-1].End()
		}
	}
	spans := []span{{e.Pos(), after.to}}
	handed := s.signalled(what, after)
	ast.Inspect(s.unit, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.End() < e.Pos() {
			spans = append(spans, spanOf(lit))
			handed = handed || s.hands(lit, after)
		}
		return true
	})
	if handed {
		s.add(dropWait, e.Pos(), []edit{s.replace(e, "")}, spans...)
	}
}

// waitsFor is the WaitGroup that an expression waits for, or the channel, whose value is of no interest: its field or variable.
func (s *scanner) waitsFor(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return s.channel(e.X)
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && s.isMethod(sel, "(*sync.WaitGroup).Wait") {
			return s.shared(sel.X)
		}
	}
	return nil
}

// isMethod reports whether a selection is of that function.
func (s *scanner) isMethod(sel *ast.SelectorExpr, name string) bool {
	m, ok := s.info.Uses[sel.Sel].(*types.Func)
	return ok && m.FullName() == name
}

// shared is the field or variable that an expression stands for.
func (s *scanner) shared(e ast.Expr) types.Object {
	if v := s.variable(e); v != nil {
		return v
	}
	return s.root(e)
}

// channel is the field or variable of a channel, also if a method returns it.
func (s *scanner) channel(e ast.Expr) types.Object {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return s.shared(e)
	}
	fn := s.bodies[s.callee(call)]
	if fn == nil || len(fn.Body.List) != 1 {
		return nil
	}
	if r, ok := fn.Body.List[0].(*ast.ReturnStmt); ok && len(r.Results) == 1 {
		return s.variable(r.Results[0])
	}
	return nil
}

// callee is the function or method whose name a call has.
func (s *scanner) callee(call *ast.CallExpr) types.Object {
	id := named(call.Fun)
	if id == nil {
		return nil
	}
	if f, ok := s.info.Uses[id].(*types.Func); ok {
		return f.Origin()
	}
	return nil
}

// signalled reports whether some function signals what is waited for, and writes, itself or by what it calls, what is used after the wait.
func (s *scanner) signalled(v types.Object, after span) (found bool) {
	used := map[types.Object]bool{}
	here, _ := s.accesses(after)
	for _, a := range here {
		used[a.object] = true
	}
	unit := s.unit
	defer func() { s.unit = unit }()
	for _, fn := range s.decls {
		everyUnit(fn.Body, func(body *ast.BlockStmt) {
			if body == unit {
				return
			}
			s.unit = body
			all, called := s.accesses(spanOf(body))
			signals := s.signals(body, v)
			for _, c := range called {
				for _, f := range s.decls {
					signals = signals || spanOf(f) == c && s.signals(f.Body, v)
				}
			}
			for _, a := range all {
				found = found || signals && a.write && used[a.object]
			}
		})
	}
	return found
}

// signals reports whether a piece of code closes a channel, sends on it, or calls Done of a WaitGroup.
func (s *scanner) signals(code ast.Node, v types.Object) (found bool) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.SendStmt:
			found = found || s.shared(n.Chan) == v
		case *ast.CallExpr:
			if b, ok := s.info.Uses[name(n.Fun)].(*types.Builtin); ok && b.Name() == "close" {
				found = found || s.shared(n.Args[0]) == v
			}
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && s.isMethod(sel, "(*sync.WaitGroup).Done") {
				found = found || s.shared(sel.X) == v
			}
		}
		return true
	})
	return found
}

// hands reports whether a function literal writes a variable of the function around it that is used in a span.
func (s *scanner) hands(lit *ast.FuncLit, after span) (found bool) {
	written := map[types.Object]bool{}
	s.written(lit.Body, func(e ast.Expr) {
		if v := s.root(e); v != nil && (v.Pos() < lit.Pos() || v.Pos() > lit.End()) {
			written[v] = true
		}
	})
	ast.Inspect(s.unit, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Pos() >= after.from && id.End() <= after.to {
			found = found || written[s.info.Uses[id]]
		}
		return !found
	})
	return found
}
