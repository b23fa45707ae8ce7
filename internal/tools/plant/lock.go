package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A lockCall is a statement that locks or unlocks.
type lockCall struct {
	stmt     ast.Stmt
	method   *ast.Ident
	receiver string
	class    types.Object // the field or variable of the lock
	deferred bool
	rw       bool // of a sync.RWMutex
}

func (c *lockCall) locks() bool { return c.method.Name == "Lock" || c.method.Name == "RLock" }

// lockCall is what a statement locks or unlocks, nil if it does nothing of the kind.
func (s *scanner) lockCall(stmt ast.Stmt) *lockCall {
	var call *ast.CallExpr
	c := &lockCall{stmt: stmt}
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, _ = stmt.X.(*ast.CallExpr)
	case *ast.DeferStmt:
		call, c.deferred = stmt.Call, true
	}
	if call == nil {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Lock", "RLock", "Unlock", "RUnlock"}, sel.Sel.Name) {
		return nil
	}
	m, ok := s.info.Uses[sel.Sel].(*types.Func)
	if !ok || m.Pkg() == nil || m.Pkg().Path() != "sync" {
		return nil
	}
	c.method, c.receiver, c.rw = sel.Sel, s.text(sel.X), m.FullName() == "(*sync.RWMutex)."+sel.Sel.Name
	if c.deferred && c.locks() {
		return nil
	}
	c.class = s.lockClass(sel)
	return c
}

// lockClass is the field or variable whose method a selection is. It may be embedded.
func (s *scanner) lockClass(sel *ast.SelectorExpr) types.Object {
	of := s.info.Selections[sel]
	if of == nil || len(of.Index()) == 1 {
		return cmp.Or(s.variable(sel.X), s.root(sel.X))
	}
	var field *types.Var
	t := of.Recv()
	for _, i := range of.Index()[:len(of.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		field = t.Underlying().(*types.Struct).Field(i)
		t = field.Type()
	}
	return field.Origin()
}

// A section is what comes after a lock, until it is given back.
type section struct {
	lock    *lockCall
	unlocks []*lockCall
	region  span
}

// sections are the critical sections of a unit.
func (s *scanner) sections(body *ast.BlockStmt) (out []section) {
	var calls []*lockCall
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if stmt, ok := n.(ast.Stmt); ok {
			if c := s.lockCall(stmt); c != nil {
				calls = append(calls, c)
			}
		}
		return true
	})
	for i, c := range calls {
		if !c.locks() {
			continue
		}
		var unlocks []*lockCall
		for _, u := range calls[i+1:] {
			if u.receiver == c.receiver && u.locks() {
				break
			}
			if u.receiver == c.receiver {
				unlocks = append(unlocks, u)
			}
		}
		if len(unlocks) == 0 {
			continue
		}
		region := span{c.stmt.Pos(), body.End()}
		if last := unlocks[len(unlocks)-1]; !slices.ContainsFunc(unlocks, func(u *lockCall) bool { return u.deferred }) {
			region.to = last.stmt.End()
		}
		out = append(out, section{c, unlocks, region})
	}
	return out
}

// inLocks plants errors in the critical sections of a unit.
func (s *scanner) inLocks(body *ast.BlockStmt) {
	for _, c := range s.sections(body) {
		s.inSection(c.lock, c.unlocks, c.region)
	}
}

// inSection plants errors in a critical section: the lock that is dropped, or is taken for reading.
func (s *scanner) inSection(lock *lockCall, unlocks []*lockCall, region span) {
	all, bodies := s.accesses(region)
	if all = s.guarded(lock, all); len(all) == 0 {
		return
	}
	spans := append(bodies, region)
	drop := []edit{s.replace(lock.stmt, "")}
	read := []edit{s.replace(lock.method, "RLock")}
	for _, u := range unlocks {
		drop = append(drop, s.replace(u.stmt, ""))
		read = append(read, s.replace(u.method, "RUnlock"))
	}
	s.add(dropLock, lock.stmt.Pos(), drop, spans...)
	if lock.rw && lock.method.Name == "Lock" && slices.ContainsFunc(all, func(a access) bool { return a.write }) {
		s.add(weaken, lock.stmt.Pos(), read, spans...)
	}
}

// inList plants the errors that change the order of statements, or leave out one that waits.
func (s *scanner) inList(list []ast.Stmt) {
	for i, stmt := range list {
		if c := s.lockCall(stmt); c != nil {
			s.around(list, i, c)
		}
		if g, ok := stmt.(*ast.GoStmt); ok {
			s.early(list[:i], g)
		}
		s.wait(stmt, list[i+1:])
	}
}

// around plants the errors at a lock or an unlock: the access beside it that moves out, the lock after it that is taken first.
func (s *scanner) around(list []ast.Stmt, i int, c *lockCall) {
	if !c.locks() {
		if !c.deferred && i > 0 && s.movable(c, list[i-1]) {
			s.add(moveOut, c.stmt.Pos(), []edit{s.replace(list[i-1], ""), s.insert(c.stmt.End(), "; "+s.text(list[i-1]))}, spanOf(c.stmt))
		}
		return
	}
	next := i + 1
	if next < len(list) {
		if u := s.lockCall(list[next]); u != nil && u.deferred && u.receiver == c.receiver {
			next++
		}
	}
	if next == len(list) {
		return
	}
	if s.movable(c, list[next]) {
		s.add(moveOut, c.stmt.Pos(), []edit{s.replace(list[next], ""), s.insert(c.stmt.Pos(), s.text(list[next])+"; ")}, spanOf(c.stmt))
	}
	if d := s.lockCall(list[next]); d != nil && d.locks() && s.ordered(c, d) {
		s.add(swapLocks, c.stmt.Pos(), []edit{s.replace(c.stmt, s.text(d.stmt)), s.replace(d.stmt, s.text(c.stmt))},
			spanOf(c.stmt), spanOf(d.stmt))
	}
}

// ordered reports whether two locks that are acquired here are so elsewhere, too, in the same order. They are different
// fields or variables: of two objects of one type the code may lock either first.
func (s *scanner) ordered(c, d *lockCall) bool {
	for pos := range s.guards.orders[[2]types.Object{c.class, d.class}] {
		if c.class != d.class && pos != d.stmt.Pos() {
			return true
		}
	}
	return false
}

// movable reports whether a statement accesses something that a lock guards, and can stand elsewhere.
func (s *scanner) movable(lock *lockCall, stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE && !s.oneLine(stmt) {
			return false
		}
	case *ast.IncDecStmt, *ast.ExprStmt:
	default:
		return false
	}
	all, _ := s.accesses(spanOf(stmt))
	return s.oneLine(stmt) && s.lockCall(stmt) == nil && len(s.guarded(lock, all)) > 0
}
