package instrument

import (
	"go/ast"
	"go/token"
)

// selectStmt writes
//
//	switch c0, c1 := rt.OnRecv(ch), rt.OnSend(ch2).With(v); rt.Select(site, false, c0, c1) { case 0: v := c0.V; body; ... }
//
// The channels and the values to send are evaluated once, in the order of the source. A switch keeps the meaning of
// break, and, because its last case is the default one, it ends a function wherever the select statement does.
func (r *rewriter) selectStmt(s *ast.SelectStmt) fragment {
	var names, values []fragment
	var bodies []fragment
	hasDefault := false
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		if c.Comm == nil {
			hasDefault = true
		}
	}
	last := lastComm(s)
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		label := join("default")
		var received fragment
		if c.Comm != nil {
			name := r.temp()
			if hasDefault || c != last {
				label = join("case ", len(names))
			}
			names = append(names, join(name))
			values = append(values, r.communication(c.Comm))
			received = r.received(c.Comm, name)
		}
		bodies = append(bodies, join(label, span(c.Colon, c.Colon+1), received, r.clauseBody(c)))
	}
	head := join("switch ")
	if len(names) > 0 {
		head = join(head, separated(names, ", "), " := ", separated(values, ", "), "; ")
	}
	args := append([]fragment{join(r.unit.truth(hasDefault))}, names...)
	if len(s.Body.List) == 0 {
		return join("switch ", r.call("Select", s, args...), " { default: for { } }")
	}
	out := join(head, mark(s.Select), r.call("Select", extent{s.Select, s.Select + token.Pos(len("select"))}, args...), " ", span(s.Body.Lbrace, s.Body.Lbrace+1))
	pos := s.Body.Lbrace + 1
	for i, c := range s.Body.List {
		out = join(out, span(pos, c.Pos()), r.spot(c.Pos()), bodies[i])
		pos = c.End()
	}
	if end := r.spot(s.Body.Rbrace); len(end) > 0 {
		out, pos = join(out, span(pos, s.Body.Rbrace), "; ", end), s.Body.Rbrace
	}
	return join(out, span(pos, s.End()))
}

// lastComm is the last clause that communicates.
func lastComm(s *ast.SelectStmt) *ast.CommClause {
	var last *ast.CommClause
	for _, c := range s.Body.List {
		if c := c.(*ast.CommClause); c.Comm != nil {
			last = c
		}
	}
	return last
}

// communication writes what a clause waits for.
func (r *rewriter) communication(s ast.Stmt) fragment {
	if send, ok := s.(*ast.SendStmt); ok {
		return join(r.rt+".OnSend(", r.inside(send.Chan), ").With(", r.sent(send), ")")
	}
	return join(r.rt+".OnRecv(", r.inside(receive(s).X), ")")
}

// receive is the receive operation of a clause.
func receive(s ast.Stmt) *ast.UnaryExpr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	return unparen(e).(*ast.UnaryExpr)
}

// received writes the assignment of what a clause received.
func (r *rewriter) received(s ast.Stmt, name string) fragment {
	a, ok := s.(*ast.AssignStmt)
	if !ok {
		return nil
	}
	values := []fragment{join(name, ".V"), join(name, ".OK")}
	var out fragment
	if a.Tok == token.DEFINE {
		var left []fragment
		for _, e := range a.Lhs {
			left = append(left, text(e))
		}
		return join(" ", separated(left, ", "), " := ", separated(values[:len(left)], ", "), ";")
	}
	for i, e := range a.Lhs {
		out = join(out, " ", r.target(e, a, nil).assign(values[i]), ";")
	}
	return out
}

func (r *rewriter) clauseBody(c *ast.CommClause) fragment {
	var out fragment
	pos := c.Colon + 1
	for _, s := range c.Body {
		out = append(append(out, span(pos, s.Pos())...), r.stmt(s)...)
		pos = s.End()
	}
	return out
}
