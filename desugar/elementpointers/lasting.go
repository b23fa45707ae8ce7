package elementpointers

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
)

// lasting are the variables of one function that keep the value which they are declared with.
type lasting struct {
	info     *types.Info
	from, to token.Pos             // the function
	changed  map[types.Object]bool // or may be: assigned again, or by their addresses
}

// lastingIn finds them for a function. The variables of a loop are others in each round, from Go 1.22 on. What comes
// after a round assigns those of the next one.
func lastingIn(info *types.Info, file *ast.File, decl *ast.FuncDecl) *lasting {
	l := &lasting{info, decl.Pos(), decl.End(), map[types.Object]bool{}}
	each := version.Compare(info.FileVersions[file], "go1.22") >= 0
	after := map[ast.Node]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncType: // a return assigns the results
			if n.Results != nil {
				for _, f := range n.Results.List {
					for _, id := range f.Names {
						l.changed[info.Defs[id]] = true
					}
				}
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if !after[x] {
					l.assigned(x)
				}
			}
		case *ast.IncDecStmt:
			if !after[n.X] {
				l.assigned(n.X)
			}
		case *ast.RangeStmt:
			for _, x := range []ast.Expr{n.Key, n.Value} {
				if x != nil && (n.Tok == token.ASSIGN || !each) {
					l.change(x)
				}
			}
		case *ast.ForStmt:
			l.loop(n, each, after)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				l.change(n.X)
			}
		case *ast.SelectorExpr: // a method may get its address
			if sel := info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
				if _, isPointer := info.TypeOf(n.X).Underlying().(*types.Pointer); !isPointer {
					l.change(n.X)
				}
			}
		}
		return true
	})
	return l
}

// loop notes what a loop with counters does to them: what comes after a round assigns those of the next
// one. If all rounds have the same they change.
func (l *lasting) loop(n *ast.ForStmt, each bool, after map[ast.Node]bool) {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return
	}
	counters := map[types.Object]bool{}
	for _, x := range init.Lhs {
		if id, ok := x.(*ast.Ident); ok && l.info.Defs[id] != nil {
			counters[l.info.Defs[id]] = true
			l.changed[l.info.Defs[id]] = l.changed[l.info.Defs[id]] || !each
		}
	}
	var assigned []ast.Expr
	switch post := n.Post.(type) {
	case *ast.IncDecStmt:
		assigned = []ast.Expr{post.X}
	case *ast.AssignStmt:
		assigned = post.Lhs
	}
	for _, x := range assigned {
		if id, ok := x.(*ast.Ident); ok && counters[l.info.Uses[id]] {
			after[x] = true
		}
	}
}

// assigned notes an assignment to an expression, if it is a name that is not declared there.
func (l *lasting) assigned(x ast.Expr) {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok && l.info.Defs[id] == nil {
		l.change(x)
	}
}

// change notes that a variable changes.
func (l *lasting) change(x ast.Expr) {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if v := l.info.ObjectOf(id); v != nil {
			l.changed[v] = true
		}
	}
}

// is reports whether a variable of the function keeps its value.
func (l *lasting) is(v types.Object) bool {
	_, isVar := v.(*types.Var)
	return isVar && v.Pos().IsValid() && l.from <= v.Pos() && v.Pos() < l.to && !l.changed[v]
}

// names reports whether an expression is the name of such a variable.
func (l *lasting) names(id *ast.Ident) bool {
	v := l.info.Uses[id]
	return v != nil && l.is(v)
}
