package main

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"

	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/load"
)

// sharing finds the functions and function literals that touch shared state, by position as calvin writes it. The page
// says which they are. What a literal does counts for the function around it, too. Calvin's own account of the types
// says which have objects that goroutines share.
func sharing(ctx context.Context, dir string, c *modproxy.Check) (map[string]bool, error) {
	pkgs, err := load.Load(ctx, load.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=off")}, "./...")
	if err != nil {
		return nil, err
	}
	s := &sharer{types: map[string]bool{}, written: map[types.Object]bool{}}
	for _, t := range c.Types {
		s.types[t.Package+"."+t.Type] = !t.Plain || len(t.Guards) > 0
	}
	for _, p := range pkgs {
		s.info = p.TypesInfo
		for _, f := range p.Syntax {
			ast.Inspect(f, s.writes)
		}
	}
	out := map[string]bool{}
	for _, p := range pkgs {
		s.info = p.TypesInfo
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				body := bodyOf(n)
				if s.function = n; body != nil && s.touches(body) {
					out[place(dir, p.Fset.Position(n.Pos()))] = true
				}
				return true
			})
		}
	}
	return out, nil
}

// bodyOf is the body of a function or a function literal.
func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

// place is a position as calvin writes it that runs in dir.
func place(dir string, p token.Position) string {
	name := p.Filename
	if rel, err := filepath.Rel(dir, name); err == nil {
		name = rel
	}
	return name + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// A sharer tells what is shared in the packages of a module.
type sharer struct {
	types    map[string]bool       // PACKAGE.TYPE: its objects synchronise, or are guarded by others
	written  map[types.Object]bool // the variables of packages and functions that are assigned to
	info     *types.Info           // of the package at hand
	function ast.Node              // at hand
}

// writes notes the variables that a statement assigns to, or of which it takes the address.
func (s *sharer) writes(n ast.Node) bool {
	note := func(e ast.Expr) {
		if v, ok := s.root(e).(*types.Var); ok {
			s.written[v] = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			note(e)
		}
	case *ast.IncDecStmt:
		note(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			note(n.X)
		}
	}
	return true
}

// root is the variable that an assignment to e changes or reaches into.
func (s *sharer) root(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.Uses[e]
	case *ast.SelectorExpr:
		if s.info.Selections[e] == nil {
			return s.info.Uses[e.Sel]
		}
		return s.root(e.X)
	case *ast.IndexExpr:
		return s.root(e.X)
	case *ast.StarExpr:
		return s.root(e.X)
	}
	return nil
}

// touches reports whether code synchronises, or accesses what may be shared.
func (s *sharer) touches(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.RangeStmt:
			_, channel := under(s.info.TypeOf(n.X)).(*types.Chan)
			found = found || channel
		case *ast.CallExpr:
			b, ok := s.info.Uses[identOf(n.Fun)].(*types.Builtin)
			found = found || ok && b.Name() == "close"
		case *ast.Ident:
			found = found || s.sharesVariable(n)
		case *ast.SelectorExpr:
			found = found || s.selects(n)
		}
		return !found
	})
	return found
}

// sharesVariable reports whether a name is of a package variable that is written, or of a variable of another function.
func (s *sharer) sharesVariable(id *ast.Ident) bool {
	v, ok := s.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || !s.written[v] {
		return false
	}
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() || v.Pos() < s.function.Pos() || v.Pos() > s.function.End()
}

// selects reports whether x.f is of package sync or sync/atomic, or a field of an object that may be shared.
func (s *sharer) selects(n *ast.SelectorExpr) bool {
	obj := s.info.Uses[n.Sel]
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if path := obj.Pkg().Path(); path == "sync" || path == "sync/atomic" {
		return !isType(obj)
	}
	field, ok := obj.(*types.Var)
	if !ok || !field.IsField() {
		return false
	}
	named := namedOf(s.info.TypeOf(n.X))
	return named != nil && named.Obj().Pkg() != nil && s.types[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
}

func isType(obj types.Object) bool {
	_, ok := obj.(*types.TypeName)
	return ok
}

// identOf is what a call names, nil if it is no plain name.
func identOf(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// under is the type below a name, nil if there is none.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// namedOf is the type of an object or of what a pointer points to, if it has a name.
func namedOf(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}
