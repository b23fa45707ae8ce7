package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A list of container/list leads to its elements, and each element to its neighbours and to its value. In which order
// they come is not told here: what a method returns is any element that the list, or the element, leads to. So the
// links themselves need not be in memory. What is known of an element that is found is what is known of a reference in
// the first link; what is inserted is handed over to it.

// listModels returns the methods of package container/list. It is a function as one of them calls another.
func listModels() map[string]model {
	return map[string]model{
		"(*container/list.Element).Next":       onList((*listCall).neighbour),
		"(*container/list.Element).Prev":       onList((*listCall).neighbour),
		"(*container/list.List).Back":          onList((*listCall).end),
		"(*container/list.List).Front":         onList((*listCall).end),
		"(*container/list.List).Init":          onList((*listCall).init),
		"(*container/list.List).InsertAfter":   onList((*listCall).insertBeside),
		"(*container/list.List).InsertBefore":  onList((*listCall).insertBeside),
		"(*container/list.List).Len":           onList((*listCall).length),
		"(*container/list.List).MoveAfter":     onList((*listCall).move),
		"(*container/list.List).MoveBefore":    onList((*listCall).move),
		"(*container/list.List).MoveToBack":    onList((*listCall).move),
		"(*container/list.List).MoveToFront":   onList((*listCall).move),
		"(*container/list.List).PushBack":      onList((*listCall).push),
		"(*container/list.List).PushBackList":  onList((*listCall).pushAll),
		"(*container/list.List).PushFront":     onList((*listCall).push),
		"(*container/list.List).PushFrontList": onList((*listCall).pushAll),
		"(*container/list.List).Remove":        onList((*listCall).remove),
	}
}

// A listCall is a call of a method of a list or of an element.
type listCall struct {
	t    *translator
	inv  *emit.Invocation
	args []*ir.Expr
	elem *types.Pointer // to an element
}

// ownsLists reports whether lists may be in the region of some guard group. Where none are, a call is one of code that is not at hand.
func (t *translator) ownsLists(inv *emit.Invocation) bool {
	if listModels()[inv.Name] == nil {
		return false
	}
	elem := t.listElement(inv)
	return elem != nil && t.prog.IsRegional(elem.Elem())
}

// listElement is the type of a pointer to an element of a list.
func (t *translator) listElement(inv *emit.Invocation) *types.Pointer {
	pkg := analysis.Object(inv.Callee.Fn.Fn).Pkg()
	obj, ok := pkg.Scope().Lookup("Element").(*types.TypeName)
	if !ok {
		return nil
	}
	return types.NewPointer(obj.Type())
}

func onList(op func(*listCall) emit.Value) model {
	return func(t *translator, inv *emit.Invocation) emit.Value {
		if !t.ownsLists(inv) {
			return t.foreign(inv, inv.Name)
		}
		args, ok := t.arguments(inv)
		if !ok {
			return t.foreign(inv, inv.Name)
		}
		t.publishInterfaces(inv, nil)
		t.Assume(ir.Ne(args[0], ir.Nil)) // else the method panics, which is not asked about here
		return op(&listCall{t, inv, args, t.listElement(inv)})
	}
}

// field returns the place of a field of the object that argument i points to.
func (c *listCall) field(ref *ir.Expr, typ types.Type, name string) heap.Place {
	p := c.t.Mem.Deref(ref, typ)
	st := typ.Underlying().(*types.Struct)
	for f := range st.Fields() {
		if f.Name() == name {
			return c.t.Mem.Field(p, f)
		}
	}
	return p
}

// touch is an access to the list or element that argument i points to, where somebody has said who may access it.
func (c *listCall) touch(i int, write bool) {
	c.touchRef(c.args[i], analysis.Deref(c.inv.Argv[i].Type()), i, write)
}

func (c *listCall) touchRef(ref *ir.Expr, typ types.Type, i int, write bool) {
	name := "len"
	if types.Identical(typ, c.elem.Elem()) {
		name = "next"
	}
	p := c.field(ref, typ, name)
	c.t.touch(p, ref, use{by: c.inv.Name, write: write, sure: true, depth: 1}, c.t.LocationBase(c.inv.Argv[i]))
}

