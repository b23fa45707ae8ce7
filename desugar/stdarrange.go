package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Packages sort and container/heap touch a collection by its own methods alone. Which elements they compare and swap,
// and in which order, is not told here: any two below the length that the collection had, any number of times.

// An arrangement is a call of a function that arranges a collection, where the methods of the collection are known.
type arrangement struct {
	t          *translator
	inv        *emit.Invocation
	methods    map[string]*ssa.Function
	collection emit.Value
}

// arrange translates such a call of fn.
func (t *translator) arrange(inv *emit.Invocation, fn *ssa.Function, methods map[string]*ssa.Function) emit.Value {
	inv.Name = analysis.Object(fn).FullName()
	c := &arrangement{t, inv, methods, t.Settle(t.Value(inv.Argv[0].(*ssa.MakeInterface).X))}
	switch inv.Name {
	case "container/heap.Push":
		t.Publish(t.heldByInterface(inv, 1))
		c.call("Push", t.Settle(inv.Args[1]))
		c.rearrange(c.length())
	case "container/heap.Pop":
		last := t.Stable(ir.Sub(c.length(), ir.N(1, heap.IntSort)))
		c.swap(heap.ZeroInt, last)
		c.rearrange(last)
		return c.call("Pop")
	case "container/heap.Remove":
		last := t.Stable(ir.Sub(c.length(), ir.N(1, heap.IntSort)))
		at := c.index()
		t.Choose("remove",
			func() { t.Assume(ir.Eq(at, last)) },
			func() {
				t.Assume(ir.Ne(at, last))
				c.swap(at, last)
				c.rearrange(last, at)
			})
		return c.call("Pop")
	case "container/heap.Fix":
		c.rearrange(c.length(), c.index())
	default:
		c.rearrange(c.length())
	}
	return t.Unknown(inv.Result)
}

// call translates a call of a method of the collection.
func (c *arrangement) call(name string, args ...emit.Value) emit.Value {
	fn, receiver := c.receiver(c.methods[name])
	argv := make([]ssa.Value, 1+len(args))
	argv[0] = c.inv.Argv[0].(*ssa.MakeInterface).X
	return c.t.callOn(c.inv, emit.Value{Fn: &emit.Closure{Fn: fn}}, append([]emit.Value{receiver}, args...), argv)
}

// receiver returns the declared method and its receiver, which an interface that holds a pointer dereferences for it, or the method that
// leads to an embedded field and calls the declared one.
func (c *arrangement) receiver(fn *ssa.Function) (*ssa.Function, emit.Value) {
	declared := analysis.Wrapped(fn)
	x := c.inv.Argv[0].(*ssa.MakeInterface).X
	ptr, ok := x.Type().Underlying().(*types.Pointer)
	if fn == declared || !ok || !types.Identical(ptr.Elem(), declared.Signature.Recv().Type()) {
		return fn, c.collection
	}
	if e := c.t.ReadBehind(x); e != nil {
		return declared, emit.Value{Expr: e}
	}
	return fn, c.collection
}

// length is what the collection says of its length.
func (c *arrangement) length() *ir.Expr {
	n := c.t.ExprOf(c.call("Len"))
	if n == nil {
		n = c.t.Unknown(types.Typ[types.Int]).Expr
	}
	return c.t.Stable(c.t.Mem.AsInt(n))
}

// index is the index that the call passes.
func (c *arrangement) index() *ir.Expr {
	i := c.t.ExprOf(c.inv.Args[1])
	if i == nil {
		i = c.t.Unknown(types.Typ[types.Int]).Expr
	}
	return c.t.Stable(c.t.Mem.AsInt(i))
}

// within is any index below a length, or between zero and one of the others: of an index that is out of range, package
// heap looks for the parents.
func (c *arrangement) within(n *ir.Expr, others []*ir.Expr) *ir.Expr {
	i := ir.V(c.t.Anything(heap.IntSort))
	is := ir.And(ir.Le(heap.ZeroInt, i), ir.Lt(i, n))
	for _, at := range others {
		is = ir.Or(is, ir.And(ir.Le(heap.ZeroInt, i), ir.Le(i, at)), ir.And(ir.Le(at, i), ir.Le(i, heap.ZeroInt)))
	}
	c.t.Assume(is)
	return i
}

func (c *arrangement) less(i, j *ir.Expr) { c.onTwo("Less", i, j) }
func (c *arrangement) swap(i, j *ir.Expr) { c.onTwo("Swap", i, j) }

func (c *arrangement) onTwo(name string, i, j *ir.Expr) {
	m := c.t.Mem
	c.call(name, emit.Value{Expr: m.IntValue(i)}, emit.Value{Expr: m.IntValue(j)})
}

// rearrange compares and swaps elements below a length, or on the way from the others.
func (c *arrangement) rearrange(n *ir.Expr, others ...*ir.Expr) {
	c.t.repeatedly(func() {
		i, j := c.within(n, others), c.within(n, others)
		if c.methods["Swap"] == nil {
			c.less(i, j)
			return
		}
		c.t.Choose("arrange", func() { c.less(i, j) }, func() { c.swap(i, j) })
	})
}

// indicesOfParameters says of Less and Swap of a slice, which such functions call, that they are passed indices below
// its length, as sort.Interface has it. Each call of checked code is translated with the body in place, which checks
// the indices.
func (t *translator) indicesOfParameters(fn *ssa.Function) {
	if t.refines != nil || !t.prog.IsArranged(fn) || t.prog.Outlined[fn] || fn.Name() != "Less" && fn.Name() != "Swap" {
		return
	}
	if _, ok := fn.Params[0].Type().Underlying().(*types.Slice); !ok {
		return
	}
	n := t.Mem.SliceLen(ir.V(t.Out.Params[0]))
	for i := 1; i <= 2; i++ {
		at := t.Mem.AsInt(ir.V(t.Out.Params[i]))
		t.Out.Given = append(t.Out.Given, ir.Le(heap.ZeroInt, at), ir.Lt(at, n))
	}
	if t.prog.CalledByOthers(fn) {
		t.Assumption(fn.Pos(), "whoever calls %s elsewhere passes indices below the length", analysis.FunctionName(fn))
	}
}
