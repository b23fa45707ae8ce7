package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// An atomic.Value holds an interface: nil at first, and then values of one type, or else a panic. Where the text of the program
// does not tell that it is one type, it is an assumption that is listed.

// valueOps returns the operations on an atomic.Value.
func valueOps() map[string]syncOp {
	return map[string]syncOp{
		"(*sync/atomic.Value).Load":           onValue((*atomicCall).loadValue),
		"(*sync/atomic.Value).Store":          onValue((*atomicCall).setValue),
		"(*sync/atomic.Value).Swap":           onValue((*atomicCall).swapValue),
		"(*sync/atomic.Value).CompareAndSwap": onValue((*atomicCall).compareAndSwapValue),
	}
}

// onValue makes an operation of a method of atomic.Value. What it is passed is published before: it is out of the goroutine's
// hands for good.
func onValue(op func(*atomicCall) emit.Value) syncOp {
	return func(t *translator, inv *emit.Invocation) emit.Value {
		if refs := t.published(inv.WithoutReceiver()); len(refs) > 0 {
			t.Publish(refs)
		}
		c, ok := t.atomicCall(inv)
		if !ok {
			return t.Unknown(inv.Result)
		}
		for i := range c.args {
			c.args[i] = t.Stable(c.args[i])
		}
		return op(c)
	}
}

// told says of a value that is read what is known of all that are stored.
func (c *atomicCall) told(v emit.Value) emit.Value {
	c.t.Assume(c.t.fromOthers(v.Expr, c.elem)...)
	c.t.Assume(c.t.typed(v.Expr, c.t.contentsAt(c.at).Values))
	return v
}

func (c *atomicCall) loadValue() emit.Value { return c.told(c.load()) }

func (c *atomicCall) setValue() emit.Value {
	c.storable(c.args[0])
	return c.set()
}

func (c *atomicCall) swapValue() emit.Value {
	c.storable(c.args[0])
	return c.told(c.swap())
}

// storable checks that a value is not nil, and lists that it has the type of the others unless that is known.
func (c *atomicCall) storable(v *ir.Expr) {
	t, text := c.t, c.t.receiverText(c.inv)
	t.Check(ir.Ne(v, heap.NilInterface), ir.Check{Kind: ir.ExplicitPanic, Subject: "the panic of " + text + " for nil"})
	if c.t.contentsAt(c.at).Values.Mixed {
		t.Assumption(c.inv.Pos, "all values that are stored into %s, or compared with what it holds, have one type", text)
	}
}

// compareAndSwapValue translates CompareAndSwap. Where values may be equal that are different terms, or the other way round,
// either outcome is possible.
func (c *atomicCall) compareAndSwapValue() emit.Value {
	t, d := c.t, c.t.Mem.Dynamic
	old, now := c.args[0], c.args[1]
	c.storable(now)
	t.hashable(old, t.Text(c.inv.Argv[1]))
	sameType := ir.Or(ir.Eq(old, heap.NilInterface), ir.Eq(d.DynamicType(old), d.DynamicType(now)))
	t.Check(sameType, ir.Check{Kind: ir.ExplicitPanic, Subject: "the panic of " + t.receiverText(c.inv) + " for values of different types"})
	vague := ir.Not(ir.Apply(d.Plain, d.DynamicType(old)))
	same := ir.Eq(c.old, old)
	ok := t.Local("", ir.Bool)
	finds := func(is *ir.Expr, swapped bool) {
		c.step = &ir.Step{Do: []ir.Stmt{&ir.Assume{Cond: ir.Or(vague, is)}}}
		c.step.Access = append(c.step.Access, t.Accesses(c.acc, c.inv.Argv[0], nil)...)
		if swapped {
			c.put(now)
		}
		c.step.Do = append(c.step.Do, &ir.Assign{Dst: ok, Src: ir.B(swapped)})
		c.done(nil)
	}
	t.Choose("compare",
		func() { finds(same, true) },
		func() {
			if c.readable() {
				finds(ir.Not(same), false)
			} else {
				t.Emit(&ir.Assign{Dst: ok, Src: ir.False})
			}
		})
	return emit.Value{Expr: ir.V(ok)}
}

// readable reports whether everybody may read the variable at any time.
func (c *atomicCall) readable() bool {
	r := c.at.Family.Heap.Read
	return r == nil || r.Op == ir.OpTrue
}
