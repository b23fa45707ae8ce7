package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// The language orders the calls of a statement, not when its other operands are read. The compiler evaluates calls, receives,
// logical operations and a few others, one after the other, and reads variables when all that is done, or the operation that
// needs them comes (internal/evalorder has a table). A read that is rewritten is a call itself, and would come too early where a
// call stands to its right. There the calls are evaluated into variables first, before the statement, as the compiler does.

// hoist evaluates the calls of expressions that belong to one statement into new variables, if one of them stands to the right
// of an operand that other code may change.
func (r *rewriter) hoist(places, values []ast.Expr) []fragment {
	return r.hoistAfter(false, places, values)
}

// mustHoist reports whether a call in one of the expressions stands to the right of an operand that other code may change. One may be
// waiting to be read already.
func (r *rewriter) mustHoist(waiting bool, places, values []ast.Expr) bool {
	l := &hoistAnalysis{rewriter: r}
	for _, e := range places {
		waiting = l.place(e, waiting) || waiting
	}
	for _, e := range values {
		waiting = l.look(e, waiting) || waiting
	}
	return l.needed
}

// hoistAfter is hoist where an operand may be waiting to be read already.
func (r *rewriter) hoistAfter(waiting bool, places, values []ast.Expr) []fragment {
	if !r.mustHoist(waiting, places, values) {
		return nil
	}
	var out []fragment
	for _, e := range places {
		out = append(out, r.callsOfPlace(e)...)
	}
	for _, e := range values {
		out = append(out, r.evaluate(e)...)
	}
	return out
}

// hoistOperands is hoist for the operands of a call that is the last thing to happen.
func (r *rewriter) hoistOperands(e ast.Expr) []fragment {
	call, ok := unparen(e).(*ast.CallExpr)
	if !ok || r.info.Types[call.Fun].IsType() {
		return nil
	}
	return r.hoistAfter(r.copiesReceiver(call), nil, r.operandsOf(call))
}

// hoistFromValues is hoist for the values of a return, a declaration or an assignment.
func (r *rewriter) hoistFromValues(values []ast.Expr) []fragment {
	waiting, before := r.beforeValues(values)
	return r.hoistAfter(waiting, nil, before)
}

// beforeValues lists what is evaluated before the last thing that gives the values: a single call, receive or element that gives
// several of them comes last. It reports whether something is waiting to be read then.
func (r *rewriter) beforeValues(values []ast.Expr) (waiting bool, before []ast.Expr) {
	if len(values) != 1 {
		return false, values
	}
	switch e := unparen(values[0]).(type) {
	case *ast.CallExpr:
		if !r.info.Types[e.Fun].IsType() {
			return r.copiesReceiver(e), r.operandsOf(e)
		}
	case *ast.TypeAssertExpr:
		if e.Type == nil { // the head of a type switch
			return false, nil
		}
		if _, tuple := r.info.TypeOf(e).(*types.Tuple); tuple {
			return false, nil
		}
	case *ast.UnaryExpr, *ast.IndexExpr:
		if _, tuple := r.info.TypeOf(e).(*types.Tuple); tuple {
			return false, nil
		}
	}
	return false, values
}

// operandsOf lists what a call evaluates before it happens.
func (r *rewriter) operandsOf(e *ast.CallExpr) []ast.Expr {
	var out []ast.Expr
	switch fun := unparen(e.Fun).(type) {
	case *ast.Ident:
		if _, ok := r.info.Uses[fun].(*types.Var); ok {
			out = append(out, fun)
		}
	case *ast.SelectorExpr:
		if sel := r.info.Selections[fun]; sel != nil && sel.Kind() == types.MethodVal {
			out = append(out, fun.X)
		} else if _, named := r.info.Uses[fun.Sel].(*types.Func); !named {
			out = append(out, fun)
		}
	case *ast.FuncLit, *ast.IndexListExpr:
	case *ast.IndexExpr:
		if !r.info.Types[fun.Index].IsType() {
			out = append(out, fun)
		}
	default:
		out = append(out, fun)
	}
	return append(out, e.Args...)
}

// A hoistAnalysis finds out whether an operand is to be read after a call to its right.
type hoistAnalysis struct {
	*rewriter
	needed bool
}

