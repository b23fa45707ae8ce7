package mutant

import (
	"go/ast"
	"go/token"
)

// dropStatement deletes a statement. Definitions stay, for what uses them would not compile; operations on locks have an
// operator of their own.
func dropStatement(s *site) []change {
	stmt, ok := s.Node().(ast.Stmt)
	if !ok || !inBlock(s) {
		return nil
	}
	switch n := stmt.(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		if lock, _ := s.lockStmt(); lock != nil {
			return nil
		}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return nil
		}
	case *ast.IncDecStmt, *ast.IfStmt, *ast.GoStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.ForStmt, *ast.RangeStmt:
	default:
		return nil
	}
	return s.dropped(stmt)
}

func inBlock(s *site) bool {
	switch s.Parent().Node().(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		return true
	}
	return false
}

// swapStatements exchanges two statements, neither of which operates on a lock.
func swapStatements(s *site) []change {
	stmt, ok := s.Node().(ast.Stmt)
	_, after := s.neighbours()
	if !ok || after == nil || s.touchesLock(stmt) || s.touchesLock(after) {
		return nil
	}
	if _, ok := after.(*ast.ReturnStmt); ok {
		return nil // the same as dropping the first
	}
	return s.swapped(stmt, after)
}

func (s *site) touchesLock(stmt ast.Stmt) bool {
	found := false
	switch stmt.(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		ast.Inspect(stmt, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && s.isLockCall(call)
			return !found
		})
	}
	return found
}

// fixCondition makes a condition always true and always false.
func fixCondition(s *site) []change {
	var cond ast.Expr
	switch n := s.Node().(type) {
	case *ast.IfStmt:
		cond = n.Cond
	case *ast.ForStmt:
		cond = n.Cond
	}
	if cond == nil {
		return nil
	}
	return append(s.replaced(cond, "true"), s.replaced(cond, "false")...)
}
