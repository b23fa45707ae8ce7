package quickfix

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/report"
)

// atomics names the type of package sync/atomic that holds a variable of a basic type.
var atomics = map[types.BasicKind]string{
	types.Bool: "Bool", types.Int: "Int64", types.Int32: "Int32", types.Int64: "Int64",
	types.Uint: "Uint64", types.Uint32: "Uint32", types.Uint64: "Uint64", types.Uintptr: "Uintptr",
}

// makeAtomic suggests to do without a lock where the site is the only access in its function, and that could be one step:
// what is done to the variable in two steps would still be.
func makeAtomic(x *site) (report.Fix, bool) {
	v := guarded(x)
	if v == nil || x.first != x.last || !isOneStep(x.list.stmts[x.first]) {
		return report.Fix{}, false
	}
	uses := 0
	ast.Inspect(x.body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && x.pkg.TypesInfo.Uses[id] == v {
			uses++
		}
		return true
	})
	b, ok := v.Type().Underlying().(*types.Basic)
	if !ok || atomics[b.Kind()] == "" || uses != 1 {
		return report.Fix{}, false
	}
	return report.Fix{Message: "make " + v.Name() + " an atomic." + atomics[b.Kind()]}, true
}

// isOneStep tells the statements that package sync/atomic has an operation for, if they touch the variable once.
func isOneStep(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IncDecStmt, *ast.ReturnStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok == token.ASSIGN || s.Tok == token.DEFINE || s.Tok == token.ADD_ASSIGN || s.Tok == token.SUB_ASSIGN
	}
	return false
}

// guarded returns the variable of whose annotation all findings are.
func guarded(x *site) types.Object {
	var found types.Object
	for _, d := range x.findings {
		if d.Clause == nil {
			return nil
		}
		a := x.annotated(d.Clause.Span)
		if a == nil || found != nil && found != a.v {
			return nil
		}
		found = a.v
	}
	return found
}
