package instrument

import (
	"go/ast"
	"go/types"
)

// A program that collects what is in a map, and sorts it at once, shows nothing of the order in which it ranged over the map.

// sortedAfter returns the slice that the statement after s sorts, if nothing of its old order can be seen afterwards; nil if there is none.
func (r *rewriter) sortedAfter(s ast.Stmt) ast.Expr {
	if r.following == nil {
		r.following = followers(r.file)
	}
	x, ok := r.following[s].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	e, ok := x.X.(*ast.CallExpr)
	if !ok || len(e.Args) == 0 {
		return nil
	}
	fn := r.callee(e)
	if fn == nil {
		return nil
	}
	list, ok := is[*types.Slice](r.info.TypeOf(e.Args[0]))
	if !ok || !exact(list.Elem()) {
		return nil
	}
	switch fn.FullName() {
	case "sort.Strings", "sort.Ints", "slices.Sort":
		return e.Args[0]
	}
	return nil
}

// followers maps statements to those after them.
func followers(f *ast.File) map[ast.Stmt]ast.Stmt {
	out := map[ast.Stmt]ast.Stmt{}
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for i, s := range list {
			if l, ok := s.(*ast.LabeledStmt); ok {
				s = l.Stmt
			}
			if i+1 < len(list) {
				out[s] = list[i+1]
			}
		}
		return true
	})
	return out
}
