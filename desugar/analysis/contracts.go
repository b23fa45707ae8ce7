package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// LocalParams returns the parameters that a requires clause calls local somewhere.
func LocalParams(spec *annot.FuncSpec) map[*types.Var]bool {
	local := map[*types.Var]bool{}
	if spec == nil {
		return local
	}
	for _, c := range spec.Requires {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if l, ok := x.(*annot.Local); ok {
				if v, ok := l.X.(*annot.Var); ok {
					local[v.Obj] = true
				}
			}
			return true
		})
	}
	return local
}

// MayBeNil returns the parameters that the function, or a requires clause of it, compares with nil: callers may
// pass nil for these and for no others.
func (p *Facts) MayBeNil(fn *ssa.Function) map[*types.Var]bool {
	out := map[*types.Var]bool{}
	info := p.InfoOf(fn)
	if info == nil {
		return out
	}
	var body *ast.BlockStmt
	if obj, ok := fn.Object().(*types.Func); ok {
		if spec := p.Contract(obj); spec != nil {
			for v := range spec.MayBeNil {
				out[v] = true
			}
		}
		if decl := info.decls[obj.Origin()]; decl != nil {
			body = decl.Body
		}
	} else if lit, ok := fn.Syntax().(*ast.FuncLit); ok {
		body = lit.Body
	}
	if body == nil {
		return out
	}
	uses := info.syntax.TypesInfo
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return true
		}
		for _, pair := range [2][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
			id, ok := ast.Unparen(pair[0]).(*ast.Ident)
			if v, isVar := uses.Uses[id].(*types.Var); ok && isVar && uses.Types[pair[1]].IsNil() {
				out[v] = true
			}
		}
		return true
	})
	return out
}

// HandsOver reports whether objects may be handed from one goroutine to another.
func (p *Facts) HandsOver() bool { return p.handsOver }

func (p *Facts) findHandsOver() bool {
	return len(p.Spawned) > 0 || p.poolsTransfer() || slices.ContainsFunc(p.Channels, func(v *types.Var) bool { return p.Guard(v).Transfers })
}

// GhostsIn returns the ghost fields of a type.
func (p *Facts) GhostsIn(t types.Type) []*types.Var {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return p.fieldsOf[n.Origin().Obj()]
	}
	return nil
}
