package annot

import (
	"go/types"
)

// call checks the specification's functions, conversions and calls of pure functions. The specification's functions
// hide the program's variables and functions of the same names.
func (c *exprChecker) call(x *callX) Expr {
	if n, ok := x.fun.(*nameX); ok {
		if f := specFunction(n.name); f != nil {
			e := f(c, x)
			c.recordWord(n, e.Type())
			return e
		}
	}
	if t := c.typeOrNil(x.fun); t != nil {
		return c.conversion(x, t)
	}
	if e := c.atomicLoad(x); e != nil {
		return e
	}
	return c.pureCall(x)
}

// atomicLoad checks x.Load() on an atomic variable, which is its value as x alone is; nil for another call.
func (c *exprChecker) atomicLoad(x *callX) Expr {
	sel, ok := x.fun.(*selectX)
	if !ok || sel.sel.name != "Load" || len(x.args) > 0 {
		return nil
	}
	if n, ok := sel.x.(*nameX); ok && c.packageName(n) != nil {
		return nil
	}
	e := c.expr(sel.x)
	if isMath(e.Type()) || isUntyped(e.Type()) || atomicValue(e.Type()) == nil {
		return nil
	}
	if load, _, _ := types.LookupFieldOrMethod(e.Type(), true, c.src.Types, sel.sel.name); load != nil {
		c.recordObject(sel.sel, load)
	}
	return c.load(e)
}

// specFunction returns the checker of a call of the specification's function name, or nil.
func specFunction(name string) func(*exprChecker, *callX) Expr {
	switch name {
	case "old":
		return (*exprChecker).oldCall
	case "held", "rheld":
		return (*exprChecker).heldCall
	case "local":
		return (*exprChecker).localCall
	case "len", "cap":
		return (*exprChecker).lenCall
	case "has":
		return (*exprChecker).hasCall
	case "closed":
		return (*exprChecker).closedCall
	case "closer":
		return (*exprChecker).closerCall
	case "done":
		return (*exprChecker).doneCall
	}
	return nil
}

// args checks the number of arguments.
func (c *exprChecker) args(x *callX, form string, n int) {
	if len(x.args) != n {
		c.fail(x, CodeType, form, "wrong number of arguments: %d", len(x.args))
	}
}

func (c *exprChecker) oldCall(x *callX) Expr {
	c.args(x, "old(e)", 1)
	switch {
	case c.old != "":
		c.fail(x, CodeType, c.old, "old cannot be used here")
	case c.inOld:
		c.fail(x, CodeType, "", "old inside old")
	}
	c.inOld = true
	e := c.notNil(c.expr(x.args[0]))
	c.inOld = false
	if isMath(e.Type()) || LockOf(e.Type()) == NoLock {
		e = c.load(e)
	}
	return &Old{node(x, e.Type()), e}
}

func (c *exprChecker) heldCall(x *callX) Expr {
	read := x.fun.(*nameX).name == "rheld"
	c.args(x, "held(mu), rheld(rw)", 1)
	e := c.expr(x.args[0])
	var before *Old
	if o, ok := e.(*Old); ok { // held(old(mu)) is old(held(mu))
		before, e = o, o.X
	}
	lock := c.lockLocation(e)
	if read && LockOf(lock.Type()) != RWMutex {
		c.fail(x.args[0], CodeType, "rheld needs a sync.RWMutex", "%s has no read locks", c.describe(lock))
	}
	n := node(x, types.Typ[types.Bool])
	if before != nil {
		return &Old{n, &Held{n, lock, read}}
	}
	return &Held{n, lock, read}
}

func (c *exprChecker) localCall(x *callX) Expr {
	c.args(x, "local(p)", 1)
	if c.local != "" {
		c.fail(x, CodeType, c.local, "local cannot be used here")
	}
	e := c.value(x.args[0])
	if at := c.addressOf(e); at != nil {
		return &Local{node(x, types.Typ[types.Bool]), at}
	}
	_, isPointer := deref(e.Type())
	_, isSlice := e.Type().Underlying().(*types.Slice)
	if isMath(e.Type()) || !isPointer && !isSlice {
		c.fail(x.args[0], CodeType, "local(p) is about the object that p points to, the array of a slice, or a variable that is a struct or array",
			"%s is neither a pointer nor a slice", c.describe(e))
	}
	return &Local{node(x, types.Typ[types.Bool]), e}
}

func (c *exprChecker) lenCall(x *callX) Expr {
	name := x.fun.(*nameX).name
	c.args(x, name+"(x)", 1)
	e := c.typed(c.value(x.args[0]))
	if !c.hasLen(x, name, e) {
		c.fail(x.args[0], CodeType, "", "%s has no %s", c.describe(e), name)
	}
	return &Builtin{node(x, types.Typ[types.Int]), name, []Expr{e}}
}

func (c *exprChecker) hasLen(x *callX, name string, e Expr) bool {
	if isMath(e.Type()) {
		_, tid := e.Type().(TidType)
		return name == "len" && !tid
	}
	t := e.Type().Underlying()
	if p, ok := deref(t); ok {
		_, array := p.Underlying().(*types.Array)
		return array
	}
	switch t.(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Chan:
		return true
	case *types.Map:
		return name == "len"
	}
	return name == "len" && !isTypeParam(e.Type()) && isString(e.Type())
}

