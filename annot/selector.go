package annot

import (
	"go/types"
	"strconv"
)

// selector checks x.f, pkg.Name and result.0.
func (c *exprChecker) selector(x *selectX) Expr {
	if n, ok := x.x.(*nameX); ok {
		if p := c.packageName(n); p != nil {
			return c.qualified(x, p)
		}
		if i, err := strconv.Atoi(x.sel.name); err == nil && n.name == "result" && c.sig != nil {
			e := c.resultExpr(x, i)
			c.recordWord(n, e.Type())
			return e
		}
	}
	if x.sel.name[0] >= '0' && x.sel.name[0] <= '9' {
		c.fail(x.sel, CodeSyntax, "result.0 is the first result", "only a result can be selected by a number")
	}
	return c.member(x, c.lockOrValue(x.x))
}

// lockOrValue is value, except that a lock's fields may be asked for in vain with a better message.
func (c *exprChecker) lockOrValue(x syntax) Expr {
	e := c.expr(x)
	if LockOf(e.Type()) != NoLock {
		return e
	}
	return c.load(e)
}

// packageName returns the imported package that n names, or nil.
func (c *exprChecker) packageName(n *nameX) *types.Package {
	if c.hidden(c.src.Types, n.name) {
		return nil
	}
	if p, ok := c.object(n.name).(*types.PkgName); ok {
		c.recordObject(n, p)
		return p.Imported()
	}
	return nil
}

// qualified checks pkg.Name.
func (c *exprChecker) qualified(x *selectX, p *types.Package) Expr {
	obj := p.Scope().Lookup(x.sel.name)
	if obj == nil || !obj.Exported() {
		c.fail(x.sel, CodeUnknownName, didYouMean(x.sel.name, p.Scope().Names()),
			"package %s has no %s", p.Name(), x.sel.name)
	}
	c.recordObject(x.sel, obj)
	switch obj := obj.(type) {
	case *types.Var:
		return &Var{node(x, obj.Type()), obj}
	case *types.Const:
		return &Const{node(x, obj.Type()), obj.Val()}
	}
	c.fail(x, CodeType, "", "%s.%s is not a value", p.Name(), x.sel.name)
	return nil
}

// member checks the selection of a field of e, promoted ones included.
func (c *exprChecker) member(x *selectX, e Expr) Expr {
	name := x.sel.name
	if isMath(e.Type()) || isUntyped(e.Type()) {
		c.fail(x.sel, CodeType, "", "%s has no fields", c.describe(e))
	}
	obj, path, indirect := types.LookupFieldOrMethod(e.Type(), true, c.within(e), name)
	switch obj := obj.(type) {
	case *types.Var:
		c.recordObject(x.sel, obj)
		return c.follow(e, path, x)
	case *types.Func:
		hint := "annotations can call only pure functions, with their arguments"
		if a, ok := e.(*AtomicValue); ok {
			hint = "write " + String(a) + " for the value it holds"
		}
		c.fail(x, CodeType, hint, "%s is a method, not a value", obj.Name())
	}
	if t, _ := deref(e.Type()); c.ghost(t, name) != nil {
		g := c.ghost(t, name)
		c.recordObject(x.sel, g.Var)
		_, pointer := deref(e.Type())
		return &Select{node(x, g.Var.Type()), e, pointer, g.Var}
	}
	switch {
	case path != nil:
		c.fail(x.sel, CodeUnknownName, "name the embedded field as well",
			"%s is ambiguous in %s", name, c.typeString(e.Type()))
	case indirect:
		c.fail(x.sel, CodeUnknownName, "", "%s is a pointer to a pointer or interface and has no %s", String(e), name)
	}
	c.fail(x.sel, CodeUnknownName, didYouMean(name, fieldNames(e.Type())), "%s has no field %s", c.describe(e), name)
	return nil
}

// within returns the package whose unexported fields of e can be named: this one, or e's own where all can be.
func (c *exprChecker) within(e Expr) *types.Package {
	if t, _ := deref(e.Type()); c.scope.anyField {
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
			return n.Obj().Pkg()
		}
	}
	return c.src.Types
}

// follow selects the fields along path, one node for each: embedded fields and dereferences become explicit.
func (c *exprChecker) follow(e Expr, path []int, at syntax) Expr {
	for _, i := range path {
		t, pointer := deref(e.Type())
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			c.fail(at, CodeType, "", "%s has no fields", c.describe(e))
		}
		f := st.Field(i)
		e = &Select{node(at, f.Type()), e, pointer, f}
	}
	return e
}
