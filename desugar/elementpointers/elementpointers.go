// Package elementpointers takes type-checked packages and writes the elements of slices in the place of pointers to
// them, in function literals that goroutines run.
//
// A goroutine may get the element that it writes by a pointer. Which element that is only the slice and the index tell:
//
//	r := &out[i]                 r := &out[i]
//	wg.Go(func() { r.n = 1 })    wg.Go(func() { (&out[i]).n = 1 })
//
//	go func(r *T) { r.n = 1 }(&out[i])
//	_ = &out[i]; go func() { (&out[i]).n = 1 }()
//
// Both are the same if the pointer, the slice and the index are variables that nobody assigns to again, or the index is
// a constant: &out[i] is the same pointer at any time, and where it was evaluated once it does not panic.
package elementpointers

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// Replace writes the elements in the place of such pointers. It changes the syntax of the packages, and adds to their
// types. Left as they are: pointers to elements of arrays, and of slices that are no variables of a function.
func Replace(pkgs []*packages.Package) {
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					r := &replacer{info: p.TypesInfo, lasting: lastingIn(p.TypesInfo, f, fn), pointers: map[types.Object]*element{}}
					r.passed(fn.Body)
					r.declared(fn.Body)
					r.started(fn.Body)
				}
			}
		}
	}
}

// An element is the address of one, as it is written: &out[i].
type element struct {
	address *ast.UnaryExpr
	at      *ast.IndexExpr
	slice   *ast.Ident
}

// A replacer replaces the pointers of one function.
type replacer struct {
	info     *types.Info
	lasting  *lasting
	pointers map[types.Object]*element
}

// declared notes the variables that are declared as pointers to elements, and that last.
func (r *replacer) declared(body *ast.BlockStmt) {
	note := func(name *ast.Ident, x ast.Expr) {
		if v := r.info.Defs[name]; v != nil && r.lasting.is(v) {
			if e := r.element(x); e != nil {
				r.pointers[v] = e
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, x := range n.Lhs {
				if name, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
					note(name, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Names) == len(n.Values) && n.Type == nil {
					note(name, n.Values[i])
				}
			}
		}
		return true
	})
}

// element returns the element of which an expression is the address, if it is the same at any time; else nil.
func (r *replacer) element(x ast.Expr) *element {
	address, ok := ast.Unparen(x).(*ast.UnaryExpr)
	if !ok || address.Op != token.AND {
		return nil
	}
	at, ok := ast.Unparen(address.X).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	slice, ok := ast.Unparen(at.X).(*ast.Ident)
	if !ok || !r.lasting.names(slice) {
		return nil
	}
	if _, isSlice := r.info.TypeOf(slice).Underlying().(*types.Slice); !isSlice {
		return nil
	}
	switch index := ast.Unparen(at.Index).(type) {
	case *ast.Ident:
		if !r.lasting.names(index) {
			return nil
		}
	case *ast.BasicLit:
	default:
		return nil
	}
	return &element{address, at, slice}
}

// started replaces the pointers in the literals that goroutines run.
func (r *replacer) started(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
				r.replace(lit.Body)
			}
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" && len(n.Args) == 1 {
				if lit, ok := ast.Unparen(n.Args[0]).(*ast.FuncLit); ok {
					r.replace(lit.Body)
				}
			}
		}
		return true
	})
}

// replace writes elements in the place of the pointers in the body of a literal.
func (r *replacer) replace(body *ast.BlockStmt) {
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.StarExpr:
			if name, ok := ast.Unparen(n.X).(*ast.Ident); ok && r.pointers[r.info.Uses[name]] != nil {
				c.Replace(r.write(r.pointers[r.info.Uses[name]], name))
				return false
			}
		case *ast.Ident:
			if e := r.pointers[r.info.Uses[n]]; e != nil {
				c.Replace(r.address(e, n))
				return false
			}
		}
		return true
	}, nil)
}

// write returns an element in the place of a name.
func (r *replacer) write(e *element, name *ast.Ident) ast.Expr {
	at := &ast.IndexExpr{X: r.ident(e.slice, name), Lbrack: name.Pos(), Rbrack: name.Pos()}
	switch index := ast.Unparen(e.at.Index).(type) {
	case *ast.Ident:
		at.Index = r.ident(index, name)
	case *ast.BasicLit:
		at.Index = &ast.BasicLit{ValuePos: name.Pos(), Kind: index.Kind, Value: index.Value}
		r.info.Types[at.Index] = r.info.Types[index]
	}
	r.info.Types[at] = r.info.Types[e.at]
	return at
}

// address returns its address.
func (r *replacer) address(e *element, name *ast.Ident) ast.Expr {
	address := &ast.UnaryExpr{OpPos: name.Pos(), Op: token.AND, X: r.write(e, name)}
	paren := &ast.ParenExpr{Lparen: name.Pos(), X: address, Rparen: name.Pos()}
	r.info.Types[address], r.info.Types[paren] = r.info.Types[e.address], r.info.Types[e.address]
	return paren
}

// ident returns another use of a variable, in the place of a name.
func (r *replacer) ident(of, name *ast.Ident) *ast.Ident {
	use := &ast.Ident{NamePos: name.Pos(), Name: of.Name}
	r.info.Uses[use] = r.info.Uses[of]
	r.info.Types[use] = r.info.Types[of]
	return use
}
