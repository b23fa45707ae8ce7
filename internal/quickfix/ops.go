package quickfix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// An op is what a statement does with a lock.
type op struct {
	method   string // Lock, Unlock, RLock or RUnlock; "" for nothing
	deferred bool
	name     *ast.Ident // of the method
}

func (o op) acquires() bool { return o.method == "Lock" || o.method == "RLock" }
func (o op) releases() bool { return o.method == "Unlock" || o.method == "RUnlock" }

// opOf returns what the statement itself does with the lock.
func opOf(s ast.Stmt, lock string) op {
	switch s := s.(type) {
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			return opOfCall(call, lock)
		}
	case *ast.DeferStmt:
		o := opOfCall(s.Call, lock)
		o.deferred = true
		return o
	}
	return op{}
}

func opOfCall(call *ast.CallExpr, lock string) op {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || types.ExprString(sel.X) != lock {
		return op{}
	}
	switch sel.Sel.Name {
	case "Lock", "Unlock", "RLock", "RUnlock":
		return op{method: sel.Sel.Name, name: sel.Sel}
	}
	return op{}
}

// uses reports whether anything in the statements calls a method of the lock.
func uses(stmts []ast.Stmt, lock string) bool {
	found := false
	for _, s := range stmts {
		ast.Inspect(s, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && types.ExprString(sel.X) == lock {
				found = true
			}
			return !found
		})
	}
	return found
}

// leaves reports whether control may leave the statements other than at their end, panics aside.
func leaves(stmts []ast.Stmt) bool {
	found := false
	var visit func(n ast.Node, loops, switches int)
	visit = func(n ast.Node, loops, switches int) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == n {
				return true
			}
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				inside := loops > 0 || m.Tok == token.BREAK && switches > 0 || m.Tok == token.FALLTHROUGH
				found = found || m.Label != nil || m.Tok == token.GOTO || !inside
			case *ast.ForStmt, *ast.RangeStmt:
				visit(m, loops+1, switches)
				return false
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				visit(m, loops, switches+1)
				return false
			}
			return !found
		})
	}
	visit(&ast.BlockStmt{List: stmts}, 0, 0)
	return found
}

// moves reports whether the statements may make the text of the lock stand for another lock: they assign a variable or a
// field on the way to it.
func moves(stmts []ast.Stmt, lock string) bool {
	found := false
	target := func(e ast.Expr) {
		if e == nil {
			return
		}
		text := types.ExprString(e)
		rest, below := strings.CutPrefix(lock, text)
		found = found || below && (rest == "" || strings.ContainsAny(rest[:1], ".[")) || strings.Contains(lock, "["+text+"]")
	}
	for _, s := range stmts {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					target(l)
				}
			case *ast.IncDecStmt:
				target(n.X)
			case *ast.RangeStmt:
				target(n.Key)
				target(n.Value)
			}
			return !found
		})
	}
	return found
}
