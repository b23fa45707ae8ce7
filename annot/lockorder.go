package annot

import (
	"go/token"
	"go/types"
	"slices"
)

// lockOrderForm shows the directive.
const lockOrderForm = "the form is lock_order a < b, of fields, package variables, and fields of types: Conn.mu"

// lockOrder is a rule of the parser: locks with < between them.
func (p *parser) lockOrder() []syntax {
	all := []syntax{p.path()}
	for p.peek().kind == token.LSS || len(all) == 1 {
		p.want(token.LSS, "<")
		all = append(all, p.path())
	}
	return all
}

// lockOrder reads lock_order A < B < ...: whoever holds B, or what comes after it, does not acquire A.
func (c *checker) lockOrder(t *target, d *directive) {
	paths, err := parse(d.args, d.argsPos, (*parser).lockOrder)
	if err != nil {
		err.Hint = lockOrderForm
		c.report(err, d)
		return
	}
	order := &LockOrder{Start: paths[0].Pos(), End: paths[len(paths)-1].End()}
	order.Text = d.text(order.Start, order.End)
	_, ok := c.with(d, t.scope(noOld), func(e *exprChecker) {
		for _, x := range paths {
			v := e.orderedLock(t, x)
			if slices.ContainsFunc(order.Locks, func(w LockVar) bool { return slices.Equal(v, w) }) {
				e.fail(x, CodeConflict, "", "%s comes twice in one order", d.text(x.Pos(), x.End()))
			}
			order.Locks = append(order.Locks, v)
		}
	})
	if ok {
		c.out.LockOrders = append(c.out.LockOrders, order)
	}
}

// orderedLock returns the variable that a path names: it begins with a field of the type at hand, a package variable or a type.
func (e *exprChecker) orderedLock(t *target, x syntax) LockVar {
	var names []*nameX
	for {
		sel, ok := x.(*selectX)
		if !ok {
			break
		}
		names = append([]*nameX{sel.sel}, names...)
		x = sel.x
	}
	first := x.(*nameX)
	vars, of := e.orderBegins(t, first)
	for _, n := range names {
		vars, of = e.orderField(vars, of, n)
		first = n
	}
	switch {
	case len(vars) == 0:
		e.fail(first, CodeType, "name the field of the type that is the lock", "%s is a type", first.name)
	case LockOf(of) == NoLock:
		e.fail(first, CodeType, "the locks are sync.Mutex, sync.RWMutex and sync.Once", "%s is not a lock (type %s)", first.name, e.typeString(of))
	}
	return vars
}

func (e *exprChecker) orderBegins(t *target, x *nameX) (LockVar, types.Type) {
	var candidates []string
	if t.named != nil {
		if vars, of, ok := e.fieldPath(nil, t.named.Type(), x.name); ok {
			e.recordObject(x, vars[len(vars)-1])
			return vars, of
		}
		candidates = fieldNames(t.named.Type())
	}
	scope := e.src.Types.Scope()
	switch obj := scope.Lookup(x.name).(type) {
	case *types.Var:
		e.recordObject(x, obj)
		return LockVar{obj}, obj.Type()
	case *types.TypeName:
		e.recordObject(x, obj)
		return nil, obj.Type()
	}
	for _, name := range scope.Names() {
		switch scope.Lookup(name).(type) {
		case *types.Var, *types.TypeName:
			candidates = append(candidates, name)
		}
	}
	e.fail(x, CodeUnknownName, didYouMean(x.name, candidates), "%s is neither a field here, nor a package variable, nor a type", x.name)
	return nil, nil
}

func (e *exprChecker) orderField(vars LockVar, of types.Type, x *nameX) (LockVar, types.Type) {
	more, t, ok := e.fieldPath(vars, of, x.name)
	if !ok {
		e.fail(x, CodeUnknownName, didYouMean(x.name, fieldNames(of)), "%s has no field %s", e.typeString(of), x.name)
	}
	e.recordObject(x, more[len(more)-1])
	return more, t
}

// fieldPath goes on to a field, which may be in an embedded struct. Behind a pointer a path begins anew.
func (e *exprChecker) fieldPath(vars LockVar, of types.Type, name string) (LockVar, types.Type, bool) {
	obj, index, _ := types.LookupFieldOrMethod(of, true, e.src.Types, name)
	v, ok := obj.(*types.Var)
	if !ok {
		return nil, nil, false
	}
	vars = slices.Clone(vars)
	for _, i := range index {
		if target, isPtr := deref(of); isPtr {
			vars, of = nil, target
		}
		f := of.Underlying().(*types.Struct).Field(i)
		vars, of = append(vars, f.Origin()), f.Type()
	}
	return vars, v.Type(), true
}

// lockOrders checks that the orders of a package do not contradict each other.
func (c *checker) lockOrders() {
	slices.SortFunc(c.out.LockOrders, func(a, b *LockOrder) int { return int(a.Start - b.Start) })
	for i, o := range c.out.LockOrders {
		for j := range len(o.Locks) - 1 {
			if path := leads(c.out.LockOrders[:i+1], o.Locks[j+1], o.Locks[j], nil); path != nil {
				c.errorf(span{o.Start, o.End}, CodeConflict, "", "this contradicts lock_order %s", path.Text)
				break
			}
		}
	}
}

// leads returns the last of the orders by which one lock comes before another; nil: it does not.
func leads(orders []*LockOrder, from, to LockVar, seen []LockVar) *LockOrder {
	if slices.ContainsFunc(seen, func(v LockVar) bool { return slices.Equal(v, from) }) {
		return nil
	}
	seen = append(seen, from)
	for _, o := range orders {
		i := slices.IndexFunc(o.Locks, func(v LockVar) bool { return slices.Equal(v, from) })
		if i < 0 || i == len(o.Locks)-1 {
			continue
		}
		if slices.Equal(o.Locks[i+1], to) {
			return o
		}
		if found := leads(orders, o.Locks[i+1], to, seen); found != nil {
			return found
		}
	}
	return nil
}
