package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// What is collected from a map in any order and sorted at once shows nothing of that order.

// sortedAfter is the slice that the statement after s sorts, if that leaves nothing of the order in which it was; nil if there is none.
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

// identity is a text for a piece of the program that two have in common only if they say the same of the same variables.
func (r *rewriter) identity(n ast.Node) string {
	var out strings.Builder
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			out.WriteByte(')')
			return true
		case *ast.Ident:
			fmt.Fprintf(&out, "(%s", n.Name)
			if o := r.info.ObjectOf(n); o != nil {
				fmt.Fprintf(&out, "@%d", o.Pos())
			}
		case *ast.BasicLit:
			fmt.Fprintf(&out, "(%s", n.Value)
		case *ast.BinaryExpr:
			fmt.Fprintf(&out, "(%v", n.Op)
		case *ast.UnaryExpr:
			fmt.Fprintf(&out, "(%v", n.Op)
		case *ast.AssignStmt:
			fmt.Fprintf(&out, "(%v", n.Tok)
		case *ast.IncDecStmt:
			fmt.Fprintf(&out, "(%v", n.Tok)
		case *ast.BranchStmt:
			fmt.Fprintf(&out, "(%v", n.Tok)
		case *ast.CallExpr:
			fmt.Fprintf(&out, "(call %t", n.Ellipsis.IsValid())
		case *ast.SliceExpr: // which of its bounds are left out
			fmt.Fprintf(&out, "(slice %t%t%t", n.Low == nil, n.High == nil, n.Max == nil)
		default:
			fmt.Fprintf(&out, "(%T", n)
		}
		return true
	})
	return out.String()
}
