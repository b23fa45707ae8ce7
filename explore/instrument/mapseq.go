package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The functions of package maps visit a map in an order that is a choice, too, unless it cannot be seen: the keys or values are sorted
// at once, or are visited by a loop that does not show it.

// visits are the functions of package maps that return what visits a map.
var visits = map[string]bool{"maps.All": true, "maps.Keys": true, "maps.Values": true}

// visited returns the call of such a function that e is.
func (r *rewriter) visited(e ast.Expr) (call *ast.CallExpr, name string) {
	call, ok := unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil, ""
	}
	fn := r.callee(call)
	if fn == nil || !visits[fn.FullName()] {
		return nil, ""
	}
	return call, fn.FullName()
}

// ordering is the name of a function of the runtime that e calls, or of the one in its place if the order cannot be seen.
func (r *rewriter) ordering(name string, e *ast.CallExpr) string {
	switch name {
	case "MapsAll", "MapsKeys", "MapsValues":
		if r.quiet == nil {
			r.quiet = r.quietCalls()
		}
		if !r.quiet[e] {
			return name
		}
	default:
		return name
	}
	return name + "Unseen"
}

// quietCalls finds the calls of such functions in the file of which the order cannot be seen.
func (r *rewriter) quietCalls() map[*ast.CallExpr]bool {
	out := map[*ast.CallExpr]bool{}
	quiet := func(e ast.Expr, list types.Type) {
		call, name := r.visited(e)
		if s, ok := is[*types.Slice](list); ok && call != nil && name != "maps.All" && exact(s.Elem()) {
			out[call] = true
		}
	}
	ast.Inspect(r.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := r.callee(n); fn != nil && fn.FullName() == "slices.Sorted" && len(n.Args) == 1 {
				quiet(n.Args[0], r.info.TypeOf(n))
			}
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				return true
			}
			if list := r.sortedAfter(n); list == nil || r.identity(list) != r.identity(n.Lhs[0]) {
				return true
			}
			if e, ok := unparen(n.Rhs[0]).(*ast.CallExpr); ok && len(e.Args) == 1 {
				if fn := r.callee(e); fn != nil && fn.FullName() == "slices.Collect" {
					quiet(e.Args[0], r.info.TypeOf(e))
				}
			}
		case *ast.RangeStmt:
			if call, name := r.visited(n.X); call != nil && n.Tok != token.ASSIGN {
				vars := []ast.Expr{n.Key, n.Value}
				if name == "maps.Values" {
					vars = []ast.Expr{nil, n.Key}
				}
				if newCommuting(r, r.info.TypeOf(call.Args[0]), r.sortedAfter(n), vars...).order(n.Body) == unseen {
					out[call] = true
				}
			}
		}
		return true
	})
	return out
}
