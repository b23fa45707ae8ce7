package fusion

import (
	"go/token"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// Where the way that a branch did not take is a few steps without branches of their own, it is not a phantom edge: what it
// does is known as exactly as what the trace did. It becomes items that happen if the branch goes that way. In the order of
// the goroutine they come before those of the way taken, of which none happens then.

// exact makes items of the region if it is simple enough, and reports whether it is.
func (r *region) exact() bool {
	if len(r.locals) > 0 || len(r.calls) > 0 || !r.isSimple() {
		return false
	}
	t := r.t
	f := &frame{fn: r.frame.fn, env: maps.Clone(r.frame.env), block: r.frame.block}
	before := map[*cell]value{}
	t.other = append(t.other, guard{r.branch, true})
	for _, b := range r.blocks {
		for _, i := range b.Instrs {
			r.perform(f, i, before)
		}
	}
	t.other = t.other[:len(t.other)-1]
	for c, v := range before {
		c.val = v
	}
	r.branch.writes, r.branch.plain = nil, nil
	r.frame = f // for what the join takes over
	r.known, r.branch.exact = true, true
	return true
}

// isSimple reports whether the region is one way, and does nothing but compute, read and write numbers.
func (r *region) isSimple() bool {
	for _, b := range r.blocks {
		if len(b.Succs) > 1 {
			return false
		}
		for _, i := range b.Instrs {
			if !r.isSimpleStep(i) {
				return false
			}
		}
	}
	return true
}

func (r *region) isSimpleStep(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.BinOp:
		_, number := kindOf(i.X.Type())
		_, compares := comparisons[i.Op]
		_, isConst := i.Y.(*ssa.Const)
		return number && (compares || i.Op == token.EQL || i.Op == token.NEQ || i.Op == token.ADD || i.Op == token.SUB || i.Op == token.MUL && isConst)
	case *ssa.UnOp:
		return i.Op == token.MUL && r.isNumber(i.X) || i.Op == token.NOT || i.Op == token.SUB
	case *ssa.Store:
		return r.isNumber(i.Addr)
	case *ssa.Call:
		return atomicFunction(intrinsicName(&i.Call)) && r.isNumber(i.Call.Args[0])
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Convert, *ssa.Jump, *ssa.Return, *ssa.DebugRef:
		return true
	}
	return false
}

// isNumber reports whether an address is that of a number that is shared; or of a pointer that is known (reload).
func (r *region) isNumber(addr ssa.Value) bool {
	c := r.address(addr)
	if c == nil || c.local {
		return false
	}
	if free, ok := addr.(*ssa.FreeVar); ok && r.m.prog.writtenOnce(free) {
		return true
	}
	_, ok := c.val.(number)
	return ok && c.parts == nil
}

// perform executes a step.
func (r *region) perform(f *frame, i ssa.Instruction, before map[*cell]value) {
	m, t := r.m, r.t
	keep := func(c *cell) {
		if _, ok := before[c]; !ok {
			before[c] = c.val
		}
	}
	switch i := i.(type) {
	case *ssa.BinOp:
		f.env[i] = m.binary(t, f, i)
	case *ssa.UnOp:
		if i.Op != token.MUL {
			f.env[i], _ = m.unary(t, f, i)
			return
		}
		c := r.address(i.X)
		if _, ok := c.val.(number); !ok {
			f.env[i] = c.val // it is the same everywhere
			return
		}
		f.env[i] = m.read(t, c, -1, true)
	case *ssa.Store:
		c := r.address(i.Addr)
		keep(c)
		m.write(t, c, m.eval(t, f, i.Val), -1, true)
	case *ssa.Call:
		c := r.address(i.Call.Args[0])
		keep(c)
		var args []value
		for _, a := range i.Call.Args {
			args = append(args, m.eval(t, f, a))
		}
		f.env[i] = m.operate(t, atomicOperation(intrinsicName(&i.Call)), c, args, -1)
	case *ssa.Convert:
		f.env[i] = m.convert(t, f, i)
	case *ssa.FieldAddr:
		f.env[i] = pointer{r.address(i)}
	case *ssa.IndexAddr:
		f.env[i] = pointer{r.address(i)}
	}
}
