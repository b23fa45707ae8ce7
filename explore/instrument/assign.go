package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
)

// Assignments proceed as the specification has it, in two phases: the operands of index expressions and pointer
// indirections on the left and the expressions on the right are evaluated in the usual order; then the assignments
// happen from left to right. Only the latter publishes the writes, each right before it happens.

// A target is the left side of an assignment with its operands evaluated.
type target struct {
	direct fragment                // what to assign to; nil if the assignment is a visible operation
	set    func(fragment) fragment // otherwise: writes the assignment of a value
}

// target prepares an assignment to e; n is what a trace shows for it.
func (r *rewriter) target(e ast.Expr, n ast.Node, from types.Type) target {
	if isBlank(e) {
		return target{direct: text(e)}
	}
	if ix, ok := r.mapIndex(e); ok {
		m, k := r.value(ix.X), r.value(ix.Index)
		return target{set: func(v fragment) fragment {
			return join(r.callOnMap(r.info.TypeOf(ix.X), "M", n, m), ".Set(", k, ", ", v, ")")
		}}
	}
	o := r.operand(e)
	if !o.shared || r.empty(o.typ) {
		return target{direct: o.code}
	}
	if from != nil && types.Identical(from, o.typ) {
		return target{set: func(v fragment) fragment { return r.callOn(o, "Set", n, o.address(), v) }}
	}
	return target{set: func(v fragment) fragment { return join(r.callOn(o, "At", n, o.address()), ".Set(", v, ")") }}
}

func (t target) assign(v fragment) fragment {
	if t.direct != nil {
		return join(t.direct, " = ", v)
	}
	return t.set(v)
}

// mapIndex returns e as an element of a map.
func (r *rewriter) mapIndex(e ast.Expr) (*ast.IndexExpr, bool) {
	ix, ok := unparen(e).(*ast.IndexExpr)
	if !ok || r.info.Types[ix.Index].IsType() {
		return nil, false
	}
	_, ok = is[*types.Map](r.info.TypeOf(ix.X))
	return ix, ok
}

// settle evaluates the operands of e, the left side of an assignment, into new variables, so that what is left of e
// neither calls nor waits. Variables that nothing else can change in the meantime stay as they are.
func (r *rewriter) settle(e ast.Expr) []fragment {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.settle(e.X)
	case *ast.StarExpr:
		return r.keep(e.X)
	case *ast.IndexExpr:
		var out []fragment
		if _, array := is[*types.Array](r.info.TypeOf(e.X)); array {
			out = r.settle(e.X)
		} else {
			out = r.keep(e.X)
		}
		return append(out, r.keep(e.Index)...)
	case *ast.SelectorExpr:
		sel := r.info.Selections[e]
		switch {
		case sel == nil:
			return nil
		case throughPointer(sel):
			return r.keep(e.X)
		}
		return r.settle(e.X)
	}
	return nil
}

// keep evaluates e into a new variable, which stands for it from then on.
func (r *rewriter) keep(e ast.Expr) []fragment {
	if !r.keepable(e) {
		return nil
	}
	v, ok := r.alone(e)
	if !ok {
		return nil
	}
	t := r.temp()
	pre := join(t, " := ", v)
	r.instead[e] = operand{code: join(t), typ: r.info.TypeOf(e), place: true}
	return []fragment{pre}
}

// keepable is false for what has the same value whenever it is evaluated, and for types and the like.
func (r *rewriter) keepable(e ast.Expr) bool {
	tv := r.info.Types[e]
	if tv.Value != nil || tv.IsType() || tv.IsNil() || tv.IsBuiltin() {
		return false
	}
	if _, done := r.instead[e]; done {
		return false
	}
	if _, lit := unparen(e).(*ast.FuncLit); lit {
		return false
	}
	return true
}

// converted makes an untyped value that is not constant, such as a comparison, the type that it takes where it stands.
func (r *rewriter) converted(e ast.Expr, v fragment) fragment {
	t := r.info.TypeOf(e)
	if b, ok := t.(*types.Basic); ok && (b.Kind() == types.Int || b.Info()&types.IsBoolean != 0) || !untyped(r.info, e) {
		return v // it takes that type anyway
	}
	if s, ok := r.typeText(t, e); ok {
		return join("("+s+")(", v, ")")
	}
	return v
}

// alone is the value of e where no context gives it a type. A literal whose type is left out may have one that has no name here.
func (r *rewriter) alone(e ast.Expr) (fragment, bool) {
	if lit, ok := unparen(e).(*ast.CompositeLit); ok && lit.Type == nil {
		if !r.hasText(r.info.TypeOf(lit), lit) {
			return nil, false
		}
		return r.typed(lit), true
	}
	return r.converted(e, r.value(e)), true
}

