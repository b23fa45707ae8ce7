// Package unsafestrings takes type-checked packages and writes the conversions in them that make a string of the bytes
// of a slice without a copy, or the other way round, as conversions that copy.
//
// Package unsafe has two forms of each, of which one is as old as the language:
//
//	*(*string)(unsafe.Pointer(&b))                string(b)
//	unsafe.String(unsafe.SliceData(b), len(b))    string(b)
//	*(*[]byte)(unsafe.Pointer(&s))                []byte(s)
//	unsafe.Slice(unsafe.StringData(s), len(s))    []byte(s)
//
// The copy has the same bytes. That the others are shared, so that nobody may write them as long as they are used, is told by Shares.
package unsafestrings

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// Rewrite writes these conversions so, and calls of functions that do no more than to return one of their parameter. It
// changes the syntax of the packages, and adds to their types. A second time it finds nothing to do. Left as they are:
// conversions of anything but a variable or a field of one, and those of a part. Of packages that are not new the
// syntax is only read.
func Rewrite(pkgs, unseen []*packages.Package) {
	functions := map[*types.Func]*ast.CallExpr{}
	for _, p := range unseen {
		if p.Types != nil && p.Imports["unsafe"] != nil {
			r := &rewriter{pkg: p}
			r.replace(r.conversion)
		}
	}
	for _, p := range pkgs {
		r := &rewriter{pkg: p}
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					if ret := r.returned(fn); ret != nil {
						functions[p.TypesInfo.Defs[fn.Name].(*types.Func)] = ret
					}
				}
			}
		}
	}
	if len(functions) == 0 {
		return
	}
	for _, p := range unseen {
		r := &rewriter{pkg: p, functions: functions}
		r.replace(r.call)
		r.copyUnused()
	}
}

// copyUnused has those functions of the package copy that nobody calls any more: what they return is nobody's.
func (r *rewriter) copyUnused() {
	used := map[types.Object]bool{}
	for _, f := range r.pkg.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[r.pkg.TypesInfo.Uses[id]] = true
			}
			return true
		})
	}
	for fn, ret := range r.functions {
		if fn.Pkg() == r.pkg.Types && !fn.Exported() && !used[fn] {
			ret.Lparen = ret.Args[0].Pos()
		}
	}
}

// replace puts what to returns in the place of expressions.
func (r *rewriter) replace(to func(ast.Expr) ast.Expr) {
	for _, f := range r.pkg.Syntax {
		astutil.Apply(f, nil, func(c *astutil.Cursor) bool {
			if e, ok := c.Node().(ast.Expr); ok {
				if other := to(e); other != nil {
					c.Replace(other)
				}
			}
			return true
		})
	}
}

// Shares reports whether an expression is a conversion that Rewrite has written: what it makes shares its bytes with the operand.
func Shares(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && call.Lparen == call.Pos() // in what is written a type comes first
}

type rewriter struct {
	pkg       *packages.Package
	functions map[*types.Func]*ast.CallExpr // that return such a conversion of what they are passed
}

// returned returns the conversion that is all of a function, of its only parameter; nil if it is another function.
func (r *rewriter) returned(fn *ast.FuncDecl) *ast.CallExpr {
	if fn.Recv != nil || fn.Type.TypeParams != nil || fn.Type.Params.NumFields() != 1 || len(fn.Type.Params.List[0].Names) != 1 || fn.Type.Results.NumFields() != 1 || fn.Body == nil || len(fn.Body.List) != 1 {
		return nil
	}
	ret, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !Shares(ret.Results[0]) {
		return nil
	}
	call := ret.Results[0].(*ast.CallExpr)
	param, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok || r.pkg.TypesInfo.Uses[param] != r.pkg.TypesInfo.Defs[fn.Type.Params.List[0].Names[0]] {
		return nil
	}
	return call
}

// call returns the conversion that takes the place of a call of such a function, nil for any other expression.
func (r *rewriter) call(e ast.Expr) ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	var name *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return nil
	}
	fn, ok := r.pkg.TypesInfo.Uses[name].(*types.Func)
	if !ok || r.functions[fn] == nil {
		return nil
	}
	sig := fn.Signature()
	if t := r.pkg.TypesInfo.TypeOf(call.Args[0]); !types.Identical(t, sig.Params().At(0).Type()) { // a constant of no type yet, or what another call returns
		return nil
	}
	typ := "string"
	if isBytes(sig.Results().At(0).Type()) {
		typ = "[]byte"
	}
	if !types.Identical(sig.Results().At(0).Type(), map[string]types.Type{"string": types.Typ[types.String], "[]byte": types.NewSlice(types.Typ[types.Byte])}[typ]) {
		return nil
	}
	return r.convert(e, typ, call.Args[0], call)
}

