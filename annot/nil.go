package annot

import (
	"go/ast"
	"go/token"
	"go/types"
)

// mayBeNil lists the parameters and the receiver of fn, of types as for NeverNil, that its body or its requires clauses compare with nil.
func mayBeNil(info *types.Info, decl *ast.FuncDecl, fn *types.Func, requires []*Clause) map[*types.Var]bool {
	vars := map[*types.Var]bool{}
	if decl != nil {
		vars = ComparedWithNil(info, decl)
	}
	for _, cl := range requires {
		Walk(cl.Expr, func(e Expr) bool {
			if b, ok := e.(*Binary); ok && isNilComparison(b.Op) {
				for v, other := range map[Expr]Expr{b.X: b.Y, b.Y: b.X} {
					_, isNil := other.(*NilLit)
					if v, ok := v.(*Var); ok && isNil && isExpected(fn, v.Obj) {
						vars[v.Obj] = true
					}
				}
			}
			return true
		})
	}
	return vars
}

// ComparedWithNil lists the parameters and the receiver of a function, of types as for NeverNil, that its body compares
// with nil. They
// alone may be nil at entry, where no requires clause says otherwise.
func ComparedWithNil(info *types.Info, decl *ast.FuncDecl) map[*types.Var]bool {
	vars := map[*types.Var]bool{}
	fn, _ := info.Defs[decl.Name].(*types.Func)
	if fn == nil || decl.Body == nil {
		return vars
	}
	compared := func(x, y ast.Expr) {
		id, ok := ast.Unparen(x).(*ast.Ident)
		if !ok || !info.Types[y].IsNil() {
			return
		}
		if v, ok := info.Uses[id].(*types.Var); ok && isExpected(fn, v) {
			vars[v] = true
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if isNilComparison(n.Op) {
				compared(n.X, n.Y)
				compared(n.Y, n.X)
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				break
			}
			for _, s := range n.Body.List {
				for _, y := range s.(*ast.CaseClause).List {
					compared(n.Tag, y)
				}
			}
		}
		return true
	})
	return vars
}

func isNilComparison(op token.Token) bool { return op == token.EQL || op == token.NEQ }

// NeverNil reports whether parameters of a type are never nil, unless the function compares them with nil: pointers,
// functions, and interfaces but for error and those without methods.
func NeverNil(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Signature:
		return true
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return !isParam && u.NumMethods() > 0 && !types.Identical(t, types.Universe.Lookup("error").Type())
	}
	return false
}

// isExpected reports whether v is a parameter or the receiver of fn, of a type whose values are not nil without need.
func isExpected(fn *types.Func, v *types.Var) bool {
	if !NeverNil(v.Type()) {
		return false
	}
	sig := fn.Signature()
	if v == sig.Recv() {
		return true
	}
	for p := range sig.Params().Variables() {
		if p == v {
			return true
		}
	}
	return false
}