// untyped reports whether e has a comparison or a shift of a constant: these take the type that the context asks for.
func untyped(info *types.Info, e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		case token.SHL, token.SHR:
			return info.Types[e.X].Value != nil
		}
		return untyped(info, e.X) || untyped(info, e.Y)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && untyped(info, e.X)
	}
	return false
}

// assign rewrites an assignment into one statement or several. The last result says that the first of them declares
// variables, so that no block may be put around them.
func (r *rewriter) assign(s *ast.AssignStmt) (out []fragment, declares bool) {
	switch {
	case s.Tok == token.DEFINE:
		var pre []fragment
		if !r.inHead {
			pre = r.hoistFromValues(s.Rhs)
		}
		list, declares := r.define(s)
		return append(pre, list...), declares
	case s.Tok != token.ASSIGN:
		pre := r.hoist(nil, []ast.Expr{s.Lhs[0], s.Rhs[0]})
		return append(pre, r.assignOp(s, s.Lhs[0], binaryOp(s.Tok), r.value(s.Rhs[0]))...), false
	case len(s.Lhs) != len(s.Rhs):
		return append(r.hoistFromValues(s.Rhs), r.assignMany(s)...), false
	case len(s.Lhs) == 1:
		return append(r.hoist(s.Lhs, s.Rhs), r.assignOne(s, s.Lhs[0], s.Rhs[0])...), false
	}
	return append(r.hoist(s.Lhs, s.Rhs), r.assignMany(s)...), false
}

// binaryOp turns += into +.
func binaryOp(t token.Token) token.Token { return t - token.ADD_ASSIGN + token.ADD }

// define rewrites x, y := ... . Among the variables may be some that exist already.
func (r *rewriter) define(s *ast.AssignStmt) ([]fragment, bool) {
	left := make([]fragment, len(s.Lhs))
	var after []fragment
	for i, e := range s.Lhs {
		left[i] = text(e)
		if id := e.(*ast.Ident); r.info.Defs[id] != nil || isBlank(e) {
			after = append(after, r.declared(id)...)
			continue
		}
		if t := r.target(e, s, nil); t.direct == nil {
			v := r.temp()
			left[i] = join(v)
			after = append(after, t.set(join(v)))
		}
	}
	var f fragment
	for i := range left {
		if i > 0 {
			f = append(f, span(s.Lhs[i-1].End(), s.Lhs[i].Pos())...)
		}
		f = append(f, left[i]...)
	}
	f = append(f, span(s.Lhs[len(s.Lhs)-1].End(), s.Rhs[0].Pos())...)
	return append([]fragment{append(f, r.right(s)...)}, after...), true
}

// declared tells the runtime of a local variable that is to be named.
func (r *rewriter) declared(id *ast.Ident) []fragment {
	v, ok := r.info.Defs[id].(*types.Var)
	if !ok || id.Name == "_" || !r.shared.addressed[v] && !r.shared.captured[v] || !r.named(v.Type()) {
		return nil
	}
	return []fragment{join(r.rt+".Var(", r.unsafe()+".Pointer(&"+id.Name+"), "+r.unsafe()+".Sizeof("+id.Name+"))")}
}

func (r *rewriter) unsafe() string { return r.importName("unsafe") }

// right writes the right side of an assignment to as many variables as it has.
func (r *rewriter) right(s *ast.AssignStmt) fragment {
	if len(s.Lhs) == 2 && len(s.Rhs) == 1 {
		return r.commaOK(s.Rhs[0])
	}
	switch {
	case r.inHead && len(s.Rhs) == 1:
		return r.inside(s.Rhs[0])
	case r.inHead:
		if f, ok := r.insideAll(s.Rhs); ok {
			return f
		}
	}
	var f fragment
	for i, e := range s.Rhs {
		if i > 0 {
			f = append(f, span(s.Rhs[i-1].End(), e.Pos())...)
		}
		f = append(f, r.value(e)...)
	}
	return f
}

// commaOK rewrites an expression that gives two values here: a receive, an element of a map, a type assertion, a call.
func (r *rewriter) commaOK(e ast.Expr) fragment {
	if ix, ok := r.mapIndex(e); ok {
		return join(r.callOnMap(r.info.TypeOf(ix.X), "M", e, r.value(ix.X)), ".Get2(", r.value(ix.Index), ")")
	}
	if u, ok := unparen(e).(*ast.UnaryExpr); ok && u.Op == token.ARROW {
		return r.call("Recv2", u, r.value(u.X))
	}
	return r.value(e)
}

