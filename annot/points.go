package annot

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A programPoint is a place between statements, where a directive may stand.
type programPoint struct {
	owner  ast.Node  // of the list of statements: *ast.FuncDecl, *ast.FuncLit, *ast.BlockStmt or a clause
	prev   ast.Stmt  // before the point, or nil
	next   ast.Stmt  // after it, or nil
	before token.Pos // of next, or of what ends the list
	fault  string    // why directives cannot stand there, completes "stands"
}

// programPointAt finds the point in the body of f at pos.
func programPointAt(f *ast.FuncDecl, pos token.Pos) *programPoint {
	return inList(f, f.Body.List, f.Body.Rbrace, pos)
}

// inList finds the point at pos in a list of statements that ends at end.
func inList(owner ast.Node, list []ast.Stmt, end, pos token.Pos) *programPoint {
	s := &programPoint{owner: owner, before: end}
	for _, stmt := range list {
		if pos < stmt.Pos() {
			s.next, s.before = stmt, stmt.Pos()
			return s
		}
		if pos < stmt.End() {
			return inStmt(s, stmt, pos)
		}
		s.prev = stmt
	}
	return s
}

// inStmt finds the point at pos inside of stmt, which belongs to the list of outer.
func inStmt(outer *programPoint, stmt ast.Stmt, pos token.Pos) *programPoint {
	if l, ok := stmt.(*ast.LabeledStmt); ok {
		if l.Colon < pos && pos < l.Stmt.Pos() {
			return &programPoint{owner: outer.owner, next: l.Stmt, before: l.Stmt.Pos()}
		}
		return inStmt(outer, l.Stmt, pos)
	}
	var found *programPoint
	ast.Inspect(stmt, func(n ast.Node) bool {
		if found != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			if within(n.Body, pos) {
				found = inList(n, n.Body.List, n.Body.Rbrace, pos)
			}
		case *ast.BlockStmt:
			if within(n, pos) {
				found = inBlock(n, pos)
			}
		}
		return found == nil
	})
	if found == nil {
		found = &programPoint{fault: "inside a statement"}
	}
	return found
}

func within(b *ast.BlockStmt, pos token.Pos) bool { return b.Lbrace < pos && pos < b.Rbrace }

// inBlock finds the point at pos in b, which may be the body of a switch or select: there, what follows a clause's last
// statement still belongs to the clause.
func inBlock(b *ast.BlockStmt, pos token.Pos) *programPoint {
	if len(b.List) == 0 || !isClause(b.List[0]) {
		return inList(b, b.List, b.Rbrace, pos)
	}
	for i, stmt := range b.List {
		end := b.Rbrace
		if i+1 < len(b.List) {
			end = b.List[i+1].Pos()
		}
		if pos >= end {
			continue
		}
		list, colon := clauseBody(stmt)
		if pos > colon {
			return inList(stmt, list, end, pos)
		}
		break
	}
	return &programPoint{fault: "between the clauses of a switch or select"}
}

func isClause(s ast.Stmt) bool {
	_, colon := clauseBody(s)
	return colon.IsValid()
}

func clauseBody(s ast.Stmt) ([]ast.Stmt, token.Pos) {
	switch s := s.(type) {
	case *ast.CaseClause:
		return s.Body, s.Colon
	case *ast.CommClause:
		return s.Body, s.Colon
	}
	return nil, token.NoPos
}

// loop returns the loop that starts at the point, with or without a label.
func (s *programPoint) loop() ast.Stmt {
	next := s.next
	for {
		l, ok := next.(*ast.LabeledStmt)
		if !ok {
			break
		}
		next = l.Stmt
	}
	switch next.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return next
	}
	return nil
}

// inBody finds the target of d inside the body of f.
func (a *attacher) inBody(f *ast.FuncDecl, d *directive) *target {
	s := programPointAt(f, d.pos)
	t := &target{place: OnStmt, decl: f, point: s, pos: d.pos}
	if s.fault != "" {
		return t
	}
	if d.places()&OnLocal != 0 {
		if l := a.local(s, d); l != nil {
			return l
		}
	}
	if s.loop() != nil {
		t.place |= OnLoop
	}
	t.outer = a.src.Info.Scopes[s.owner]
	switch o := s.owner.(type) {
	case *ast.FuncDecl:
		t.outer = a.src.Info.Scopes[o.Type]
	case *ast.FuncLit:
		t.outer = a.src.Info.Scopes[o.Type]
	}
	if t.outer == nil {
		t.outer = a.innermost(d.pos)
	}
	return t
}

// local finds the declaration of local variables that a directive at s is about: the next statement, or the one that
// ends on the directive's own line.
func (a *attacher) local(s *programPoint, d *directive) *target {
	line := func(p token.Pos) int { return a.src.Fset.PositionFor(p, false).Line }
	stmt := s.next
	if s.prev != nil && line(s.prev.End()) == line(d.pos) {
		stmt = s.prev
	}
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return nil
		}
		if a.locals[stmt] == nil {
			t := &target{place: OnLocal, outer: a.innermost(n.Pos()), pos: n.End()}
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					a.addVars(t, []*ast.Ident{id})
				}
			}
			a.locals[stmt] = t
		}
		return a.locals[stmt]
	case *ast.DeclStmt:
		if g, ok := n.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR && !g.Lparen.IsValid() && len(g.Specs) == 1 {
			return a.varSpec(stmt, g.Specs[0].(*ast.ValueSpec))
		}
	}
	return nil
}

// varSpec is the one target of a local var declaration, whether its directives are its doc comment or stand apart.
func (a *attacher) varSpec(stmt ast.Stmt, s *ast.ValueSpec) *target {
	for _, t := range a.groups {
		if t.place == OnLocal && len(t.vars) > 0 && a.src.Info.Defs[s.Names[0]] == types.Object(t.vars[0]) {
			return t
		}
	}
	if a.locals[stmt] == nil {
		a.locals[stmt] = a.varTarget(s, true)
	}
	return a.locals[stmt]
}
