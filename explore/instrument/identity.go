package instrument

import (
	"fmt"
	"go/ast"
	"strings"
)

// identity returns a text for a piece of the program. Two pieces have the same text only if they say the same of the same variables.
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
