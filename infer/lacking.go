package infer

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// Lacks reports whether a package with annotations has a variable of which none speaks, although it may need one:
// functions write it, and it is a package variable, a field beside a lock or beside one with an annotation, or a
// variable of a function that a literal in it writes. It looks at the text, and analyses nothing.
func Lacks(pkg *packages.Package, annots *annot.Package) bool {
	l := &lacking{info: pkg.TypesInfo, scope: pkg.Types.Scope(), annots: annots, fields: map[*types.Var]bool{}}
	for _, obj := range pkg.TypesInfo.Defs {
		if name, ok := obj.(*types.TypeName); ok {
			l.noteFields(name.Type())
		}
	}
	return slices.ContainsFunc(pkg.Syntax, func(f *ast.File) bool {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && l.writes(fn.Body, nil) {
				return true
			}
		}
		return false
	})
}

// A lacking looks for variables without an annotation that are written.
type lacking struct {
	info   *types.Info
	scope  *types.Scope
	annots *annot.Package
	fields map[*types.Var]bool // those that may need one
}

// noteFields notes the fields of a struct that may need an annotation and have none.
func (l *lacking) noteFields(t types.Type) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	var without []*types.Var
	guarded := false
	for f := range st.Fields() {
		switch f = f.Origin(); {
		case memory.IsSync(f.Type()) || l.annots.Guards[f] != nil:
			guarded = true
		case !memory.IsAtomic(f.Type()):
			without = append(without, f)
		}
	}
	for _, f := range without {
		l.fields[f] = l.fields[f] || guarded
	}
}

// writes reports whether a body writes such a variable. The literal that it is the body of is lit; nil: none.
func (l *lacking) writes(body *ast.BlockStmt, lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || l.writes(n.Body, n)
			return false
		case *ast.AssignStmt:
			found = found || n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return l.lacks(e, lit) })
		case *ast.IncDecStmt:
			found = found || l.lacks(n.X, lit)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && l.lacks(n.X, lit)
		case *ast.CallExpr:
			found = found || l.lacks(l.receiver(n), lit) || slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return l.isChangeable(e) && l.lacks(e, lit) })
		}
		return !found
	})
	return found
}

// receiver returns the variable whose address a call of a method takes, s.buf of s.buf.WriteString("a"); nil if it takes none.
func (l *lacking) receiver(call *ast.CallExpr) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	method, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || method.Signature().Recv() == nil || l.isPointer(l.info.TypeOf(sel.X)) || !l.isPointer(method.Signature().Recv().Type()) {
		return nil
	}
	return sel.X
}

func (l *lacking) isPointer(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// isChangeable reports whether a function may change what the expression holds without its address.
func (l *lacking) isChangeable(e ast.Expr) bool {
	t := l.info.TypeOf(e)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// lacks reports whether an expression is a variable that may need an annotation and has none, or a part of one.
func (l *lacking) lacks(e ast.Expr, lit *ast.FuncLit) bool {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v, ok := l.info.Uses[x.Sel].(*types.Var); ok && (!v.IsField() && l.isBare(v, nil) || l.fields[v.Origin()]) {
				return true
			}
			e = x.X
		case *ast.Ident:
			v, ok := l.info.Uses[x].(*types.Var)
			return ok && l.isBare(v, lit)
		default:
			return false
		}
	}
}

// isBare reports whether a variable without annotation is one of the package, or one of a function that surrounds the literal.
func (l *lacking) isBare(v *types.Var, lit *ast.FuncLit) bool {
	if v.IsField() || l.annots.Guards[v] != nil || memory.IsSync(v.Type()) || memory.IsAtomic(v.Type()) {
		return false
	}
	return v.Parent() == l.scope || lit != nil && v.Parent() != nil && v.Parent() != l.scope && (v.Pos() < lit.Pos() || lit.End() < v.Pos())
}
