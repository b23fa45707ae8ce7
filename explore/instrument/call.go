package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (r *rewriter) callExpr(e *ast.CallExpr) fragment {
	if r.info.Types[e.Fun].IsType() {
		return r.conversion(e)
	}
	if id, ok := unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := r.info.Uses[id].(*types.Builtin); ok {
			return r.builtin(b.Name(), e)
		}
	}
	fn := r.callee(e)
	if fn != nil {
		if isOutside(fn) && !r.instrumented[fn.Pkg().Path()] && !makesValue(fn) && !r.unit.simulates(fn) && (fn.Signature().Recv() == nil || r.container(fn.Signature().Recv().Type()) == nil) {
			r.note(e, "%s is outside control", fn.FullName())
		}
		if f, ok := r.known(fn, e); ok {
			return f
		}
		if c := r.foreignCall(fn, e); c != nil {
			return r.writeForeignCall(c, fn, e)
		}
	}
	return join(r.function(e), r.arguments(e))
}

// callee is the function or method that a call names, nil for a call of a function value.
func (r *rewriter) callee(e *ast.CallExpr) *types.Func {
	fun := unparen(e.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	return r.functionNamed(fun)
}

// functionNamed is the function or method that an expression names, if it is no method expression.
func (r *rewriter) functionNamed(fun ast.Expr) *types.Func {
	var id *ast.Ident
	switch x := unparen(fun).(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		if sel := r.info.Selections[x]; sel != nil && sel.Kind() == types.MethodExpr {
			return nil
		}
		id = x.Sel
	}
	fn, _ := r.info.Uses[id].(*types.Func)
	return fn
}

// known rewrites a call of a function that the runtime has in its place.
func (r *rewriter) known(fn *types.Func, e *ast.CallExpr) (fragment, bool) {
	if f, ok := r.randomCall(fn, e); ok {
		return f, true
	}
	if f, ok := r.linkedRandom(fn, e); ok {
		return f, true
	}
	if f, ok := r.lockerCall(fn, e); ok {
		return f, true
	}
	if f, ok := r.runnerCall(fn, e); ok {
		return f, true
	}
	name, ok := r.unit.runtimeFunction(fn)
	if !ok {
		return nil, false
	}
	if name == "IOPipe" && !r.unit.pipes {
		r.note(e, "io.Pipe is outside control")
	}
	if sel, ok := unparen(e.Fun).(*ast.SelectorExpr); ok && r.hidden(sel) {
		return nil, false // the type has a method of its own for that, see promoted
	}
	return r.knownAs(r.ordering(r.seeding(name, e), e), fn, e), true
}

// hidden reports whether e names a method of an embedded field that has no name here.
func (r *rewriter) hidden(e *ast.SelectorExpr) bool {
	sel := r.info.Selections[e]
	if sel == nil || sel.Kind() == types.FieldVal {
		return false
	}
	return !r.accessible(fieldsOn(sel.Recv(), receiverPath(sel)))
}

// knownAs writes a call of fn as one of the runtime's function.
func (r *rewriter) knownAs(name string, fn *types.Func, e *ast.CallExpr) fragment {
	var args []fragment
	var on operand
	if sel, ok := unparen(e.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		on = r.receiver(sel)
		args = append(args, r.transferring(sel, r.pointer(on, sel.X)))
		if isPointer(on.typ) {
			on = operand{}
		}
	} else if len(e.Args) > 0 {
		on = r.pointee(e.Args[0])
	}
	switch name {
	case "LockOSThread", "UnlockOSThread":
		return join(r.rt+"."+name, "()")
	}
	if ix, ok := unparen(e.Fun).(*ast.IndexExpr); ok { // an instance of a generic function
		return r.callInstance(name, ix.Index, e, append(args, r.operands(e)...)...)
	}
	return r.callOn(on, name, e, append(args, r.operands(e)...)...)
}

// pointee is the variable whose address e takes, if it does.
func (r *rewriter) pointee(e ast.Expr) operand {
	if u, ok := unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND && r.annotations != nil {
		return r.quietly(func() operand { return r.operand(u.X) })
	}
	return operand{}
}

// lockerCall rewrites l.Lock() and l.Unlock() of an interface value: behind it may be a mutex.
func (r *rewriter) lockerCall(fn *types.Func, e *ast.CallExpr) (fragment, bool) {
	sel, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || !isLocker(fn) {
		return nil, false
	}
	return r.call("Locker"+fn.Name(), e, r.read(r.receiver(sel), sel.X)), true
}

// isLocker reports whether fn is the method Lock or Unlock of an interface with both.
func isLocker(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Name() != "Lock" && fn.Name() != "Unlock" {
		return false
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	plain := 0
	for m := range iface.Methods() {
		s := m.Signature()
		if (m.Name() == "Lock" || m.Name() == "Unlock") && s.Params().Len() == 0 && s.Results().Len() == 0 {
			plain++
		}
	}
	return plain == 2
}

// receiver is the operand that a method is called on, with the embedded fields on the way selected.
func (r *rewriter) receiver(e *ast.SelectorExpr) operand {
	if o, ok := r.receivers[e]; ok {
		return o
	}
	sel := r.info.Selections[e]
	o := r.operand(e.X)
	return r.fields(o, sel, receiverPath(sel), e)
}

// receiverPath are the embedded fields between the operand of a method and its receiver.
func receiverPath(sel *types.Selection) []int {
	path := sel.Index()[:len(sel.Index())-1]
	if fn, ok := sel.Obj().(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == "testing" {
		path = untilTesting(sel.Recv(), path)
	}
	return path
}

// untilTesting cuts a path of embedded fields where it enters the types of package testing, whose embedded fields have
// no names for others.
func untilTesting(t types.Type, path []int) []int {
	for i, f := range append([]*types.Var{nil}, fieldsOn(t, path)...) {
		if f != nil {
			t = f.Type()
		}
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" {
			return path[:i]
		}
	}
	return path
}

// pointer writes a receiver for a function of the runtime, which takes pointers and interface values.
func (r *rewriter) pointer(o operand, x ast.Expr) fragment {
	if _, iface := is[*types.Interface](o.typ); iface || isPointer(o.typ) || !o.place {
		return r.read(o, x)
	}
	return o.address()
}

// function writes what a call calls.
func (r *rewriter) function(e *ast.CallExpr) fragment {
	sel, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return r.value(e.Fun)
	}
	s := r.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return r.calledValue(e.Fun)
	}
	return r.method(sel, s)
}