// assignOne rewrites x = v.
func (r *rewriter) assignOne(s ast.Stmt, lhs, rhs ast.Expr) []fragment {
	_, isMap := r.mapIndex(lhs)
	if isMap || isBlank(lhs) || !hasEffect(r.info, rhs) || !mayPanic(r.info, lhs) || !r.operandShared(lhs) {
		return []fragment{r.target(lhs, s, r.fromType(rhs)).assign(r.value(rhs))}
	}
	pre := append(r.settle(lhs), r.keep(rhs)...)
	return append(pre, r.target(lhs, s, r.fromType(rhs)).assign(r.value(rhs)))
}

// fromType is the type of a value to assign, nil if only the assignment gives it one.
func (r *rewriter) fromType(e ast.Expr) types.Type {
	if tv := r.info.Types[e]; tv.IsNil() {
		return nil
	}
	return r.info.TypeOf(e)
}

// mayPanic reports whether finding the place that e denotes can panic: there is an index or a pointer on the way.
func mayPanic(info *types.Info, e ast.Expr) bool { return rootOf(info, e) == nil || hasIndex(e) }

func hasIndex(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, ix := n.(*ast.IndexExpr)
		found = found || ix
		return !found
	})
	return found
}

// assignMany rewrites an assignment to several variables: x, y = y, x or x, y = f().
func (r *rewriter) assignMany(s *ast.AssignStmt) []fragment {
	visible := false
	for _, e := range s.Lhs {
		_, isMap := r.mapIndex(e)
		visible = visible || isMap || !isBlank(e) && r.operandShared(e)
	}
	if !visible {
		var f fragment
		for i, e := range s.Lhs {
			if i > 0 {
				f = append(f, span(s.Lhs[i-1].End(), e.Pos())...)
			}
			f = append(f, r.target(e, s, nil).direct...)
		}
		return []fragment{join(f, span(s.Lhs[len(s.Lhs)-1].End(), s.Rhs[0].Pos()), r.right(s))}
	}
	var out []fragment
	for _, e := range s.Lhs {
		out = append(out, r.settle(e)...)
	}
	values := make([]fragment, len(s.Lhs))
	if len(s.Rhs) == len(s.Lhs) {
		for i, e := range s.Rhs {
			out = append(out, r.keep(e)...)
			values[i] = r.value(e)
		}
	} else {
		var names []fragment
		for i, e := range s.Lhs {
			values[i] = join(r.temp())
			if isBlank(e) {
				values[i] = join("_")
			}
			names = append(names, values[i])
		}
		out = append(out, join(separated(names, ", "), " := ", r.right(s)))
	}
	for i, e := range s.Lhs {
		if isBlank(e) && len(s.Rhs) != len(s.Lhs) {
			continue
		}
		out = append(out, r.target(e, s, nil).assign(values[i]))
	}
	return out
}

func (r *rewriter) operandShared(e ast.Expr) bool {
	o := r.quietly(func() operand { return r.operand(e) })
	return o.shared && !r.empty(o.typ)
}

// quietly rewrites something to learn about it, without effect on sites, temporaries and notes.
func (r *rewriter) quietly(f func() operand) operand {
	sites, temps, notes := len(r.sites.list), r.temps, len(r.notes)
	spots, loops := maps.Clone(r.spots), maps.Clone(r.loops)
	o := f()
	r.spots, r.loops = spots, loops
	r.sites.list, r.temps, r.notes = r.sites.list[:sites], temps, r.notes[:notes]
	return o
}

// assignOp rewrites x op= v, and x++ with v being 1: a read and a write, between which others may run.
func (r *rewriter) assignOp(s ast.Stmt, lhs ast.Expr, op token.Token, v fragment) []fragment {
	if ix, ok := r.mapIndex(lhs); ok {
		pre := append(r.keep(ix.X), r.keep(ix.Index)...)
		return append(pre, r.target(lhs, s, nil).assign(join(r.value(ix), " "+op.String()+" (", v, ")")))
	}
	o := r.operand(lhs)
	if !o.shared || r.empty(o.typ) {
		if one, ok := s.(*ast.IncDecStmt); ok {
			return []fragment{join(o.code, one.Tok.String())}
		}
		return []fragment{join(o.code, " "+op.String()+"= ", v)}
	}
	var pre []fragment
	if _, simple := unparen(lhs).(*ast.Ident); !simple {
		p := r.temp()
		pre = []fragment{join(p, " := ", o.address())}
		o.pointer, o.code = join(p), join("(*"+p+")")
	}
	return append(pre, r.callOn(o, "Set", s, o.address(), join(r.read(o, lhs), " "+op.String()+" (", v, ")")))
}
