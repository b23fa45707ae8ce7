// Package gostatements takes type-checked packages and gives the go statements in them that name a function of
// elsewhere a function literal that calls it.
//
// A go statement may name a function of which the body is not at hand, such as http.Serve. Then the new goroutine runs
// nothing that can be checked by itself. The same goroutine with a function literal can:
//
//	go http.Serve(l, nil)
//	go func(l net.Listener) { http.Serve(l, nil) }(l)
//
// Both evaluate the same before the goroutine starts: the receiver and the arguments (The Go Programming Language
// Specification, Go statements). What is constant, and a function literal, stays where it is.
package gostatements

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Wrap gives each go statement of a function that none of the packages declares a function literal that calls it. The
// literal has the place of the call. It changes the syntax of the packages, and adds to their types. A second time it
// finds nothing to do. Left as they are: methods of interfaces, what package sync declares, and calls whose arguments
// are the results of another call.
func Wrap(pkgs []*packages.Package) {
	at := map[string]bool{"sync": true, "sync/atomic": true}
	for _, p := range pkgs {
		at[p.PkgPath] = true
	}
	for _, p := range pkgs {
		w := &wrapper{pkg: p.Types, info: p.TypesInfo}
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				if g, ok := n.(*ast.GoStmt); ok && w.isForeign(g.Call, at) {
					g.Call = w.wrap(g.Call)
				}
				return true
			})
		}
	}
}

// Call returns the call in a function literal that Wrap has made, and false for any other literal.
func Call(lit *ast.FuncLit) (*ast.CallExpr, bool) {
	if lit.Body.Lbrace != lit.Type.Params.Opening { // in a literal that is written one comes before the other
		return nil, false
	}
	return lit.Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr), true
}

// A wrapper makes the literals for one package.
type wrapper struct {
	pkg  *types.Package
	info *types.Info
}

// isForeign reports whether a call is one of a function that is declared elsewhere.
func (w *wrapper) isForeign(call *ast.CallExpr, at map[string]bool) bool {
	var name *ast.Ident
	named := ast.Unparen(call.Fun)
	switch fun := named.(type) { // type arguments
	case *ast.IndexExpr:
		named = fun.X
	case *ast.IndexListExpr:
		named = fun.X
	}
	switch fun := named.(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
	default:
		return false
	}
	fn, ok := w.info.Uses[name].(*types.Func)
	if !ok || fn.Pkg() == nil || at[fn.Pkg().Path()] {
		return false
	}
	sig := fn.Signature()
	if sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) {
		return false
	}
	if len(call.Args) == 1 {
		if _, isTuple := w.info.TypeOf(call.Args[0]).(*types.Tuple); isTuple {
			return false
		}
	}
	return true
}

// wrap returns the call of a literal that does what call does.
func (w *wrapper) wrap(call *ast.CallExpr) *ast.CallExpr {
	lit := &ast.FuncLit{Type: &ast.FuncType{Func: call.Pos(), Params: &ast.FieldList{Opening: call.Lparen, Closing: call.Lparen}}}
	outer := &ast.CallExpr{Fun: lit, Lparen: call.Lparen, Rparen: call.Rparen}
	inner := &ast.CallExpr{Fun: call.Fun, Lparen: call.Lparen, Ellipsis: call.Ellipsis, Rparen: call.Rparen}
	var params []*types.Var
	pass := func(arg ast.Expr, name string) *ast.Ident {
		v := types.NewParam(arg.Pos(), w.pkg, name, w.info.TypeOf(arg))
		params = append(params, v)
		def := &ast.Ident{Name: name} // nobody wrote it
		w.info.Defs[def] = v
		lit.Type.Params.List = append(lit.Type.Params.List, &ast.Field{Names: []*ast.Ident{def}, Type: &ast.Ident{Name: v.Type().String()}})
		outer.Args = append(outer.Args, arg)
		use := &ast.Ident{NamePos: arg.Pos(), Name: name}
		w.info.Uses[use] = v
		w.setType(use, call.Fun, v.Type())
		return use
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && w.info.Selections[sel] != nil && w.info.Selections[sel].Kind() == types.MethodVal {
		inner.Fun = w.onReceiver(sel, pass)
	}
	sig := types.Unalias(w.info.TypeOf(call.Fun)).Underlying().(*types.Signature)
	for i, arg := range call.Args {
		_, isLit := ast.Unparen(arg).(*ast.FuncLit) // which is known where it stands, and not as a parameter
		if tv := w.info.Types[arg]; isLit || tv.Value != nil || tv.IsNil() {
			inner.Args = append(inner.Args, arg)
			continue
		}
		inner.Args = append(inner.Args, pass(arg, w.argumentName(arg, sig, i)))
	}
	w.info.Types[inner] = w.info.Types[call]
	lit.Body = &ast.BlockStmt{Lbrace: call.Lparen, List: []ast.Stmt{&ast.ExprStmt{X: inner}}, Rbrace: call.Rparen}
	for _, x := range []ast.Expr{lit, lit.Type} {
		w.setType(x, call.Fun, types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), nil, false))
	}
	w.info.Types[outer] = w.info.Types[call]
	return outer
}

// onReceiver passes the receiver of a method, by its address where the method wants that, and returns the method of the parameter.
func (w *wrapper) onReceiver(sel *ast.SelectorExpr, pass func(ast.Expr, string) *ast.Ident) ast.Expr {
	recv := sel.X
	selection := w.info.Selections[sel]
	_, wantsAddress := types.Unalias(selection.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer)
	t := w.info.TypeOf(recv)
	if _, isPointer := t.Underlying().(*types.Pointer); wantsAddress && !isPointer && !selection.Indirect() {
		recv = &ast.UnaryExpr{OpPos: recv.Pos(), Op: token.AND, X: recv}
		w.setType(recv, sel, types.NewPointer(t))
	}
	method := &ast.SelectorExpr{X: pass(recv, w.argumentName(sel.X, nil, 0)), Sel: sel.Sel}
	w.info.Selections[method] = selection
	w.info.Types[method] = w.info.Types[sel]
	return method
}

// setType notes the type of a new expression, which has a value as arguments have.
func (w *wrapper) setType(x, like ast.Expr, t types.Type) {
	tv := w.info.Types[like]
	tv.Type = t
	w.info.Types[x] = tv
}

// argumentName returns the name of the parameter for an argument: that of a variable there, or what the function calls
// it, or one by its type.
func (w *wrapper) argumentName(arg ast.Expr, sig *types.Signature, i int) string {
	switch x := ast.Unparen(arg).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return w.argumentName(x.X, sig, i)
		}
	}
	if sig != nil && sig.Params().Len() > 0 {
		if name := sig.Params().At(min(i, sig.Params().Len()-1)).Name(); name != "" && name != "_" {
			return name
		}
	}
	t := types.Unalias(w.info.TypeOf(arg))
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return strings.ToLower(n.Obj().Name()[:1]) + n.Obj().Name()[1:]
	}
	return "arg"
}