// look reports whether e leaves an operand that is still to be read; waiting is true if there is one to its left.
func (l *hoistAnalysis) look(e ast.Expr, waiting bool) bool {
	e = unparen(e)
	if e == nil || !l.keepable(e) {
		return false
	}
	all := func(list ...ast.Expr) bool {
		some := false
		for _, x := range list {
			some = x != nil && l.look(x, waiting || some) || some
		}
		return some
	}
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := l.info.Uses[e].(*types.Var)
		return ok && l.shared.has(v)
	case *ast.SelectorExpr:
		sel := l.info.Selections[e]
		if sel == nil {
			v, ok := l.info.Uses[e.Sel].(*types.Var)
			return ok && l.shared.has(v)
		}
		return sel.Kind() != types.MethodExpr && (all(e.X) || throughPointer(sel))
	case *ast.IndexExpr:
		some := all(e.X, e.Index)
		switch coreType(l.info.TypeOf(e.X)).(type) {
		case *types.Slice, *types.Pointer, *types.Map:
			return true
		}
		return some
	case *ast.StarExpr:
		all(e.X)
		return true
	case *ast.UnaryExpr:
		some := all(e.X)
		if e.Op == token.ARROW {
			l.needed = l.needed || waiting
			return false
		}
		return some
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			all(e.X)
			l.look(e.Y, false)
			l.needed = l.needed || waiting && hasEffect(l.info, e.Y)
			return false
		}
		return all(e.X, e.Y)
	case *ast.CallExpr:
		return l.call(e, waiting)
	case *ast.TypeAssertExpr:
		return all(e.X) && isOneWord(l.info.TypeOf(e))
	case *ast.SliceExpr:
		all(e.X, e.Low, e.High, e.Max)
		return false
	case *ast.CompositeLit:
		return l.literal(e, waiting)
	}
	return false
}

// call looks at a call, a conversion, or the call of a predeclared function.
func (l *hoistAnalysis) call(e *ast.CallExpr, waiting bool) bool {
	if l.info.Types[e.Fun].IsType() {
		return l.look(e.Args[0], waiting) && !l.copiesString(e)
	}
	some := l.copiesReceiver(e)
	for _, x := range l.operandsOf(e) {
		some = l.look(x, waiting || some) || some
	}
	id, _ := unparen(e.Fun).(*ast.Ident)
	if _, builtin := l.info.Uses[id].(*types.Builtin); builtin && id.Name != "append" && id.Name != "copy" {
		return false
	}
	l.needed = l.needed || waiting
	return false
}

// copiesReceiver reports whether a call is one of a method that takes the value which a pointer points to.
func (r *rewriter) copiesReceiver(e *ast.CallExpr) bool {
	fun, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	sel := r.info.Selections[fun]
	if sel == nil || sel.Kind() != types.MethodVal || !isPointer(r.info.TypeOf(fun.X)) {
		return false
	}
	recv := sel.Obj().(*types.Func).Signature().Recv().Type()
	_, iface := recv.Underlying().(*types.Interface)
	return !iface && !isPointer(recv)
}

// copiesString reports whether a conversion is one of a string to a slice, which the compiler makes at once.
func (r *rewriter) copiesString(e *ast.CallExpr) bool {
	_, slice := is[*types.Slice](r.info.TypeOf(e))
	b, ok := r.info.TypeOf(e.Args[0]).Underlying().(*types.Basic)
	return slice && ok && b.Info()&types.IsString != 0
}

// literal looks at a composite literal. The entries of a map are stored one after the other.
func (l *hoistAnalysis) literal(e *ast.CompositeLit, waiting bool) bool {
	_, isMap := is[*types.Map](l.info.TypeOf(e))
	_, isStruct := is[*types.Struct](l.info.TypeOf(e))
	some := false
	for _, x := range e.Elts {
		if isMap {
			l.needed = l.needed || waiting && hasEffect(l.info, x)
			continue
		}
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if !isStruct {
				some = l.look(kv.Key, waiting || some) || some
			}
			x = kv.Value
		}
		some = l.look(x, waiting || some) || some
	}
	return some
}

// place looks at the left side of an assignment.
func (l *hoistAnalysis) place(e ast.Expr, waiting bool) bool {
	switch e := unparen(e).(type) {
	case *ast.StarExpr:
		return l.look(e.X, waiting)
	case *ast.IndexExpr:
		var some bool
		if _, array := is[*types.Array](l.info.TypeOf(e.X)); array {
			some = l.place(e.X, waiting)
		} else {
			some = l.look(e.X, waiting)
		}
		return l.look(e.Index, waiting || some) || some
	case *ast.SelectorExpr:
		switch sel := l.info.Selections[e]; {
		case sel == nil:
			return false
		case throughPointer(sel):
			return l.look(e.X, waiting)
		}
		return l.place(e.X, waiting)
	}
	return false
}

// isOneWord reports whether a value of the type is what an interface holds itself: the compiler asserts it where it is needed.
func isOneWord(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Signature:
		return true
	}
	return false
}

// callsOfPlace is evaluate for the left side of an assignment.
func (r *rewriter) callsOfPlace(e ast.Expr) []fragment {
	switch e := unparen(e).(type) {
	case *ast.StarExpr:
		return r.evaluate(e.X)
	case *ast.IndexExpr:
		return append(r.callsOfPlace(e.X), r.evaluate(e.Index)...)
	case *ast.SelectorExpr:
		if r.info.Selections[e] != nil {
			return r.callsOfPlace(e.X)
		}
		return nil
	}
	return r.evaluate(e)
}

