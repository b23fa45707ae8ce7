package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// stmt rewrites a statement into one statement.
func (r *rewriter) stmt(s ast.Stmt) fragment {
	before := r.spot(s.Pos())
	list, declares := r.stmts(s)
	if len(list) == 1 {
		return join(before, list[0])
	}
	all := join(before, separated(list, "; "))
	if declares {
		return all
	}
	return join("{ ", all, " }")
}

// simple rewrites a statement in the head of another, where one simple statement must stand.
func (r *rewriter) simple(s ast.Stmt) fragment {
	r.inHead = true
	list, declares := r.stmts(s)
	r.inHead = false
	if len(list) == 1 {
		return list[0]
	}
	if declares { // what follows the declaration concerns the identity of objects alone
		return list[0]
	}
	return join("func() { ", separated(list, "; "), " }()")
}

// stmts rewrites a statement into one or several, of which the first may declare variables.
func (r *rewriter) stmts(s ast.Stmt) (list []fragment, declares bool) {
	one := func(f fragment) ([]fragment, bool) { return []fragment{f}, false }
	switch s := s.(type) {
	case *ast.AssignStmt:
		return r.assign(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		return r.assignOp(s, s.X, op, join("1")), false
	case *ast.DeclStmt:
		return r.declStmt(s)
	case *ast.SendStmt:
		pre := r.hoist(nil, []ast.Expr{s.Chan, s.Value})
		return append(pre, r.send(s)), false
	case *ast.ExprStmt:
		pre := r.hoistOperands(s.X)
		return append(pre, r.exprStmt(s)), false
	case *ast.GoStmt:
		return r.goStmt(s), false
	case *ast.DeferStmt:
		pre := r.hoistOperands(s.Call)
		if fn := r.callee(s.Call); fn != nil && !isKnown(fn) {
			if c := r.foreignCall(fn, s.Call); c != nil {
				return append(pre, r.deferred(s, c, fn)...), false
			}
		}
		return append(pre, join(span(s.Pos(), s.Call.Pos()), r.value(s.Call))), false
	case *ast.BlockStmt:
		return one(r.block(s))
	case *ast.ForStmt:
		if vars := r.copiedVars(s); len(vars) > 0 {
			return r.copyingLoop(s, vars), false
		}
		return one(r.forStmt(s))
	case *ast.ReturnStmt:
		return r.returnStmt(s), false
	case *ast.RangeStmt:
		return append(r.hoist(nil, []ast.Expr{s.X}), r.rangeStmt(s)...), false
	case *ast.SelectStmt:
		return one(r.selectStmt(s))
	case *ast.IfStmt:
		return r.conditional(s, s.Init, s.Cond, s.If, "if "), false
	case *ast.SwitchStmt:
		return r.conditional(s, s.Init, s.Tag, s.Switch, "switch "), false
	case *ast.TypeSwitchStmt:
		return one(r.head(s, s.Init, nil))
	case *ast.CaseClause:
		return one(r.caseClause(s))
	case *ast.BranchStmt:
		return one(text(s))
	case *ast.LabeledStmt:
		return r.labeled(s)
	}
	return one(glue(s, childrenOf(s), r.node))
}

// labeled puts the label before the loop that it names, and before the first of all other statements.
func (r *rewriter) labeled(s *ast.LabeledStmt) ([]fragment, bool) {
	label := span(s.Pos(), s.Stmt.Pos())
	switch s.Stmt.(type) {
	case *ast.RangeStmt, *ast.ForStmt:
	case *ast.SwitchStmt: // which the label must name: its value is evaluated where it stands
		sw := s.Stmt.(*ast.SwitchStmt)
		return []fragment{join(label, r.head(sw, sw.Init, sw.Tag))}, false
	default:
		return []fragment{join(label, r.stmt(s.Stmt))}, false
	}
	list, declares := r.stmts(s.Stmt)
	list[len(list)-1] = join(label, list[len(list)-1])
	return list, declares
}

// conditional rewrites an if or a switch. What of its condition is evaluated into variables comes before it, and after the
// statement in its head.
func (r *rewriter) conditional(s ast.Stmt, init ast.Stmt, cond ast.Expr, at token.Pos, keyword string) []fragment {
	if cond == nil {
		return []fragment{r.head(s, init, nil)}
	}
	late := r.hoist(nil, []ast.Expr{cond})
	if len(late) == 0 {
		return []fragment{r.head(s, init, nil)}
	}
	var out []fragment
	children := childrenOf(s)
	if init != nil {
		out, _ = r.stmts(init)
		children = children[1:]
	}
	return append(append(out, late...), join(span(at, at), keyword, glue(extent{cond.Pos(), s.End()}, children, r.node)))
}

// head rewrites a statement whose head has a statement init, and a value that must stay in it; either may be nil.
func (r *rewriter) head(s ast.Stmt, init ast.Stmt, value ast.Expr) fragment {
	return glue(s, childrenOf(s), func(n ast.Node) fragment {
		switch n {
		case ast.Node(init):
			return r.simple(init)
		case ast.Node(value):
			return r.inside(value)
		}
		return r.node(n)
	})
}

// caseClause rewrites a case of a switch, whose values are evaluated only if control comes to them.
func (r *rewriter) caseClause(c *ast.CaseClause) fragment {
	return glue(c, childrenOf(c), func(n ast.Node) fragment {
		if e, ok := n.(ast.Expr); ok && !r.info.Types[e].IsType() && !r.info.Types[e].IsNil() {
			return r.inside(e)
		}
		return r.node(n)
	})
}

func (r *rewriter) block(b *ast.BlockStmt) fragment { return r.blockWith(b, nil) }

// blockWith rewrites a block and puts first at its beginning.
func (r *rewriter) blockWith(b *ast.BlockStmt, first fragment) fragment {
	out := span(b.Lbrace, b.Lbrace+1)
	if len(first) > 0 {
		out = join(out, " ", first, ";")
	}
	pos := b.Lbrace + 1
	for _, s := range b.List {
		out = append(append(out, span(pos, s.Pos())...), r.stmt(s)...)
		pos = s.End()
	}
	if end := r.spot(b.Rbrace); len(end) > 0 && fallsThrough(b) {
		out, pos = join(out, span(pos, b.Rbrace), "; ", end), b.Rbrace
	}
	return append(out, span(pos, b.Rbrace+1)...)
}

// fallsThrough reports whether the end of a block may be reached, as far as its last statement tells.
func fallsThrough(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return true
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return false
	}
	return true
}

