package elementpointers

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// passed takes the arguments of go statements that are such addresses out of the calls, if the parameters of the
// literals last. The literals capture the slice and the index instead. Each address is evaluated before the statement,
// as it may panic.
func (r *replacer) passed(body *ast.BlockStmt) {
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		start, ok := c.Node().(*ast.GoStmt)
		if !ok || c.Index() < 0 { // one with a label
			return true
		}
		lit, ok := ast.Unparen(start.Call.Fun).(*ast.FuncLit)
		if !ok {
			return true
		}
		for _, x := range r.take(lit, start.Call) {
			blank := &ast.Ident{NamePos: x.Pos(), Name: "_"}
			c.InsertBefore(&ast.AssignStmt{Lhs: []ast.Expr{blank}, TokPos: x.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{x}})
		}
		return true
	}, nil)
}

// take takes parameters of a literal that are pointers to elements, and last, from it and from its call. It notes what
// they point to, and returns the arguments.
func (r *replacer) take(lit *ast.FuncLit, call *ast.CallExpr) (taken []ast.Expr) {
	sig, ok := r.info.TypeOf(lit).(*types.Signature)
	if !ok || sig.Variadic() || sig.Params().Len() != len(call.Args) {
		return nil
	}
	var fields []*ast.Field
	var vars []*types.Var
	var args []ast.Expr
	for _, f := range lit.Type.Params.List {
		if len(f.Names) == 0 {
			return nil
		}
		rest := &ast.Field{Doc: f.Doc, Type: f.Type, Tag: f.Tag, Comment: f.Comment}
		for _, name := range f.Names {
			v, arg := sig.Params().At(len(vars)+len(taken)), call.Args[len(vars)+len(taken)]
			if e := r.element(arg); e != nil && r.lasting.is(v) && types.Identical(v.Type(), r.info.TypeOf(arg)) {
				r.pointers[v] = e
				taken = append(taken, arg)
				continue
			}
			rest.Names = append(rest.Names, name)
			vars, args = append(vars, v), append(args, arg)
		}
		if len(rest.Names) > 0 {
			fields = append(fields, rest)
		}
	}
	if len(taken) == 0 {
		return nil
	}
	lit.Type.Params.List, call.Args = fields, args
	without := types.NewSignatureType(nil, nil, nil, types.NewTuple(vars...), sig.Results(), false)
	for _, x := range []ast.Expr{lit, lit.Type, call.Fun} {
		tv := r.info.Types[x]
		tv.Type = without
		r.info.Types[x] = tv
	}
	return taken
}
