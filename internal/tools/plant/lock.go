package main

import (
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
	return c
}

// inLocks plants errors in the critical sections of a unit.
func (s *scanner) inLocks(body *ast.BlockStmt) {
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
		if len(unlocks) > 0 {
			s.section(c, unlocks)
		}
	}
}

// section plants errors in a critical section: the lock that is dropped, or is taken for reading.
func (s *scanner) section(lock *lockCall, unlocks []*lockCall) {
	region := span{lock.stmt.Pos(), s.end}
	if last := unlocks[len(unlocks)-1]; !slices.ContainsFunc(unlocks, func(u *lockCall) bool { return u.deferred }) {
		region.to = last.stmt.End()
	}
	all, bodies := s.accesses(region)
	if len(all) == 0 {
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
		s.wait(stmt)
	}
}

// around plants the errors at a lock or an unlock: the access beside it that moves out, the lock after it that is taken first.
func (s *scanner) around(list []ast.Stmt, i int, c *lockCall) {
	if !c.locks() {
		if !c.deferred && i > 0 && s.movable(list[i-1]) {
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
	if s.movable(list[next]) {
		s.add(moveOut, c.stmt.Pos(), []edit{s.replace(list[next], ""), s.insert(c.stmt.Pos(), s.text(list[next])+"; ")}, spanOf(c.stmt))
	}
	if d := s.lockCall(list[next]); d != nil && d.locks() && d.receiver != c.receiver {
		s.add(swapLocks, c.stmt.Pos(), []edit{s.replace(c.stmt, s.text(d.stmt)), s.replace(d.stmt, s.text(c.stmt))},
			spanOf(c.stmt), spanOf(d.stmt))
	}
}

// movable reports whether a statement accesses something that a lock may guard, and can stand elsewhere.
func (s *scanner) movable(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if stmt.Tok == token.DEFINE && !s.oneLine(stmt) {
			return false
		}
	case *ast.IncDecStmt, *ast.ExprStmt:
	default:
		return false
	}
	return s.oneLine(stmt) && s.lockCall(stmt) == nil && s.touches(spanOf(stmt))
}
