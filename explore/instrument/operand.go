package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An operand is an expression whose parts are evaluated, and which is itself not yet read: the place of a variable, or
// a value that is in no variable.
type operand struct {
	code    fragment
	pointer fragment // the place's address, where it has a shorter form than &code
	typ     types.Type
	place   bool // the operand is addressable
	shared  bool // another goroutine may reach the place
	use     use  // what annotations are concerned, if any are looked at
}

func (o operand) address() fragment {
	if o.pointer != nil {
		return o.pointer
	}
	return join("&", o.code)
}

// read writes the operand's value. Reading a shared place is a visible operation; n is what a trace shows for it.
func (r *rewriter) read(o operand, n ast.Node) fragment {
	if !o.place || !o.shared || r.empty(o.typ) {
		return o.code
	}
	return r.callOn(o, "Get", n, o.address())
}

// empty reports whether values of a type occupy no memory. Distinct variables of such a type may have one address.
func (r *rewriter) empty(t types.Type) bool {
	if hasTypeParam(t) {
		return false
	}
	return r.pkg.TypesSizes.Sizeof(t) == 0
}

func (r *rewriter) value(e ast.Expr) fragment { return r.read(r.operand(e), e) }

// operand rewrites an expression up to its last read.
func (r *rewriter) operand(e ast.Expr) operand {
	if o, ok := r.instead[e]; ok {
		return o
	}
	tv := r.info.Types[e]
	plain := func(f fragment) operand { return operand{code: f, typ: tv.Type} }
	if tv.Value != nil || tv.IsType() || tv.IsBuiltin() || tv.IsNil() {
		return plain(text(e))
	}
	switch e := e.(type) {
	case *ast.Ident:
		return r.ident(e)
	case *ast.ParenExpr:
		o := r.operand(e.X)
		o.code = join("(", o.code, ")")
		return o
	case *ast.SelectorExpr:
		return r.selector(e)
	case *ast.IndexExpr:
		return r.index(e)
	case *ast.IndexListExpr:
		return plain(text(e))
	case *ast.StarExpr:
		p := r.value(e.X)
		return operand{code: join("(*", p, ")"), pointer: p, typ: tv.Type, place: true, shared: true, use: use{object: true, of: tv.Type}}
	case *ast.UnaryExpr:
		return plain(r.unary(e))
	case *ast.SliceExpr:
		return plain(r.slice(e))
	case *ast.CallExpr:
		return plain(r.callExpr(e))
	case *ast.FuncLit:
		return plain(join(text(e.Type), span(e.Type.End(), e.Body.Pos()), r.body(e.Body, e.Type)))
	case *ast.TypeAssertExpr:
		if e.Type == nil { // the head of a type switch
			return plain(glue(e, childrenOf(e), func(ast.Node) fragment { return r.inside(e.X) }))
		}
	case *ast.CompositeLit:
		if f, ok := r.mapLiteral(e); ok {
			return plain(f)
		}
		return plain(r.composite(e))
	}
	return plain(glue(e, childrenOf(e), r.node))
}

func (r *rewriter) ident(e *ast.Ident) operand {
	o := operand{code: text(e), typ: r.info.TypeOf(e)}
	if v, ok := r.info.ObjectOf(e).(*types.Var); ok && !v.IsField() && e.Name != "_" {
		o.place, o.shared, o.use = true, r.shared.has(v), r.variableUse(v)
	}
	if fn, ok := r.info.Uses[e].(*types.Func); ok { // of a dot import, used as a value
		if f, ok := r.functionValue(fn, e); ok {
			return operand{code: f, typ: o.typ}
		}
	}
	return o
}

// selector rewrites x.f, be it a field, a method value, a method expression, or a name of another package.
func (r *rewriter) selector(e *ast.SelectorExpr) operand {
	sel := r.info.Selections[e]
	if sel == nil {
		return r.qualified(e)
	}
	switch sel.Kind() {
	case types.FieldVal:
		o := r.operand(e.X)
		return r.fields(o, sel, sel.Index(), e)
	case types.MethodExpr:
		if f, ok := r.functionValue(sel.Obj().(*types.Func), e); ok {
			return operand{code: f, typ: sel.Type()}
		}
		return operand{code: text(e), typ: sel.Type()}
	}
	return operand{code: r.methodValue(e, sel), typ: sel.Type()}
}

// qualified rewrites a name of another package.
func (r *rewriter) qualified(e *ast.SelectorExpr) operand {
	t := r.info.TypeOf(e)
	switch obj := r.info.Uses[e.Sel].(type) {
	case *types.Var:
		return operand{code: text(e), typ: t, place: true, shared: r.shared.has(obj), use: r.variableUse(obj)}
	case *types.Func:
		if f, ok := r.functionValue(obj, e); ok {
			return operand{code: f, typ: t}
		}
	}
	return operand{code: text(e), typ: t}
}

// fields selects the fields on path one after the other: what is selected through an embedded pointer is behind it.
// Where a name on the way belongs to another package, the last field alone is selected.
func (r *rewriter) fields(o operand, sel *types.Selection, path []int, e *ast.SelectorExpr) operand {
	chain := fieldsOn(sel.Recv(), path)
	last := e.Sel
	_, method := sel.Obj().(*types.Func)
	if method && !r.accessible(chain) {
		return o
	}
	if !method && !r.accessible(chain[:max(len(chain)-1, 0)]) {
		through := throughPointer(sel)
		if isPointer(o.typ) {
			o = operand{code: r.read(o, e.X), place: true}
		}
		return operand{code: join(o.code, ".", text(last)), typ: sel.Type(), place: o.place || through, shared: o.shared || through}
	}
	for i, f := range chain {
		name := join(".", f.Name())
		if !method && i == len(chain)-1 {
			name = join(".", text(last))
		}
		u := r.fieldUse(o, f)
		if isPointer(o.typ) {
			o = operand{code: join(r.read(o, e.X), name), typ: f.Type(), place: true, shared: true, use: u}
		} else {
			o = operand{code: join(o.code, name), typ: f.Type(), place: o.place, shared: o.shared, use: u}
		}
	}
	return o
}

