package inlining

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
)

// A cloner copies syntax, with what is known of its types. The copy has variables of its own, and stands in files of
// its own: places in it are told apart from those in the original. Messages have the place of the call for them, but
// for those in a function literal that is passed.
type cloner struct {
	*replacer
	call    token.Position
	files   map[*token.File]*token.File
	shown   map[*token.File]map[int]token.Position // by offset, what messages have
	passed  bool                                   // what is copied is a function literal that is passed
	objects map[types.Object]types.Object          // the variables of the copy
	exprs   map[types.Object]ast.Expr              // what takes the place of a variable
	run     map[ast.Expr]bool                      // of these, the functions: they are not copied
	at      token.Pos                              // if valid, where all of the copy stands
	last    map[ast.Stmt]bool                      // statements after which a function literal without results is at its end
	crooked bool                                   // a statement begins in one file and ends in another
}

var (
	posType   = reflect.TypeFor[token.Pos]()
	groupType = reflect.TypeFor[*ast.CommentGroup]()
	exprType  = reflect.TypeFor[ast.Expr]()
	stmtType  = reflect.TypeFor[ast.Stmt]()
)

// bind returns the statement that gives the copy of a parameter its value; without a name it only evaluates that.
func (c *cloner) bind(v *types.Var, arg ast.Expr) ast.Stmt {
	id := &ast.Ident{NamePos: arg.Pos(), Name: "_"}
	if v == nil {
		return &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: arg.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{arg}}
	}
	id.Name = v.Name()
	own := c.variable(v)
	own.(*types.Var).SetKind(types.LocalVar)
	c.info.Defs[id] = own
	spec := &ast.ValueSpec{Names: []*ast.Ident{id}, Values: []ast.Expr{arg}}
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: arg.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}}}
}

// variable returns the copy of a variable.
func (c *cloner) variable(v *types.Var) types.Object {
	if o := c.objects[v]; o != nil {
		return o
	}
	o := types.NewVar(c.pos(v.Pos()), v.Pkg(), v.Name(), v.Type())
	o.SetKind(v.Kind())
	if v.Parent() != nil { // a package's variables are those with the scope of the package
		types.NewScope(nil, token.NoPos, token.NoPos, "").Insert(o)
	}
	c.objects[v] = o
	return o
}

// pos returns a place in the copy.
func (c *cloner) pos(p token.Pos) token.Pos {
	if c.at.IsValid() {
		return c.at
	}
	f := c.fset.File(p)
	if !p.IsValid() || f == nil {
		return p
	}
	own := c.files[f]
	if own == nil {
		own = c.fset.AddFile(f.Name(), -1, f.Size())
		own.SetLines(f.Lines())
		c.files[f], c.shown[own] = own, map[int]token.Position{}
	}
	at := c.call
	if c.passed {
		at = c.fset.Position(p)
	}
	c.shown[own][f.Offset(p)] = at
	return token.Pos(own.Base()) + (p - token.Pos(f.Base()))
}

// show has the places in the copy shown as they are to be.
func (c *cloner) show() {
	for f, by := range c.shown {
		for _, offset := range slices.Sorted(maps.Keys(by)) {
			f.AddLineColumnInfo(offset, by[offset].Filename, by[offset].Line, by[offset].Column)
		}
	}
}

// stmt copies a statement.
func (c *cloner) stmt(s ast.Stmt) ast.Stmt {
	return c.copy(reflect.ValueOf(&s).Elem()).Interface().(ast.Stmt)
}

// placed returns what takes the place of a name.
func (c *cloner) placed(x ast.Expr, id *ast.Ident) ast.Expr {
	if c.run[x] {
		return x
	}
	there := &cloner{replacer: c.replacer, at: c.pos(id.Pos())}
	return there.copy(reflect.ValueOf(&x).Elem()).Interface().(ast.Expr)
}

// copy copies what a field of a node may hold.
func (c *cloner) copy(v reflect.Value) reflect.Value {
	switch {
	case v.Type() == posType:
		return reflect.ValueOf(c.pos(v.Interface().(token.Pos)))
	case v.Type() == groupType:
		return reflect.Zero(v.Type())
	}
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		if id, ok := v.Interface().(*ast.Ident); ok && v.Type() == exprType {
			if x := c.exprs[c.info.Uses[id]]; x != nil {
				return reflect.ValueOf(c.placed(x, id))
			}
		}
		if stmt, ok := v.Interface().(*ast.ExprStmt); ok && v.Type() == stmtType {
			if block := c.flat(stmt); block != nil {
				return reflect.ValueOf(block)
			}
		}
		return c.copy(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			all.Index(i).Set(c.copy(v.Index(i)))
		}
		return all
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		return c.node(v)
	}
	return v
}

