package scalars

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// Names in syntax that a reader of the program is not to see begin with marks, which no source has in a name.
const (
	furtherMark = "\u2060" // of a variable that is declared with the first one
	wholeMark   = "\u2062" // of the type of a literal that stands where the whole struct was read
)

var (
	further = regexp.MustCompile(`, *` + furtherMark)
	whole   = regexp.MustCompile(wholeMark + `([^{]+)\{[^}]*\}`)
)

// Written returns the text of a piece of syntax as the source has it, given its text after the replacement.
func Written(text string) string {
	if !strings.Contains(text, furtherMark) && !strings.Contains(text, wholeMark) {
		return text
	}
	return further.ReplaceAllString(whole.ReplaceAllString(text, "$1"), "")
}

// declaration declares what takes the place of an aggregate, with the comment of that.
func declaration(a *aggregate, spec *ast.ValueSpec) *ast.DeclStmt {
	d := &ast.GenDecl{TokPos: a.decl.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}}
	if old, ok := a.decl.(*ast.DeclStmt); ok {
		d.Doc = old.Decl.(*ast.GenDecl).Doc
	}
	return &ast.DeclStmt{Decl: d}
}

// variable makes a variable that takes the place of an aggregate, or of a part of it. It is in a scope of its own, which nobody looks
// into, so that it is none of a package.
func (r *replacer) variable(a *aggregate, at token.Pos, name string, typ types.Type) *types.Var {
	v := types.NewVar(at, r.pkg.Types, name, typ)
	v.SetKind(types.LocalVar)
	types.NewScope(nil, token.NoPos, token.NoPos, "").Insert(v) // its name may be that of the aggregate
	return v
}

// define returns the name of a variable where it is declared.
func (r *replacer) define(v *types.Var) *ast.Ident {
	id := &ast.Ident{NamePos: v.Pos(), Name: v.Name()}
	r.info.Defs[id] = v
	return id
}

// use returns the name of a variable in the place of an expression.
func (r *replacer) use(v *types.Var, in ast.Expr) *ast.Ident {
	id := &ast.Ident{NamePos: in.Pos(), Name: v.Name()}
	r.info.Uses[id] = v
	tv := r.info.Types[in]
	tv.Type = v.Type()
	r.info.Types[id] = tv
	return id
}

// typeName returns a name for a type.
func (r *replacer) typeName(t types.Type, at token.Pos) *ast.Ident {
	id := &ast.Ident{NamePos: at, Name: types.TypeString(t, types.RelativeTo(r.pkg.Types))}
	if n, ok := types.Unalias(t).(interface{ Obj() *types.TypeName }); ok {
		r.info.Uses[id] = n.Obj()
	}
	r.info.Types[id] = r.isType(t)
	return id
}

// isType is what is known of an expression that names a type.
func (r *replacer) isType(t types.Type) types.TypeAndValue {
	tv, err := types.Eval(r.pkg.Fset, nil, token.NoPos, "int")
	if err != nil {
		panic(err) // it is in every scope
	}
	tv.Type = t
	return tv
}

// isValue is what is known of an expression that is a value.
func (r *replacer) isValue(t types.Type) types.TypeAndValue {
	tv, err := types.Eval(r.pkg.Fset, nil, token.NoPos, "len(string(rune(0)))")
	if err != nil {
		panic(err)
	}
	tv.Type, tv.Value = t, nil
	return tv
}

// builtin returns the name of a function, a type or nil, of those that are declared nowhere. A function, and nil, has the type here.
func (r *replacer) builtin(name string, at token.Pos, typ types.Type) *ast.Ident {
	id, obj := &ast.Ident{NamePos: at, Name: name}, types.Universe.Lookup(name)
	r.info.Uses[id] = obj
	if _, ok := obj.(*types.TypeName); ok {
		r.info.Types[id] = r.isType(obj.Type())
	} else {
		r.info.Types[id] = r.isValue(typ)
	}
	return id
}

// call returns the call of a function that is declared nowhere, or a conversion, in the place of another call.
func (r *replacer) call(in *ast.CallExpr, name string, result types.Type, args ...ast.Expr) *ast.CallExpr {
	var params []*types.Var
	for _, x := range args {
		params = append(params, types.NewParam(token.NoPos, nil, "", r.info.TypeOf(x).Underlying()))
	}
	results := types.NewTuple(types.NewParam(token.NoPos, nil, "", result))
	fun := r.builtin(name, in.Pos(), types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), results, false))
	call := &ast.CallExpr{Fun: fun, Lparen: in.Lparen, Args: args, Rparen: in.Rparen}
	r.info.Types[call] = r.isValue(result)
	return call
}

// printed returns the string that a function of package fmt makes of what another one was to write.
func (r *replacer) printed(in *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func) ast.Expr {
	name := &ast.Ident{NamePos: sel.Sel.Pos(), Name: fn.Name()}
	r.info.Uses[name] = fn
	fun := &ast.SelectorExpr{X: sel.X, Sel: name}
	r.info.Types[name], r.info.Types[fun] = r.isValue(fn.Type()), r.isValue(fn.Type())
	call := &ast.CallExpr{Fun: fun, Lparen: in.Lparen, Args: in.Args[1:], Ellipsis: in.Ellipsis, Rparen: in.Rparen}
	r.info.Types[call] = r.isValue(types.Typ[types.String])
	return call
}

// add returns the statement that appends the elements of x, a string or bytes, to the bytes of a buffer.
func (r *replacer) add(a *aggregate, in *ast.CallExpr, x ast.Expr) ast.Stmt {
	call := r.call(in, "append", bytesType, r.use(a.vars[0], in), x)
	call.Ellipsis = in.Rparen
	fun := call.Fun.(*ast.Ident)
	sig := r.info.TypeOf(fun).(*types.Signature)
	r.info.Types[fun] = r.isValue(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), true))
	return r.assign(a, in, call)
}

// addByte returns the statement that appends a byte.
func (r *replacer) addByte(a *aggregate, in *ast.CallExpr, x ast.Expr) ast.Stmt {
	call := r.call(in, "append", bytesType, r.use(a.vars[0], in), x)
	last := types.NewParam(token.NoPos, nil, "", bytesType)
	params, results := types.NewTuple(types.NewParam(token.NoPos, nil, "", bytesType), last), types.NewTuple(types.NewParam(token.NoPos, nil, "", bytesType))
	r.info.Types[call.Fun] = r.isValue(types.NewSignatureType(nil, nil, nil, params, results, true))
	return r.assign(a, in, call)
}

// assign returns an assignment to the bytes of a buffer.
func (r *replacer) assign(a *aggregate, in *ast.CallExpr, x ast.Expr) ast.Stmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{r.use(a.vars[0], in)}, TokPos: in.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{x}}
}