// link is the place that stands for all links of the list or element at ref.
func (c *listCall) link(ref *ir.Expr, typ types.Type) heap.Place {
	if !types.Identical(typ, c.elem.Elem()) {
		root := c.field(ref, typ, "root")
		ref = root.Addr()
	}
	return c.field(ref, c.elem.Elem(), "next")
}

// linked returns an element that the list or element leads to, or nil.
func (c *listCall) linked(ref *ir.Expr, typ types.Type) *ir.Expr {
	p := c.link(ref, typ)
	e := ir.V(c.t.Anything(ir.Ref))
	c.t.Assume(c.t.Mem.Loaded(e, p, c.elem)...)
	return e
}

func (c *listCall) neighbour() emit.Value {
	c.touch(0, false)
	return emit.Value{Expr: c.linked(c.args[0], c.elem.Elem())}
}

func (c *listCall) end() emit.Value {
	c.touch(0, false)
	return emit.Value{Expr: c.linked(c.args[0], analysis.Deref(c.inv.Argv[0].Type()))}
}

func (c *listCall) length() emit.Value {
	c.touch(0, false)
	return c.t.Unknown(c.inv.Result)
}

func (c *listCall) init() emit.Value {
	c.touch(0, true)
	return emit.Value{Expr: c.args[0]}
}

func (c *listCall) move() emit.Value {
	for i := range c.args {
		c.touch(i, true)
	}
	return emit.Value{}
}

func (c *listCall) push() emit.Value {
	c.touch(0, true)
	e := c.insert(c.args[1])
	c.t.Frame.NonNil[e.Var] = true
	return emit.Value{Expr: e}
}

// insertBeside makes an element only if the mark is one of the list.
func (c *listCall) insertBeside() emit.Value {
	c.touch(0, true)
	c.touch(2, true)
	e := c.insert(c.args[1])
	is := ir.V(c.t.Anything(ir.Bool))
	return emit.Value{Expr: ir.Ite(is, e, ir.Nil)}
}

// insert makes an element of the list with the value v.
func (c *listCall) insert(v *ir.Expr) *ir.Expr {
	t := c.t
	e, step, err := t.Mem.Allocate(c.elem.Elem(), "")
	if err != nil {
		t.Unsupported(c.inv.Pos, "call of %s: %v", c.inv.Name, err)
		return ir.V(t.Anything(ir.Ref))
	}
	t.Step(step)
	t.Write(c.field(e, c.elem.Elem(), "Value"), v, c.inv.Argv[0])
	list := c.args[0]
	own, pre, publish := t.Mem.HandOver(c.link(list, analysis.Deref(c.inv.Argv[0].Type())), e)
	s := &ir.Step{Mover: ir.BothMover, Do: append(own, t.Mem.MarkStored(list)...), Publish: emit.NotNil(publish)}
	for _, a := range pre {
		s.Pre = append(s.Pre, t.Assertion(a.Cond, a.Check))
	}
	t.Step(s)
	return e
}

// pushAll inserts the values of the elements of another list, of which an arbitrary one stands for all.
func (c *listCall) pushAll() emit.Value {
	t := c.t
	c.touch(0, true)
	c.touch(1, false)
	e := c.linked(c.args[1], analysis.Deref(c.inv.Argv[1].Type()))
	t.SaveAll()
	t.Choose("element",
		func() { t.Assume(ir.Eq(e, ir.Nil)) },
		func() {
			t.Assume(ir.Ne(e, ir.Nil))
			if v, ok := t.readPlace(c.field(e, c.elem.Elem(), "Value")); ok {
				c.insert(v)
			}
		})
	return emit.Value{}
}

func (c *listCall) remove() emit.Value {
	c.touch(0, true)
	c.touch(1, true)
	v, ok := c.t.readPlace(c.field(c.args[1], c.elem.Elem(), "Value"))
	if !ok {
		return c.t.Unknown(c.inv.Result)
	}
	return emit.Value{Expr: v}
}