// calledValue writes a function value, or a function by name, as what is called and not as a value.
func (r *rewriter) calledValue(e ast.Expr) fragment {
	if sel, ok := unparen(e).(*ast.SelectorExpr); ok && r.info.Selections[sel] == nil {
		if _, ok := r.info.Uses[sel.Sel].(*types.Func); ok {
			return text(e)
		}
	}
	return r.value(e)
}

// method writes x.m with x evaluated as the call of m, or its binding, does it.
func (r *rewriter) method(e *ast.SelectorExpr, sel *types.Selection) fragment {
	o := r.receiver(e)
	recv := sel.Obj().(*types.Func).Signature().Recv().Type()
	_, iface := recv.Underlying().(*types.Interface)
	switch {
	case r.hidden(e) && !isPointer(o.typ): // only a part of o is read, or nothing of it
		return join(o.code, ".", text(e.Sel))
	case r.hidden(e), iface, isPointer(recv) && isPointer(o.typ):
		return join(r.read(o, e.X), ".", text(e.Sel))
	case isPointer(recv):
		return join(o.code, ".", text(e.Sel))
	case isPointer(o.typ): // the call copies what o points to
		p := r.read(o, e.X)
		return join(r.read(operand{pointer: p, code: join("(*", p, ")"), typ: recv, place: true, shared: true}, e.X), ".", text(e.Sel))
	}
	return join(r.read(o, e.X), ".", text(e.Sel))
}

// operands writes the arguments of a call one by one; those of f(g()) become one.
func (r *rewriter) operands(e *ast.CallExpr) []fragment {
	var out []fragment
	for _, a := range e.Args {
		out = append(out, r.value(a))
	}
	return out
}

// arguments writes the arguments of a call in their parentheses.
func (r *rewriter) arguments(e *ast.CallExpr) fragment {
	out := span(e.Lparen, e.Lparen+1)
	pos := e.Lparen + 1
	for _, a := range e.Args {
		out = append(append(out, span(pos, a.Pos())...), r.value(a)...)
		pos = a.End()
	}
	return append(out, span(pos, e.Rparen+1)...)
}