// evaluate evaluates the calls in e, and what else the compiler evaluates at once, into new variables.
func (r *rewriter) evaluate(e ast.Expr) []fragment {
	e = unparen(e)
	if e == nil || !r.keepable(e) {
		return nil
	}
	var out []fragment
	each := func(list ...ast.Expr) []fragment {
		for _, x := range list {
			if x != nil {
				out = append(out, r.evaluate(x)...)
			}
		}
		return out
	}
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if r.info.Selections[e] != nil && r.info.Selections[e].Kind() != types.MethodExpr {
			return each(e.X)
		}
	case *ast.IndexExpr:
		return each(e.X, e.Index)
	case *ast.StarExpr:
		return each(e.X)
	case *ast.UnaryExpr:
		each(e.X)
		if e.Op == token.ARROW {
			return append(out, r.keep(e)...)
		}
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR {
			return r.keepLogical(e)
		}
		return each(e.X, e.Y)
	case *ast.CallExpr:
		if r.info.Types[e.Fun].IsType() {
			each(e.Args...)
			if r.copiesString(e) {
				out = append(out, r.keep(e)...)
			}
			return out
		}
		each(r.operandsOf(e)...)
		if tuple, ok := r.info.TypeOf(e).(*types.Tuple); ok { // the arguments of another call
			return append(out, r.keepTuple(e, tuple))
		}
		return append(out, r.keep(e)...)
	case *ast.TypeAssertExpr:
		each(e.X)
		if !isOneWord(r.info.TypeOf(e)) {
			return append(out, r.keep(e)...)
		}
	case *ast.SliceExpr:
		if _, array := is[*types.Array](r.info.TypeOf(e.X)); array {
			out = r.callsOfPlace(e.X)
		} else {
			each(e.X)
		}
		each(e.Low, e.High, e.Max)
		return append(out, r.keep(e)...)
	case *ast.CompositeLit:
		if _, isMap := is[*types.Map](r.info.TypeOf(e)); isMap {
			return r.keep(e)
		}
		_, isStruct := is[*types.Struct](r.info.TypeOf(e))
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				if !isStruct {
					each(kv.Key)
				}
				x = kv.Value
			}
			each(x)
		}
	}
	return out
}

// keepLogical evaluates a logical operation, with the calls of its right side where they belong.
func (r *rewriter) keepLogical(e *ast.BinaryExpr) []fragment {
	out := r.evaluate(e.X)
	t := r.temp()
	out = append(out, join(t, " := ", r.converted(e.X, r.value(e.X))))
	not := ""
	if e.Op == token.LOR {
		not = "!"
	}
	then := append(r.evaluate(e.Y), join(t, " = ", r.value(e.Y)))
	out = append(out, join("if "+not, t, " { ", separated(then, "; "), " }"))
	r.instead[e] = operand{code: join(t), typ: r.info.TypeOf(e), place: true}
	return out
}

// inside rewrites an expression that has no statement before it, or one that may not be reached: where calls are to be evaluated
// first, that is done in a function which is called on the spot. An expression whose type has no name there, and one that
// recovers from a panic, which must be done where it stands, are read from left to right.
func (r *rewriter) inside(e ast.Expr) fragment {
	t := r.info.TypeOf(e)
	waiting, before := r.beforeValues([]ast.Expr{e})
	if _, tuple := t.(*types.Tuple); tuple || !r.mustHoist(waiting, nil, before) || recovers(r.info, e) {
		return r.value(e)
	}
	kind, ok := r.typeText(t, e)
	if !ok {
		return r.value(e)
	}
	late := r.hoistAfter(waiting, nil, before)
	return join("func() "+kind+" { ", separated(late, "; "), "; return ", r.value(e), " }()")
}

// insideAll is inside for the values of several variables.
func (r *rewriter) insideAll(values []ast.Expr) (fragment, bool) {
	if !r.mustHoist(false, nil, values) || slices.ContainsFunc(values, func(e ast.Expr) bool {
		return !r.hasText(types.Default(r.info.TypeOf(e)), e) || recovers(r.info, e)
	}) {
		return nil, false
	}
	var kinds, codes []fragment
	for _, e := range values {
		kind, _ := r.typeText(types.Default(r.info.TypeOf(e)), e)
		kinds = append(kinds, join(kind))
	}
	late := r.hoist(nil, values)
	for _, e := range values {
		codes = append(codes, r.value(e))
	}
	return join("func() (", separated(kinds, ", "), ") { ", separated(late, "; "), "; return ", separated(codes, ", "), " }()"), true
}

// recovers reports whether an expression calls recover.
func recovers(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			b, ok := info.Uses[n].(*types.Builtin)
			found = found || ok && b.Name() == "recover"
		}
		return true
	})
	return found
}