// node copies a node, given the pointer to it.
func (c *cloner) node(v reflect.Value) reflect.Value {
	if lit, ok := v.Interface().(*ast.FuncLit); ok && len(lit.Body.List) > 0 && lit.Type.Results.NumFields() == 0 {
		c.last[lit.Body.List[len(lit.Body.List)-1]] = true
	}
	to := reflect.New(v.Type().Elem())
	c.declare(v.Interface())
	for i := range v.Elem().NumField() {
		if v.Type().Elem().Field(i).Name == "Obj" { // what a name stands for go/types knows
			continue
		}
		to.Elem().Field(i).Set(c.copy(v.Elem().Field(i)))
	}
	n := to.Interface().(ast.Node)
	c.straighten(n)
	c.note(v.Interface().(ast.Node), n)
	return to
}

// flat returns what takes the place of a statement that calls a function literal which is passed: a copy of its body,
// where that does the same; nil for other statements. If nothing comes after it, that may return, and defer calls.
func (c *cloner) flat(stmt *ast.ExprStmt) *ast.BlockStmt {
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || call.Ellipsis.IsValid() {
		return nil
	}
	id, ok := call.Fun.(*ast.Ident)
	if !ok || !c.run[c.exprs[c.info.Uses[id]]] {
		return nil
	}
	lit, ok := ast.Unparen(c.exprs[c.info.Uses[id]]).(*ast.FuncLit)
	if !ok || lit.Type.Results.NumFields() > 0 || c.info.TypeOf(lit).(*types.Signature).Variadic() || !c.mayMove(nil, lit.Body, c.last[stmt]) {
		return nil
	}
	params := c.names(lit.Type.Params)
	if len(params) != len(call.Args) {
		return nil
	}
	var args []ast.Expr
	for _, arg := range call.Args {
		args = append(args, c.copy(reflect.ValueOf(&arg).Elem()).Interface().(ast.Expr))
	}
	c.passed = true
	defer func() { c.passed = false }()
	block := &ast.BlockStmt{Lbrace: c.pos(lit.Body.Lbrace), Rbrace: c.pos(lit.Body.Rbrace)}
	for i, v := range params {
		block.List = append(block.List, c.bind(v, args[i]))
	}
	for _, s := range lit.Body.List {
		block.List = append(block.List, c.stmt(s))
	}
	return block
}

// straighten has the call of a function that has not been copied stand where that one does.
func (c *cloner) straighten(n ast.Node) {
	if len(c.run) == 0 {
		return
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		if c.run[n.Fun] {
			n.Lparen, n.Rparen = n.Fun.End()-1, n.Fun.End()-1
		}
	case *ast.GoStmt:
		if c.run[n.Call.Fun] {
			n.Go = n.Call.Pos()
		}
	}
	if stmt, ok := n.(ast.Stmt); ok && stmt.Pos() < stmt.End() {
		c.crooked = c.crooked || c.fset.File(stmt.Pos()) != c.fset.File(stmt.End())
	}
}

// declare makes the variables that a node declares.
func (c *cloner) declare(n any) {
	if id, ok := n.(*ast.Ident); ok {
		if v, ok := c.info.Defs[id].(*types.Var); ok {
			c.variable(v)
		}
	}
	if v, ok := c.info.Implicits[n.(ast.Node)].(*types.Var); ok {
		c.variable(v)
	}
}

// note notes of the copy of a node what is known of the node.
func (c *cloner) note(n, to ast.Node) {
	object := func(o types.Object) types.Object {
		if own := c.objects[o]; own != nil {
			return own
		}
		return o
	}
	if o, ok := c.info.Implicits[n]; ok {
		c.info.Implicits[to] = object(o)
	}
	if x, ok := n.(ast.Expr); ok {
		if tv, ok := c.info.Types[x]; ok {
			c.info.Types[to.(ast.Expr)] = tv
		}
	}
	switch x := n.(type) {
	case *ast.SelectorExpr:
		if sel, ok := c.info.Selections[x]; ok {
			c.info.Selections[to.(*ast.SelectorExpr)] = sel
		}
	case *ast.Ident:
		id := to.(*ast.Ident)
		if o, ok := c.info.Defs[x]; ok {
			c.info.Defs[id] = object(o)
		}
		if o, ok := c.info.Uses[x]; ok {
			c.info.Uses[id] = object(o)
		}
		if in, ok := c.info.Instances[x]; ok {
			c.info.Instances[id] = in
		}
	}
}
