package instrument

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// childrenOf returns the children of n in the order of the source.
func childrenOf(n ast.Node) []ast.Node {
	var out []ast.Node
	ast.Inspect(n, func(c ast.Node) bool {
		if c == n {
			return true
		}
		if c != nil {
			if _, comment := c.(*ast.CommentGroup); !comment {
				out = append(out, c)
			}
		}
		return false
	})
	slices.SortStableFunc(out, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

// newest is a version of Go after all others.
const newest = "go1.999"

// languageVersion is the version of Go that a file is written in, such as go1.21.
func languageVersion(p *packages.Package, f *ast.File) string {
	if v := p.TypesInfo.FileVersions[f]; v != "" {
		return v
	}
	if v := p.Types.GoVersion(); v != "" {
		return v
	}
	switch {
	case p.Module == nil: // of the standard library, or in no module: as new as the compiler
		return newest
	case p.Module.GoVersion != "":
		return "go" + p.Module.GoVersion
	}
	return "go1.16" // the go command's default for a module that does not say
}

// coreType is the one underlying type of a type, or of all types in a type parameter's type set; nil if there is none.
func coreType(t types.Type) types.Type {
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var core types.Type
	if !eachTerm(iface, func(t types.Type) bool {
		u := coreType(t)
		if core == nil {
			core = u
		}
		return u != nil && types.Identical(core, u)
	}) {
		return nil
	}
	return core
}

// eachTerm calls f for the types of a constraint until f returns false. It returns false too for a constraint without
// types.
func eachTerm(iface *types.Interface, f func(types.Type) bool) bool {
	found := false
	for e := range iface.EmbeddedTypes() {
		switch e := types.Unalias(e).(type) {
		case *types.Union:
			for term := range e.Terms() {
				found = true
				if !f(term.Type()) {
					return false
				}
			}
		default:
			inner, ok := e.Underlying().(*types.Interface)
			if !ok {
				found = true
				if !f(e) {
					return false
				}
				continue
			}
			if inner.NumEmbeddeds() > 0 {
				found = true
				if !eachTerm(inner, f) {
					return false
				}
			}
		}
	}
	return found
}

// is reports whether the core type of t is a T, and returns it.
func is[T types.Type](t types.Type) (T, bool) {
	u, ok := coreType(t).(T)
	return u, ok
}

func unparen(e ast.Expr) ast.Expr { return ast.Unparen(e) }

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// inspectOwn visits the nodes below n that n itself executes: it does not enter function literals.
func inspectOwn(n ast.Node, visit func(ast.Node) bool) {
	ast.Inspect(n, func(c ast.Node) bool {
		if _, lit := c.(*ast.FuncLit); lit && c != n {
			return false
		}
		return visit(c)
	})
}

// hasEffect reports whether evaluating e can call, receive or wait: what an assignment's other operands must be
// evaluated before or after.
func hasEffect(info *types.Info, e ast.Expr) bool {
	found := false
	inspectOwn(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			tv := info.Types[n]
			conversion := info.Types[n.Fun].IsType()
			found = found || tv.Value == nil && !conversion
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
