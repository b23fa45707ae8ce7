package desugar

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// atomicOps are the operations of package sync/atomic, by the name of the method, or of the function without the type.
var atomicOps = map[string]func(*atomicCall) emit.Value{
	"Load":           (*atomicCall).load,
	"Store":          (*atomicCall).set,
	"Swap":           (*atomicCall).swap,
	"Add":            func(c *atomicCall) emit.Value { return c.update(token.ADD, true) },
	"And":            func(c *atomicCall) emit.Value { return c.update(token.AND, false) },
	"Or":             func(c *atomicCall) emit.Value { return c.update(token.OR, false) },
	"CompareAndSwap": (*atomicCall).compareAndSwap,
}

// atomicOp returns the meaning of a function or method of sync/atomic, nil if it has none.
func atomicOp(fn *types.Func) syncOp {
	name := fn.Name()
	if op := valueOps()[fn.FullName()]; op != nil {
		return op
	}
	if fn.Signature().Recv() == nil {
		for _, typ := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
			name = strings.TrimSuffix(name, typ)
		}
	} else if heap.AtomicElem(analysis.Deref(fn.Signature().Recv().Type())) == nil {
		return nil
	}
	op := atomicOps[name]
	if op == nil {
		return nil
	}
	return func(t *translator, inv *emit.Invocation) emit.Value {
		c, ok := t.atomicCall(inv)
		if !ok {
			return t.Unknown(inv.Result)
		}
		return op(c)
	}
}

// An atomicCall is a call of an operation of sync/atomic: one step that reads or writes the place at, or both.
type atomicCall struct {
	t    *translator
	inv  *emit.Invocation
	at   heap.Place
	elem types.Type // of the value there
	args []*ir.Expr // without the place
	old  *ir.Expr   // the value in the state before
	acc  []ir.Access
	step *ir.Step
}

func (t *translator) atomicCall(inv *emit.Invocation) (*atomicCall, bool) {
	c := &atomicCall{t: t, inv: inv, step: &ir.Step{}}
	var ok bool
	if c.at, ok = t.receiverPlace(inv); !ok {
		return nil, false
	}
	c.elem = c.at.Type
	if e := heap.AtomicElem(c.elem); e != nil {
		c.elem = e
	}
	for _, a := range inv.Args[1:] {
		e := t.ExprOf(a)
		if e == nil {
			return nil, false
		}
		c.args = append(c.args, e)
	}
	if c.at.IsLocal() || c.at.Family == nil {
		t.Unsupported(inv.Pos, "sync/atomic on %s", t.Mem.AType(c.at.Type))
		return nil, false
	}
	var err error
	if c.old, c.acc, err = t.Mem.Load(c.at); err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return nil, false
	}
	return c, true
}

// accesses are those of the step, which are atomic.
func (c *atomicCall) accesses(acc []ir.Access) []ir.Access {
	acc = c.t.Accesses(acc, c.inv.Argv[0], nil)
	for i := range acc {
		acc[i].Atomic = true
	}
	return acc
}

// get makes the step read the value, and returns it.
func (c *atomicCall) get() *ir.Var {
	v := c.t.Local("", c.old.Sort)
	c.step.Do = append(c.step.Do, &ir.Assign{Dst: v, Src: c.old})
	c.step.Access = append(c.step.Access, c.accesses(c.acc)...)
	return v
}

// put makes the step write a value.
func (c *atomicCall) put(e *ir.Expr) {
	do, pre, acc, publish, err := c.t.Mem.Store(c.at, e)
	if err != nil {
		c.t.Unsupported(c.inv.Pos, "%v", err)
		return
	}
	c.step.Do = append(c.step.Do, do...)
	c.step.Access = append(c.step.Access, c.accesses(acc)...)
	c.step.Publish = append(c.step.Publish, emit.NotNil(publish)...)
	for _, a := range pre {
		c.step.Pre = append(c.step.Pre, c.t.Assertion(a.Cond, a.Check))
	}
}

// done emits the step, and what is known of the value read, if one is returned.
func (c *atomicCall) done(read *ir.Var) emit.Value {
	c.t.Step(c.step)
	if read == nil {
		return emit.Value{}
	}
	c.t.Assume(c.t.Mem.Loaded(ir.V(read), c.at, c.at.Type)...)
	return emit.Value{Expr: ir.V(read)}
}

func (c *atomicCall) load() emit.Value { return c.done(c.get()) }

func (c *atomicCall) set() emit.Value {
	c.put(c.args[0])
	return c.done(nil)
}

func (c *atomicCall) swap() emit.Value {
	old := c.get()
	c.put(c.args[0])
	return c.done(old)
}

// update translates an operation that combines the value with an argument, and returns the new value or the old one.
func (c *atomicCall) update(op token.Token, returnsNew bool) emit.Value {
	old := c.get()
	e, err := c.t.Mem.Binary(op, ir.V(old), c.args[0], c.elem, c.elem)
	if err != nil {
		c.t.Unsupported(c.inv.Pos, "%v", err)
		return c.t.Unknown(c.inv.Result)
	}
	if !returnsNew {
		c.put(e)
		return c.done(old)
	}
	sum := c.t.Local("", e.Sort)
	c.step.Do = append(c.step.Do, &ir.Assign{Dst: sum, Src: e})
	c.put(ir.V(sum))
	v := c.done(sum)
	c.t.takesNumber(c.at, ir.V(sum))
	return v
}

// compareAndSwap is a choice of its two outcomes: the one that fails only reads, so it may commute where the other
// does not. Where not everybody may read the variable at any time, it counts as failing for whatever reason, without a
// look at it: so those who wait for a lock made by hand leave its word to the one that holds it.
func (c *atomicCall) compareAndSwap() emit.Value {
	t := c.t
	same, err := t.Mem.Binary(token.EQL, c.old, c.args[0], c.elem, c.elem)
	if err != nil {
		t.Unsupported(c.inv.Pos, "%v", err)
		return t.Unknown(c.inv.Result)
	}
	ok := t.Local("", ir.Bool)
	t.Choose("compare",
		func() {
			c.step = &ir.Step{Do: []ir.Stmt{&ir.Assume{Cond: same}}}
			c.step.Access = append(c.step.Access, c.accesses(c.acc)...)
			c.put(c.args[1])
			c.step.Do = append(c.step.Do, &ir.Assign{Dst: ok, Src: ir.True})
			c.done(nil)
		},
		func() {
			if !c.readable() {
				t.Emit(&ir.Assign{Dst: ok, Src: ir.False})
				return
			}
			c.step = &ir.Step{Do: []ir.Stmt{&ir.Assume{Cond: ir.Not(same)}, &ir.Assign{Dst: ok, Src: ir.False}}}
			c.step.Access = c.accesses(c.acc)
			c.done(nil)
		})
	return emit.Value{Expr: ir.V(ok)}
}
