package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// transferring writes the receiver of the method that e selects, which is a pool with transfers if that is said of it.
func (r *rewriter) transferring(e *ast.SelectorExpr, receiver fragment) fragment {
	if r.annotations == nil {
		return receiver
	}
	v := r.receiverVariable(e)
	if v == nil || !isPool(v.Type()) {
		return receiver
	}
	g := r.annotations.guards[v.Origin()]
	if g == nil || !g.Transfers {
		return receiver
	}
	at := r.annotations.transfersAt(g, v)
	site := r.sites.add(Site{
		Position: r.pkg.Fset.Position(at), Text: r.annotations.says(r.pkg.Fset, at), Op: "Annotation", Pos: at, End: at,
	})
	return join(r.rt, ".Transferring(", site, ", ", receiver, ")")
}

// transfersAt is where it is said that the variable transfers: the first of its annotations is at g.Pos.
func (a *annotations) transfersAt(g *annot.Guard, v *types.Var) token.Pos {
	at := g.Pos
	for pos, says := range a.directive {
		if strings.HasPrefix(says, "transfers") && g.Pos < pos && pos < v.Pos() {
			at = pos
		}
	}
	return at
}

// receiverVariable returns the variable that a method is called on, nil if it is another expression.
func (r *rewriter) receiverVariable(e *ast.SelectorExpr) *types.Var {
	sel := r.info.Selections[e]
	if sel == nil {
		return nil
	}
	if path := receiverPath(sel); len(path) > 0 {
		return fieldsOn(sel.Recv(), path)[len(path)-1]
	}
	var obj types.Object
	switch x := unparen(e.X).(type) {
	case *ast.Ident:
		obj = r.info.Uses[x]
	case *ast.SelectorExpr:
		obj = r.info.Uses[x.Sel]
	}
	v, _ := obj.(*types.Var)
	return v
}

// isPool reports whether t is sync.Pool.
func isPool(t types.Type) bool { return isSync(t, "Pool") }

// isSync reports whether t is the type of that name of package sync.
func isSync(t types.Type, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}
