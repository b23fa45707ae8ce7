package instrument

import (
	"go/ast"
	"go/types"
	"strings"
)

// Functions and methods that the runtime has a function for may be used as values: f := mu.Lock, run(time.Sleep). In their
// place stands a function literal of the same type that calls the runtime.

// methodValue rewrites x.m used as a value.
func (r *rewriter) methodValue(e *ast.SelectorExpr, sel *types.Selection) fragment {
	fn := sel.Obj().(*types.Func)
	if on, ok := r.randomOperand(fn, e, e); ok {
		return join(on, ".", fn.Name())
	}
	name, ok := r.unit.runtimeFunction(fn)
	switch {
	case isLocker(fn):
		name, ok = "Locker"+fn.Name(), true
	case isRunner(fn):
		name, ok = "Runner"+fn.Name(), true
	}
	if !ok || r.hidden(e) {
		return r.method(e, sel)
	}
	o := r.receiver(e)
	recv, t := r.transferring(e, r.pointer(o, e.X)), o.typ
	if _, iface := is[*types.Interface](t); !iface && !isPointer(t) && o.place {
		t = types.NewPointer(t)
	}
	f, ok := r.bound(name, sel.Type().(*types.Signature), e, recv, t)
	if !ok {
		r.note(e, "%s is called outside control", r.source(e))
		return r.method(e, sel)
	}
	return f
}

// bound writes a method value, with its receiver, of type t, evaluated now.
func (r *rewriter) bound(name string, sig *types.Signature, n ast.Node, recv fragment, t types.Type) (fragment, bool) {
	recvType, ok := r.typeText(t, n)
	if !ok {
		return nil, false
	}
	o := r.temp()
	lit, ok := r.literal(name, sig, n, o)
	if !ok {
		return nil, false
	}
	result, ok := r.typeText(sig, n)
	if !ok {
		return nil, false
	}
	return join("func("+o+" "+recvType+") "+result+" { return ", lit, " }(", recv, ")"), true
}

// functionValue is the runtime's function for fn as a value; e is a function's name or a method expression.
func (r *rewriter) functionValue(fn *types.Func, e ast.Expr) (fragment, bool) {
	if on, ok := r.randomOperand(fn, e, e); ok {
		return join(on, ".", fn.Name()), true
	}
	name, ok := r.unit.runtimeFunction(fn)
	if !ok {
		return nil, false
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && r.hidden(sel) {
		return nil, false
	}
	sig, ok := r.info.TypeOf(e).Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return nil, false
	}
	lit, ok := r.literal(name, sig, e)
	if !ok {
		r.note(e, "%s is called outside control", r.source(e))
		return nil, false
	}
	return join("(", lit, ")"), true
}

// literal writes a function literal that calls the runtime's function with the given operands and its parameters.
func (r *rewriter) literal(name string, sig *types.Signature, n ast.Node, operands ...string) (fragment, bool) {
	var args []fragment
	for _, o := range operands {
		args = append(args, join(o))
	}
	params := ""
	for v := range sig.Params().Variables() {
		t, ok := r.typeText(v.Type(), n)
		if !ok {
			return nil, false
		}
		p := r.temp()
		if params != "" {
			params += ", "
		}
		params += p + " " + t
		arg := join(p)
		if expr, ok := n.(*ast.SelectorExpr); ok && len(args) == 0 {
			if sel := r.info.Selections[expr]; sel != nil && sel.Kind() == types.MethodExpr {
				o := r.fields(operand{code: arg, typ: v.Type(), place: true}, sel, sel.Index()[:len(sel.Index())-1], expr)
				arg = r.pointer(o, expr)
			}
		}
		args = append(args, arg)
	}
	results, ret := "", ""
	if sig.Results().Len() > 0 {
		var list []string
		for v := range sig.Results().Variables() {
			t, ok := r.typeText(v.Type(), n)
			if !ok {
				return nil, false
			}
			list = append(list, t)
		}
		results, ret = "("+strings.Join(list, ", ")+") ", "return "
	}
	call := r.call(name, n, args...)
	if name == "LockOSThread" || name == "UnlockOSThread" {
		call = join(r.rt + "." + name + "()")
	}
	return join("func("+params+") "+results+"{ "+ret, call, " }"), true
}