// body rewrites the body of a function.
func (r *rewriter) body(b *ast.BlockStmt, t *ast.FuncType) fragment {
	outer, head := r.results, r.inHead
	r.results, r.inHead = r.resultsOf(t), false
	defer func() { r.results, r.inHead = outer, head }()
	var first []fragment
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, name := range f.Names {
				first = append(first, r.declared(name)...)
			}
		}
	}
	first = append(first, r.aliases(b)...)
	first, r.entry = append(first, r.entry...), nil
	return r.blockWith(b, separated(first, "; "))
}

func (r *rewriter) declStmt(s *ast.DeclStmt) ([]fragment, bool) {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return []fragment{text(s)}, false
	}
	var list []fragment
	if len(d.Specs) == 1 {
		list = r.hoistFromValues(d.Specs[0].(*ast.ValueSpec).Values)
	}
	list = append(list, glue(s, []ast.Node{d}, func(ast.Node) fragment { return glue(d, childrenOf(d), r.varSpec) }))
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			list = append(list, r.declared(name)...)
		}
	}
	return list, true
}

// varSpec rewrites x, y T = v, w.
func (r *rewriter) varSpec(n ast.Node) fragment {
	spec, ok := n.(*ast.ValueSpec)
	if !ok {
		return text(n)
	}
	children := childrenOf(spec)
	var all fragment
	if k := len(spec.Values); k > 1 {
		var late bool
		if all, late = r.insideAll(spec.Values); late {
			children = append(children[:len(children)-k], extent{spec.Values[0].Pos(), spec.Values[k-1].End()})
		}
	}
	return glue(spec, children, func(n ast.Node) fragment {
		switch {
		case n == ast.Node(extent{n.Pos(), n.End()}):
			return all
		case n == ast.Node(spec.Type):
			return text(n)
		case len(spec.Values) > 0 && n == ast.Node(spec.Values[0]) && len(spec.Names) == 2 && len(spec.Values) == 1:
			return r.commaOK(spec.Values[0])
		case len(spec.Values) > 0 && n.Pos() >= spec.Values[0].Pos():
			if e, ok := n.(ast.Expr); ok && len(spec.Values) == 1 && len(spec.Names) == 1 {
				return r.inside(e) // of a group: else its calls have been evaluated before
			}
			return r.node(n)
		}
		return text(n)
	})
}

func (r *rewriter) send(s *ast.SendStmt) fragment {
	c, _ := is[*types.Chan](r.info.TypeOf(s.Chan))
	if from := r.fromType(s.Value); c != nil && from != nil && types.Identical(c.Elem(), from) {
		return r.call("Send", s, r.value(s.Chan), r.sent(s))
	}
	return join(r.call("To", s, r.value(s.Chan)), ".Send(", r.sent(s), ")")
}

// exprStmt rewrites a call or receive whose result is dropped: two additions to one word commute if so.
func (r *rewriter) exprStmt(s *ast.ExprStmt) fragment {
	if e, ok := unparen(s.X).(*ast.CallExpr); ok {
		if fn := r.callee(e); fn != nil {
			switch name, _ := runtimeFunction(fn); name {
			case "Add":
				return r.knownAs("AddOnly", fn, e)
			case "AddInt":
				return r.knownAs("AddOnlyInt", fn, e)
			}
		}
	}
	return r.value(s.X)
}

