package changed

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// settles spreads a change in the body of a function that makes structs, sets fields or puts entries in maps: what is
// known of fields and entries wherever they are read rests on all such functions.
func (g *graph) settles(p *packages.Package, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			g.fields(p.TypesInfo.TypeOf(n))
		case *ast.ValueSpec:
			for _, name := range n.Names {
				g.fields(p.TypesInfo.TypeOf(name))
			}
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && len(n.Args) > 0 && (id.Name == "new" || id.Name == "make") {
				g.fields(p.TypesInfo.TypeOf(n.Args[0]))
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				g.assigned(p, ast.Unparen(to))
			}
		}
		return true
	})
}

func (g *graph) assigned(p *packages.Package, to ast.Expr) {
	switch to := to.(type) {
	case *ast.SelectorExpr:
		if f, ok := p.TypesInfo.Uses[to.Sel].(*types.Var); ok && f.IsField() && refers(f.Type()) {
			g.spread[f.Origin()] = true
		}
	case *ast.IndexExpr:
		if m, ok := p.TypesInfo.TypeOf(to.X).Underlying().(*types.Map); ok {
			g.fields(m.Elem())
		}
	case *ast.StarExpr:
		g.fields(p.TypesInfo.TypeOf(to))
	}
}

// refers reports whether a value of the type may be nil: of others nothing is known everywhere.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface, *types.Slice:
		return true
	}
	return false
}

// fields spreads the fields of a struct, of what a pointer leads to, and of elements.
func (g *graph) fields(t types.Type) {
	if t == nil || g.settled[t] {
		return
	}
	g.settled[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			g.fields(u.Elem())
		}
	case *types.Slice:
		g.fields(u.Elem())
	case *types.Array:
		g.fields(u.Elem())
	case *types.Map:
		g.fields(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if _, ok := f.Type().Underlying().(*types.Struct); ok {
				g.fields(f.Type())
			} else if refers(f.Type()) {
				g.spread[f.Origin()] = true
			}
		}
	}
}
