package mutant

import (
	"go/ast"
	"strings"
)

// lockStmt returns the call of a lock's method that the site's statement makes, now or deferred.
func (s *site) lockStmt() (stmt ast.Stmt, call *ast.CallExpr) {
	switch n := s.Node().(type) {
	case *ast.ExprStmt:
		stmt = n
		call, _ = n.X.(*ast.CallExpr)
	case *ast.DeferStmt:
		stmt, call = n, n.Call
	}
	if call == nil || !s.isLockCall(call) {
		return nil, nil
	}
	return stmt, call
}

func (s *site) isLockCall(call *ast.CallExpr) bool {
	pkg, name := s.method(call)
	return pkg == "sync" && strings.Contains(strings.ToLower(name), "lock")
}

func dropLock(s *site) []change {
	stmt, _ := s.lockStmt()
	if stmt == nil {
		return nil
	}
	return s.dropped(stmt)
}

func moveLockUp(s *site) []change {
	stmt, _ := s.lockStmt()
	if before, _ := s.neighbours(); stmt != nil && before != nil {
		return s.swapped(before, stmt)
	}
	return nil
}

func moveLockDown(s *site) []change {
	stmt, _ := s.lockStmt()
	if _, after := s.neighbours(); stmt != nil && after != nil {
		return s.swapped(stmt, after)
	}
	return nil
}

// The methods that swap-lock and lock-mode put in place of each other.
var (
	oppositeLock = map[string]string{"Lock": "Unlock", "Unlock": "Lock", "RLock": "RUnlock", "RUnlock": "RLock"}
	otherMode    = map[string]string{
		"Lock": "RLock", "RLock": "Lock", "Unlock": "RUnlock", "RUnlock": "Unlock",
		"TryLock": "TryRLock", "TryRLock": "TryLock",
	}
)

func swapLock(s *site) []change {
	if stmt, call := s.lockStmt(); stmt != nil {
		return s.renamed(call, oppositeLock)
	}
	return nil
}

// changeLockMode makes one operation of an RWMutex the other kind. With a Mutex the mutant does not compile, and is not
// worth making.
func changeLockMode(s *site) []change {
	call, ok := s.Node().(*ast.CallExpr)
	if !ok || !s.isLockCall(call) || !s.onRWMutex(call) {
		return nil
	}
	return s.renamed(call, otherMode)
}

// changeAllLockModes makes all operations on RWMutexes in a function the other kind, so that they still match.
func changeAllLockModes(s *site) []change {
	fn, ok := s.Node().(*ast.FuncDecl)
	if !ok {
		return nil
	}
	var edits []edit
	before, after := "", ""
	for c := range s.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if fn.Body.Pos() <= call.Pos() && s.isLockCall(call) && s.onRWMutex(call) {
			for _, ch := range s.renamed(call, otherMode) {
				edits = append(edits, ch.edits...)
				before += ch.before + " "
				after += ch.after + " "
			}
		}
	}
	if edits == nil {
		return nil
	}
	return []change{{before, after, edits}}
}

func (s *site) onRWMutex(call *ast.CallExpr) bool {
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return strings.Contains(s.info.Uses[sel.Sel].String(), "RWMutex")
}

// renamed calls another method.
func (s *site) renamed(call *ast.CallExpr, names map[string]string) []change {
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	other := names[sel.Sel.Name]
	if other == "" {
		return nil
	}
	return []change{{s.file.source(sel), s.file.source(sel.X) + "." + other, []edit{s.file.replace(sel.Sel, other)}}}
}