// goStmt rewrites go f(x): the function and its arguments are evaluated here, the call happens there.
func (r *rewriter) goStmt(s *ast.GoStmt) []fragment {
	e := s.Call
	late := r.hoistOperands(e)
	if lit, ok := unparen(e.Fun).(*ast.FuncLit); ok && len(e.Args) == 0 && lit.Type.Results == nil {
		return []fragment{r.call("Go", s, r.value(lit))}
	}
	pre := late
	switch fun := unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		pre = append(pre, r.keepReceiver(fun)...)
	case *ast.Ident:
		if _, variable := r.info.Uses[fun].(*types.Var); variable {
			pre = append(pre, r.keep(fun)...)
		}
	case *ast.FuncLit, *ast.IndexListExpr:
	default:
		if r.callee(e) == nil {
			pre = append(pre, r.keep(e.Fun)...)
		}
	}
	if tuple, ok := r.spread(e); ok && r.keepable(e.Args[0]) {
		pre = append(pre, r.keepTuple(e.Args[0], tuple))
	}
	for _, a := range e.Args {
		pre = append(pre, r.keep(a)...)
	}
	return append(pre, r.call("Go", s, join("func() { ", r.value(e), " }")))
}

// keepTuple evaluates a call that gives several values into new variables.
func (r *rewriter) keepTuple(e ast.Expr, tuple *types.Tuple) fragment {
	var names []fragment
	for range tuple.Len() {
		names = append(names, join(r.temp()))
	}
	pre := join(separated(names, ", "), " := ", r.value(e))
	r.instead[e] = operand{code: separated(names, ", "), typ: tuple}
	return pre
}

// spread is for f(g()) with g giving several values.
func (r *rewriter) spread(e *ast.CallExpr) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	t, ok := r.info.TypeOf(e.Args[0]).(*types.Tuple)
	return t, ok
}

// keepReceiver evaluates what is left of the dot in a function that is called later.
func (r *rewriter) keepReceiver(e *ast.SelectorExpr) []fragment {
	sel := r.info.Selections[e]
	switch {
	case sel == nil:
		if _, fn := r.info.Uses[e.Sel].(*types.Func); fn {
			return nil
		}
		return r.keep(e)
	case sel.Kind() == types.FieldVal:
		return r.keep(e)
	case sel.Kind() == types.MethodExpr:
		return nil
	}
	o := r.receiver(e)
	t := r.temp()
	recv := sel.Obj().(*types.Func).Signature().Recv().Type()
	if isPointer(recv) && !isPointer(o.typ) {
		r.receivers[e] = operand{code: join("(*" + t + ")"), pointer: join(t), typ: o.typ, place: true}
		return []fragment{join(t, " := ", o.address())}
	}
	v := r.read(o, e.X)
	if _, iface := is[*types.Interface](recv); !iface && isPointer(o.typ) && !isPointer(recv) && !r.hidden(e) {
		v = r.read(operand{code: join("(*", v, ")"), pointer: v, typ: recv, place: true, shared: true}, e.X)
		o.typ = recv
	}
	r.receivers[e] = operand{code: join(t), typ: o.typ, place: true}
	return []fragment{join(t, " := ", v)}
}

func (r *rewriter) forStmt(s *ast.ForStmt) fragment {
	if r.pure.maySpin(r.info, s) {
		return r.spinLoop(s)
	}
	late := r.hoistCondition(s)
	return glue(s, childrenOf(s), func(n ast.Node) fragment {
		switch n {
		case ast.Node(s.Init):
			return r.simple(s.Init)
		case ast.Node(s.Cond):
			if len(late) > 0 {
				return nil
			}
		case ast.Node(s.Post):
			return r.simple(s.Post)
		case ast.Node(s.Body):
			return r.blockWith(s.Body, join(late, r.loopInvariants(s)))
		}
		return r.node(n)
	})
}

// hoistCondition is what comes first in the body of a loop whose condition has to be evaluated in statements: these, and the
// condition.
func (r *rewriter) hoistCondition(s *ast.ForStmt) fragment {
	if s.Cond == nil {
		return nil
	}
	late := r.hoist(nil, []ast.Expr{s.Cond})
	if len(late) == 0 {
		return nil
	}
	return join(separated(late, "; "), "; if !(", r.value(s.Cond), ") { break }; ")
}

// spinLoop marks a loop that may be a busy wait:
//
//	for rt.Loop(site); cond; { rt.Spin(site); body }
func (r *rewriter) spinLoop(s *ast.ForStmt) fragment {
	site := r.site("Spin", extentOf(s))
	var cond fragment
	late := r.hoistCondition(s)
	if s.Cond != nil && len(late) == 0 {
		cond = r.value(s.Cond)
	}
	return join(span(s.For, s.For+token.Pos(len("for"))), " "+r.rt+".Loop("+site+"); ", cond, "; ",
		r.blockWith(s.Body, join(late, r.rt+".Spin("+site+"); ", r.loopInvariants(s))))
}

// extentOf is a loop up to its body, for a trace to show.
func extentOf(s *ast.ForStmt) ast.Node {
	return extent{s.For, s.Body.Pos()}
}

// An extent is a part of the source that is no node of the syntax.
type extent struct{ from, to token.Pos }

func (x extent) Pos() token.Pos { return x.from }
func (x extent) End() token.Pos { return x.to }