// conversion returns the conversion that takes the place of an expression, nil for any other expression.
func (r *rewriter) conversion(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.StarExpr:
		return r.retyped(e)
	case *ast.CallExpr:
		if from := r.whole(e, "String", "SliceData", isBytes); from != nil {
			return r.convert(e, "string", from, e)
		}
		if from := r.whole(e, "Slice", "StringData", isString); from != nil {
			return r.convert(e, "[]byte", from, e)
		}
	}
	return nil
}

// retyped is conversion for *(*T)(unsafe.Pointer(&x)).
func (r *rewriter) retyped(e *ast.StarExpr) ast.Expr {
	outer, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || len(outer.Args) != 1 || !r.pkg.TypesInfo.Types[outer.Fun].IsType() {
		return nil
	}
	inner, ok := ast.Unparen(outer.Args[0]).(*ast.CallExpr)
	if !ok || len(inner.Args) != 1 || !r.pkg.TypesInfo.Types[inner.Fun].IsType() || r.pkg.TypesInfo.TypeOf(inner) != types.Typ[types.UnsafePointer] {
		return nil
	}
	addr, ok := ast.Unparen(inner.Args[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND || !r.isVariable(addr.X) {
		return nil
	}
	from, to := r.pkg.TypesInfo.TypeOf(addr.X), r.pkg.TypesInfo.TypeOf(e)
	switch {
	case isBytes(from) && types.Identical(to, types.Typ[types.String]):
		return r.convert(e, "string", addr.X, inner)
	case isString(from) && types.Identical(to, types.NewSlice(types.Typ[types.Byte])):
		return r.convert(e, "[]byte", addr.X, inner)
	}
	return nil
}

// whole returns the variable x of a call unsafe.String(unsafe.SliceData(x), len(x)), or of one with two other functions of package unsafe.
func (r *rewriter) whole(e *ast.CallExpr, makes, of string, is func(types.Type) bool) ast.Expr {
	if len(e.Args) != 2 || !r.calls(e, "unsafe."+makes) {
		return nil
	}
	data, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
	if !ok || len(data.Args) != 1 || !r.calls(data, "unsafe."+of) {
		return nil
	}
	n, ok := ast.Unparen(e.Args[1]).(*ast.CallExpr)
	if !ok || len(n.Args) != 1 || !r.calls(n, "len") {
		return nil
	}
	x := data.Args[0]
	if !is(r.pkg.TypesInfo.TypeOf(x)) || !r.isVariable(x) || !r.isVariable(n.Args[0]) || types.ExprString(x) != types.ExprString(n.Args[0]) {
		return nil
	}
	return x
}

// calls reports whether a call is one of a built-in function.
func (r *rewriter) calls(call *ast.CallExpr, name string) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		b, ok := r.pkg.TypesInfo.Uses[fun].(*types.Builtin)
		return ok && b.Name() == name
	case *ast.SelectorExpr:
		b, ok := r.pkg.TypesInfo.Uses[fun.Sel].(*types.Builtin)
		return ok && "unsafe."+b.Name() == name
	}
	return false
}

// isVariable reports whether an expression is a variable, or a field of one: it has the same value twice.
func (r *rewriter) isVariable(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := r.pkg.TypesInfo.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		sel := r.pkg.TypesInfo.Selections[e]
		return sel != nil && sel.Kind() == types.FieldVal && r.isVariable(e.X)
	}
	return false
}

// convert returns the conversion of x to a type, in the place of an expression. A value is some expression that is a
// value, and no variable.
func (r *rewriter) convert(e ast.Expr, typ string, x, value ast.Expr) ast.Expr {
	info := r.pkg.TypesInfo
	to, err := types.Eval(r.pkg.Fset, nil, token.NoPos, typ)
	if err != nil {
		return nil
	}
	var fun ast.Expr = r.named(e.Pos(), "string")
	if typ != "string" {
		fun = &ast.ArrayType{Lbrack: e.Pos(), Elt: r.named(e.Pos(), "byte")}
		info.Types[fun] = to
	}
	is := info.Types[value]
	is.Type = to.Type
	call := &ast.CallExpr{Fun: fun, Lparen: e.Pos(), Args: []ast.Expr{x}, Rparen: e.End() - 1}
	info.Types[call] = is
	return call
}

// named is the name of a basic type.
func (r *rewriter) named(at token.Pos, name string) *ast.Ident {
	id, obj := &ast.Ident{NamePos: at, Name: name}, types.Universe.Lookup(name)
	r.pkg.TypesInfo.Uses[id] = obj
	if tv, err := types.Eval(r.pkg.Fset, nil, token.NoPos, name); err == nil {
		r.pkg.TypesInfo.Types[id] = tv
	}
	return id
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}
