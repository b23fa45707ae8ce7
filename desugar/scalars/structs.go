package scalars

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// structs has a variable for each field.
type structs struct{ typ *types.Struct }

// structured returns how a struct is replaced; nil if it is not: one that is embedded has methods, and a field without a name has no variable.
func (r *replacer) structured(a *aggregate) replacement {
	s, ok := a.typ.Underlying().(*types.Struct)
	if !ok || s.NumFields() == 0 || !r.isZero(a.init) && r.literal(a, a.init, s) == nil {
		return nil
	}
	for f := range s.Fields() {
		if f.Embedded() || f.Name() == "_" || !f.Exported() && f.Pkg() != r.pkg.Types || isLock(f.Type()) {
			return nil
		}
	}
	if s.NumFields() > int(end(a)-a.name.Pos()) { // each variable has a position of its own
		return nil
	}
	return structs{s}
}

// end returns where a declaration ends, but for values that a literal gives to fields: these may declare variables of their own.
func end(a *aggregate) token.Pos {
	end := a.decl.End()
	ast.Inspect(a.decl, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			end = min(end, lit.Lbrace)
		}
		return true
	})
	return end
}

// isZero reports whether an aggregate that is declared with x is zero.
func (r *replacer) isZero(x ast.Expr) bool {
	if x == nil {
		return true
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && r.info.Uses[id] == types.Universe.Lookup("new") && r.info.Types[call.Args[0]].IsType()
}

// literal returns the values that a literal of the struct, or the address of one, gives to fields; nil if x is none.
func (r *replacer) literal(a *aggregate, x ast.Expr, s *types.Struct) map[string]ast.Expr {
	x = ast.Unparen(x)
	if address, ok := x.(*ast.UnaryExpr); ok && address.Op == token.AND {
		x = ast.Unparen(address.X)
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok || !types.Identical(r.info.TypeOf(lit), a.typ) {
		return nil
	}
	values := map[string]ast.Expr{}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			values[kv.Key.(*ast.Ident).Name] = kv.Value
		} else {
			values[s.Field(i).Name()] = e
		}
	}
	return values
}

func (form structs) plan(r *replacer, a *aggregate) bool {
	for _, u := range a.uses {
		if !form.selects(r, a, u) && !form.reads(r, a, u) {
			return false
		}
	}
	for i := range form.typ.NumFields() {
		f := form.typ.Field(i)
		a.vars = append(a.vars, r.variable(a, a.name.Pos()+token.Pos(i), a.v.Name()+"."+f.Name(), f.Type()))
	}
	a.at[a.decl] = func() ast.Node { return form.declare(r, a) }
	a.after = func() []ast.Stmt { return form.set(r, a) }
	return true
}

// selects reports whether a use selects a field, and nothing takes its address.
func (form structs) selects(r *replacer, a *aggregate, u *use) bool {
	parent, _ := u.parent(0)
	sel, ok := parent.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	field := r.info.Selections[sel]
	if field == nil || field.Kind() != types.FieldVal || len(field.Index()) != 1 {
		return false
	}
	switch around, _ := u.parent(1); around := around.(type) {
	case *ast.UnaryExpr:
		if around.Op == token.AND {
			return false
		}
	case *ast.SelectorExpr: // a method may get its address, and so may what is done with a field of it
		if _, isPointer := field.Type().Underlying().(*types.Pointer); !isPointer && !types.IsInterface(field.Type()) && !r.callsOnCopy(around) {
			return false
		}
	case *ast.SliceExpr, *ast.IndexExpr:
		if _, isArray := field.Type().Underlying().(*types.Array); isArray {
			return false
		}
	case *ast.RangeStmt:
		if around.Key == sel || around.Value == sel {
			return false
		}
	}
	index := field.Index()[0]
	a.at[sel] = func() ast.Node { return r.use(a.vars[index], sel) }
	return true
}

// callsOnCopy reports whether a selector selects a method that gets a copy.
func (r *replacer) callsOnCopy(sel *ast.SelectorExpr) bool {
	method := r.info.Selections[sel]
	if method == nil || method.Kind() != types.MethodVal || len(method.Index()) != 1 {
		return false
	}
	recv := method.Obj().(*types.Func).Signature().Recv()
	_, isPointer := recv.Type().Underlying().(*types.Pointer)
	return !isPointer
}

// reads reports whether a use reads the whole struct as a value.
func (form structs) reads(r *replacer, a *aggregate, u *use) bool {
	parent, child := u.parent(0)
	value, isExpr := child.(ast.Expr)
	if _, isPointer := types.Unalias(a.v.Type()).(*types.Pointer); isPointer {
		star, ok := parent.(*ast.StarExpr)
		if !ok {
			return false
		}
		value = star
		parent, child = u.parent(1)
	}
	if !isExpr {
		return false
	}
	switch parent := parent.(type) {
	case *ast.ReturnStmt, *ast.ValueSpec:
	case *ast.CallExpr:
		if parent.Fun == child {
			return false
		}
	case *ast.AssignStmt:
		for _, x := range parent.Lhs {
			if x == child {
				return false
			}
		}
	case *ast.KeyValueExpr:
		if parent.Value != child {
			return false
		}
	case *ast.SendStmt:
		if parent.Value != child {
			return false
		}
	default:
		return false
	}
	a.at[value] = func() ast.Node { return form.whole(r, a, value) }
	return true
}

// whole returns the struct as a value, in the place of an expression.
func (form structs) whole(r *replacer, a *aggregate, at ast.Expr) ast.Expr {
	typ := r.typeName(a.typ, at.Pos())
	typ.Name = wholeMark + types.ExprString(at)
	lit := &ast.CompositeLit{Type: typ, Lbrace: at.Pos(), Rbrace: at.End() - 1}
	for i, v := range a.vars {
		key := &ast.Ident{NamePos: at.Pos(), Name: form.typ.Field(i).Name()}
		r.info.Uses[key] = form.typ.Field(i)
		value := r.use(v, at)
		value.Name = a.v.Name()
		lit.Elts = append(lit.Elts, &ast.KeyValueExpr{Key: key, Colon: at.Pos(), Value: value})
	}
	tv := r.info.Types[at]
	tv.Type = a.typ
	r.info.Types[lit] = tv
	return lit
}

// declare declares the variables together, so that an annotation of the struct is one of all fields.
func (form structs) declare(r *replacer, a *aggregate) *ast.DeclStmt {
	spec := &ast.ValueSpec{Type: r.typeName(a.v.Type(), a.name.Pos())}
	for i, v := range a.vars {
		name := r.define(v)
		if name.Name = a.v.Name(); i > 0 {
			name.Name = furtherMark
		}
		spec.Names = append(spec.Names, name)
	}
	return declaration(a, spec)
}

// set returns the statements that give the fields their values, in the order in which these stand in the literal.
func (form structs) set(r *replacer, a *aggregate) []ast.Stmt {
	values := r.literal(a, a.init, form.typ)
	var all []ast.Stmt
	for i, v := range a.vars {
		if x := values[form.typ.Field(i).Name()]; x != nil {
			all = append(all, &ast.AssignStmt{Lhs: []ast.Expr{r.use(v, x)}, TokPos: x.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{x}})
		}
	}
	slices.SortStableFunc(all, func(x, y ast.Stmt) int { return cmp.Compare(x.Pos(), y.Pos()) })
	return all
}