func (c *exprChecker) hasCall(x *callX) Expr {
	c.args(x, "has(m, k)", 2)
	m := c.value(x.args[0])
	n := node(x, types.Typ[types.Bool])
	switch t := m.Type().(type) {
	case *MapType:
		return &Builtin{n, "has", []Expr{m, c.convert(c.value(x.args[1]), t.Key)}}
	case *SetType:
		return &Builtin{n, "has", []Expr{m, c.convert(c.value(x.args[1]), t.Elem)}}
	}
	t, ok := m.Type().Underlying().(*types.Map)
	if !ok {
		c.fail(x.args[0], CodeType, "has(m, k) asks whether the map m has the key k", "%s is not a map", c.describe(m))
	}
	return &Builtin{n, "has", []Expr{m, c.convert(c.value(x.args[1]), t.Key())}}
}

// conversion checks T(x).
func (c *exprChecker) conversion(x *callX, t types.Type) Expr {
	c.args(x, "T(x)", 1)
	e := c.value(x.args[0])
	k, isConst := e.(*Const)
	switch {
	case isMath(t) || isMath(e.Type()):
		c.fail(x, CodeType, "", "there is no conversion of %s to %s", c.describe(e), c.typeString(t))
	case isConst && has(t, types.IsConstType) && !isTypeParam(t):
		if isString(t) != isString(e.Type()) || isBoolean(t) != isBoolean(e.Type()) {
			c.fail(x, CodeType, "", "cannot convert %s to %s", c.describe(e), c.typeString(t))
		}
		v, ok := represent(k.Value, t.Underlying().(*types.Basic))
		if !ok {
			c.fail(x, CodeType, "", "%s is not a value of %s", c.describe(e), c.typeString(t))
		}
		return &Const{node(x, t), v}
	case isUntyped(e.Type()) && nillable(t) && !isConst:
		return &NilLit{node(x, t)}
	case isUntyped(e.Type()):
		e = c.notNil(e)
	}
	if !types.ConvertibleTo(e.Type(), t) {
		c.fail(x, CodeType, "", "cannot convert %s to %s", c.describe(e), c.typeString(t))
	}
	return &Convert{node(x, t), e}
}

// notNil is typed, with nil rejected.
func (c *exprChecker) notNil(e Expr) Expr {
	if _, ok := e.(*NilLit); ok {
		c.fail(e, CodeType, "", "nil needs a type here")
	}
	return c.typed(e)
}

// pureCall checks a call of a function of the program, which must be pure.
func (c *exprChecker) pureCall(x *callX) Expr {
	f, recv := c.callee(x.fun)
	if !c.isPure(f) {
		c.fail(x.fun, CodeType, "annotations call functions marked //calvin:pure", "%s is not a pure function", f.Name())
	}
	sig := f.Signature()
	call := &Call{Func: f}
	if recv != nil {
		call.Args = append(call.Args, recv)
	}
	switch n := sig.Params().Len(); {
	case sig.Variadic() || sig.TypeParams() != nil:
		c.fail(x, CodeType, "", "annotations cannot call variadic or generic functions")
	case len(x.args) != n:
		c.fail(x, CodeType, "", "%s has %d parameters, the call %d arguments", f.Name(), n, len(x.args))
	case sig.Results().Len() != 1:
		c.fail(x, CodeType, "annotations can call only functions with one result",
			"%s returns %d values", f.Name(), sig.Results().Len())
	}
	for i, a := range x.args {
		call.Args = append(call.Args, c.convert(c.value(a), sig.Params().At(i).Type()))
	}
	call.Node = node(x, sig.Results().At(0).Type())
	return call
}

// callee resolves what is called: a function, a package's function, or a method with its receiver.
func (c *exprChecker) callee(fun syntax) (*types.Func, Expr) {
	switch fun := fun.(type) {
	case *nameX:
		if c.hidden(c.src.Types, fun.name) {
			break
		}
		obj := c.object(fun.name)
		if f, ok := obj.(*types.Func); ok {
			c.recordObject(fun, f)
			return f, nil
		}
		if _, ok := obj.(*types.Builtin); ok {
			hint := "annotations can call only len and cap of Go's built-in functions"
			c.fail(fun, CodeType, hint, "%s is not available in annotations", fun.name)
		}
		if obj == nil {
			words := append(c.names(), "old", "held", "rheld", "local", "has", "closed", "closer", "done")
			c.fail(fun, CodeUnknownName, didYouMean(fun.name, words), "unknown function %s", fun.name)
		}
	case *selectX:
		if n, ok := fun.x.(*nameX); ok {
			if p := c.packageName(n); p != nil {
				if f, ok := p.Scope().Lookup(fun.sel.name).(*types.Func); ok && f.Exported() {
					c.recordObject(fun.sel, f)
					return f, nil
				}
				hint := didYouMean(fun.sel.name, p.Scope().Names())
				c.fail(fun.sel, CodeUnknownName, hint, "package %s has no function %s", p.Name(), fun.sel.name)
			}
		}
		if f, recv := c.method(fun); f != nil {
			return f, recv
		}
	}
	c.fail(fun, CodeType, "", "this is not a function that annotations can call")
	return nil, nil
}

// method resolves x.m, or returns nil.
func (c *exprChecker) method(x *selectX) (*types.Func, Expr) {
	e := c.expr(x.x)
	if isMath(e.Type()) || isUntyped(e.Type()) {
		return nil, nil
	}
	obj, path, _ := types.LookupFieldOrMethod(e.Type(), true, c.src.Types, x.sel.name)
	f, ok := obj.(*types.Func)
	if !ok {
		hint := didYouMean(x.sel.name, fieldNames(e.Type()))
		c.fail(x.sel, CodeUnknownName, hint, "%s has no method %s", c.describe(e), x.sel.name)
	}
	if atomicValue(e.Type()) != nil {
		hint := "write " + String(e) + " for the value it holds"
		c.fail(x, CodeType, hint, "annotations cannot call methods of atomic variables")
	}
	c.recordObject(x.sel, f)
	return f, c.follow(e, path[:len(path)-1], x)
}