// accessible reports whether all fields have names here.
func (r *rewriter) accessible(chain []*types.Var) bool {
	for _, f := range chain {
		if !f.Exported() && f.Pkg() != r.pkg.Types {
			return false
		}
	}
	return true
}

// fieldsOn returns the fields that a path of indices leads through.
func fieldsOn(t types.Type, path []int) []*types.Var {
	var out []*types.Var
	for _, i := range path {
		if p, ok := is[*types.Pointer](t); ok {
			t = p.Elem()
		}
		st, ok := is[*types.Struct](t)
		if !ok {
			break
		}
		f := st.Field(i)
		out = append(out, f)
		t = f.Type()
	}
	return out
}

func (r *rewriter) index(e *ast.IndexExpr) operand {
	t := r.info.TypeOf(e)
	if tv := r.info.Types[e.Index]; tv.IsType() { // an instantiation
		if fn := r.functionNamed(e.X); fn != nil {
			if f, ok := r.functionValue(fn, e); ok {
				return operand{code: f, typ: t}
			}
		}
		return operand{code: text(e), typ: t}
	}
	at := func(base, index fragment) fragment {
		return join(base, span(e.Lbrack, e.Lbrack+1), index, span(e.Rbrack, e.Rbrack+1))
	}
	switch u := coreType(r.info.TypeOf(e.X)).(type) {
	case *types.Slice:
		return operand{code: at(r.value(e.X), r.value(e.Index)), typ: t, place: true, shared: true}
	case *types.Pointer:
		return operand{code: at(r.value(e.X), r.value(e.Index)), typ: t, place: true, shared: true}
	case *types.Array:
		o := r.operand(e.X)
		if r.annotations != nil && r.annotations.guardedElements(o) {
			return r.item(o, e, t)
		}
		return operand{code: at(o.code, r.value(e.Index)), typ: t, place: o.place, shared: o.shared}
	case *types.Map:
		return operand{code: join(r.callOnMap(r.info.TypeOf(e.X), "M", e, r.value(e.X)), ".Get(", r.value(e.Index), ")"), typ: u.Elem()}
	}
	return operand{code: at(r.value(e.X), r.value(e.Index)), typ: t} // a string, or a type parameter without core type
}

func (r *rewriter) unary(e *ast.UnaryExpr) fragment {
	switch e.Op {
	case token.ARROW:
		return r.call("Recv", e, r.value(e.X))
	case token.AND:
		if lit, ok := unparen(e.X).(*ast.CompositeLit); ok {
			f := join("&", r.value(e.X)) // with the parentheses, which the head of a statement needs
			if r.named(r.info.TypeOf(lit)) {
				return join(r.rt+".New(", f, ")")
			}
			return f
		}
		o := r.operand(e.X)
		return o.address()
	}
	return glue(e, []ast.Node{e.X}, r.node)
}

func (r *rewriter) slice(e *ast.SliceExpr) fragment {
	return glue(e, childrenOf(e), func(n ast.Node) fragment {
		if n == e.X {
			if _, array := is[*types.Array](r.info.TypeOf(e.X)); array {
				return r.operand(e.X).code
			}
		}
		return r.node(n)
	})
}

func (r *rewriter) composite(e *ast.CompositeLit) fragment {
	t := r.info.TypeOf(e)
	if p, ok := is[*types.Pointer](t); ok { // &T is left out
		t = p.Elem()
	}
	_, fields := is[*types.Struct](t)
	if s, ok := is[*types.Slice](t); ok && r.nameAll && len(e.Elts) > 0 && !r.empty(s.Elem()) && e.Type != nil {
		return join(r.rt+".NewSlice(", r.elements(e, fields), ")")
	}
	return r.elements(e, fields)
}

// elements rewrites a composite literal with its elements.
func (r *rewriter) elements(e *ast.CompositeLit, fields bool) fragment {
	return glue(e, childrenOf(e), func(n ast.Node) fragment {
		if n == e.Type {
			return text(n)
		}
		if kv, ok := n.(*ast.KeyValueExpr); ok && fields {
			return join(span(kv.Pos(), kv.Value.Pos()), r.value(kv.Value))
		}
		return r.node(n)
	})
}

func hasTypeParam(t types.Type) bool { return containsTypeParam(t, map[types.Type]bool{}) }

func containsTypeParam(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if containsTypeParam(a, seen) {
				return true
			}
		}
		return false
	case *types.Array:
		return containsTypeParam(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			if containsTypeParam(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// named reports whether a variable of type t gets an identity where it is made.
func (r *rewriter) named(t types.Type) bool {
	return holdsObjects(t, nil) || r.nameAll && !r.empty(t)
}

// holdsObjects reports whether a value of type t contains objects that goroutines synchronise on.
func holdsObjects(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	if seen == nil {
		seen = map[types.Type]bool{}
	}
	seen[t] = true
	if isOfSync(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsObjects(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsObjects(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// isOfSync reports whether t is a type of package sync or sync/atomic.
func isOfSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync" || path == "sync/atomic"
}
