package fusion

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// step executes the next instruction of a frame. It reports false if that is a visible operation that is not yet to be
// executed.
func (m *machine) step(t *thread, f *frame) bool {
	i := f.block.Instrs[f.pc]
	switch i := i.(type) {
	case *ssa.DebugRef:
	case *ssa.Alloc:
		c := m.newCell(i.Comment, i.Type().Underlying().(*types.Pointer).Elem(), !i.Heap)
		if m.prog.quiet[i.Pos()] {
			c.silence()
		}
		f.env[i] = pointer{c}
	case *ssa.Store:
		if !m.store(t, i, m.deref(t, f, i.Addr, i), m.eval(t, f, i.Val)) {
			return false
		}
	case *ssa.UnOp:
		v, ok := m.unary(t, f, i)
		if !ok {
			return false
		}
		f.env[i] = v
	case *ssa.Send:
		if !m.send(t, i, m.channel(t, f, i.Chan, i), m.eval(t, f, i.X)) {
			return false
		}
	case *ssa.Call:
		return m.call(t, f, i)
	case *ssa.Go:
		m.spawn(t, f, i)
	case *ssa.Defer:
		m.abandonIn(t, f)
		fn, args := m.callee(t, f, &i.Call)
		f.defers = append(f.defers, deferred{fn, args})
	case *ssa.RunDefers:
		m.pass(t, f)
		if n := len(f.defers); n > 0 {
			return m.runDeferred(t, f, n-1)
		}
	case *ssa.If:
		m.enter(t, f, i)
		return true
	case *ssa.Jump:
		m.jump(t, f, f.block.Succs[0])
		return true
	case *ssa.Return:
		if f.once != nil && !m.onceDone(t, f, i) {
			return false
		}
		m.ret(t, f, i)
		return true
	default:
		v, ok := i.(ssa.Value)
		if !ok {
			m.unable("%v at %v is not followed", i, m.prog.position(i))
		}
		f.env[v] = m.compute(t, f, v)
	}
	f.pc++
	return true
}

// abandonIn is for a call that is deferred: on the other way of a branch in the same function it is not.
func (m *machine) abandonIn(t *thread, f *frame) {
	for _, e := range t.entries {
		if e.frame == f && !e.bail {
			e.bail, e.why = true, "a deferred call"
		}
	}
}

// jump goes to another block of the function.
func (m *machine) jump(t *thread, f *frame, to *ssa.BasicBlock) {
	from := f.block
	edge := 0
	for k, p := range to.Preds {
		if p == from {
			edge = k
		}
	}
	values := map[*ssa.Phi]value{}
	f.pc = 0
	for _, i := range to.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		values[phi] = m.eval(t, f, phi.Edges[edge])
		f.pc++
	}
	for phi, v := range values {
		f.env[phi] = v
	}
	f.block = to
	m.close(t, f, to)
}

// ret returns from a function.
func (m *machine) ret(t *thread, f *frame, i *ssa.Return) {
	var results aggregate
	for _, r := range i.Results {
		results = append(results, m.eval(t, f, r))
	}
	switch len(results) {
	case 0:
		f.results = nil
	case 1:
		f.results = results[0]
	default:
		f.results = results
	}
	m.pass(t, f)
	m.close(t, f, nil)
	t.top = f.caller
	if f.caller != nil && f.call != nil {
		f.caller.env[f.call] = f.results
	}
}

// eval is the value of an SSA value in a frame.
func (m *machine) eval(t *thread, f *frame, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return constantOf(v)
	case *ssa.Global:
		return pointer{m.global(v)}
	case *ssa.Function:
		return closure{fn: v}
	case *ssa.Builtin:
		return &opaque{v.Name()}
	}
	return f.env[v]
}

// constantOf is the value of a constant.
func constantOf(c *ssa.Const) value {
	if c.Value == nil {
		return zero(c.Type())
	}
	if k, ok := kindOf(c.Type()); ok {
		if k == truth {
			return boolean(constant.BoolVal(c.Value))
		}
		if v := constant.ToInt(c.Value); v.Kind() == constant.Int {
			if n, exact := constant.Int64Val(v); exact {
				return num(k, n)
			}
			n, _ := constant.Uint64Val(v)
			return num(k, int64(n))
		}
	}
	if c.Value.Kind() == constant.String {
		return text(constant.StringVal(c.Value))
	}
	return &opaque{c.Value.String()}
}

// global is the cell of a package variable.
func (m *machine) global(g *ssa.Global) *cell {
	c := m.globals[g]
	if c == nil {
		c = m.newCell(g.Name(), g.Type().Underlying().(*types.Pointer).Elem(), false)
		known := false
		for _, p := range m.prog.packages {
			known = known || p == g.Pkg
		}
		if !known { // it belongs to a package that is not followed
			c.leaves(func(c *cell) { c.val = &opaque{g.Name()} })
		}
		if m.prog.quiet[g.Pos()] {
			c.silence()
		}
		m.globals[g] = c
	}
	return c
}

// deref is the cell that a pointer points to.
func (m *machine) deref(t *thread, f *frame, v ssa.Value, at ssa.Instruction) *cell {
	p, ok := m.eval(t, f, v).(pointer)
	if !ok || p.to == nil {
		m.unable("the pointer at %v is not known", m.prog.position(at))
	}
	return p.to
}

// number is the value of an operand that must be one.
func (m *machine) number(t *thread, f *frame, v ssa.Value, at ssa.Instruction) number {
	n, ok := m.eval(t, f, v).(number)
	if !ok {
		m.unable("the number at %v is not known", m.prog.position(at))
	}
	return n
}

// index is an operand that must be a number, and is taken to be what it is in the trace.
func (m *machine) index(t *thread, f *frame, v ssa.Value, at ssa.Instruction) int {
	n := m.number(t, f, v, at)
	m.pin(t, n.term, "another index")
	return int(n.val)
}

func (m *machine) unary(t *thread, f *frame, i *ssa.UnOp) (value, bool) {
	switch i.Op {
	case token.MUL:
		return m.load(t, i, m.deref(t, f, i.X, i))
	case token.ARROW:
		return m.receive(t, i, m.channel(t, f, i.X, i))
	}
	n, ok := m.eval(t, f, i.X).(number)
	if !ok {
		return &opaque{i.String()}, true
	}
	switch i.Op {
	case token.NOT:
		return number{not(n.term)}, true
	case token.SUB:
		return number{apply(opSub, n.kind, n.kind.wrap(-n.val), fixedTerm(n.kind, 0), n.term)}, true
	case token.XOR:
		m.pin(t, n.term, "an operation on bits")
		return num(n.kind, ^n.val), true
	}
	m.unable("%v at %v is not followed", i, m.prog.position(i))
	return nil, false
}

// fix takes the numbers in a value to be what they are in the trace.
func (m *machine) fix(t *thread, v value) value {
	switch v := v.(type) {
	case number:
		m.pin(t, v.term, "another number in an interface")
		return num(v.kind, v.val)
	case aggregate:
		out := make(aggregate, len(v))
		for i := range v {
			out[i] = m.fix(t, v[i])
		}
		return out
	}
	return v
}

// field is a field of a struct's cell, nil if that is nil. Types of the standard library have none.
func field(c *cell, k int) *cell {
	if c == nil || c.parts == nil {
		return c
	}
	return c.parts[k]
}

// compute executes an instruction that only computes a value.
func (m *machine) compute(t *thread, f *frame, i ssa.Value) value {
	at := i.(ssa.Instruction)
	switch i := i.(type) {
	case *ssa.BinOp:
		return m.binary(t, f, i)
	case *ssa.FieldAddr:
		return pointer{field(m.deref(t, f, i.X, i), i.Field)}
	case *ssa.Field:
		if a, ok := m.eval(t, f, i.X).(aggregate); ok {
			return a[i.Field]
		}
		return &opaque{i.String()}
	case *ssa.Extract:
		if a, ok := m.eval(t, f, i.Tuple).(aggregate); ok {
			return a[i.Index]
		}
		return &opaque{i.String()}
	case *ssa.IndexAddr:
		return m.element(t, f, i)
	case *ssa.Index:
		if a, ok := m.eval(t, f, i.X).(aggregate); ok {
			if k := m.index(t, f, i.Index, i); k >= 0 && k < len(a) {
				return a[k]
			}
		}
		m.unable("the index at %v is not known", m.prog.position(i))
	case *ssa.MakeClosure:
		c := closure{fn: i.Fn.(*ssa.Function)}
		for _, b := range i.Bindings {
			c.free = append(c.free, m.eval(t, f, b))
		}
		return &c
	case *ssa.MakeInterface:
		return boxed{i.X.Type(), m.fix(t, m.eval(t, f, i.X))}
	case *ssa.ChangeInterface:
		return m.eval(t, f, i.X)
	case *ssa.ChangeType:
		return m.eval(t, f, i.X)
	case *ssa.Convert:
		return m.convert(t, f, i)
	case *ssa.MakeChan:
		return m.makeChan(t, f, i)
	case *ssa.MakeSlice:
		return m.makeSlice(t, f, i)
	case *ssa.Slice:
		return m.slice(t, f, i)
	case *ssa.TypeAssert:
		return m.assertType(t, f, i)
	}
	m.unable("%v at %v is not followed", at, m.prog.position(at))
	return nil
}

// element is the address of an element of an array or slice.
func (m *machine) element(t *thread, f *frame, i *ssa.IndexAddr) value {
	k := m.index(t, f, i.Index, i)
	var c *cell
	switch x := m.eval(t, f, i.X).(type) {
	case pointer:
		c = x.to
	case slice:
		if k < 0 || k >= x.len {
			m.unable("the index at %v is out of range", m.prog.position(i))
		}
		c, k = x.array, k+x.off
	}
	if c == nil || k < 0 || k >= len(c.parts) {
		m.unable("the index at %v is not known", m.prog.position(i))
	}
	return pointer{c.parts[k]}
}

func (m *machine) makeSlice(t *thread, f *frame, i *ssa.MakeSlice) value {
	n, c := m.index(t, f, i.Len, i), m.index(t, f, i.Cap, i)
	if n < 0 || c < n || c > maxArray {
		m.unable("the length of the slice at %v", m.prog.position(i))
	}
	array := m.newCell("slice", types.NewArray(i.Type().Underlying().(*types.Slice).Elem(), int64(c)), false)
	return slice{array: array, len: n, cap: c}
}

// slice executes x[low:high].
func (m *machine) slice(t *thread, f *frame, i *ssa.Slice) value {
	var s slice
	switch x := m.eval(t, f, i.X).(type) {
	case slice:
		s = x
	case pointer:
		if x.to != nil {
			s = slice{array: x.to, len: len(x.to.parts), cap: len(x.to.parts)}
		}
	default:
		return &opaque{i.String()}
	}
	low, high, limit := 0, s.len, s.cap
	for _, b := range []struct {
		v  ssa.Value
		to *int
	}{{i.Low, &low}, {i.High, &high}, {i.Max, &limit}} {
		if b.v != nil {
			*b.to = m.index(t, f, b.v, i)
		}
	}
	if low < 0 || high < low || limit < high || limit > s.cap {
		m.unable("the slice at %v is out of range", m.prog.position(i))
	}
	return slice{array: s.array, off: s.off + low, len: high - low, cap: limit - low}
}

func (m *machine) assertType(t *thread, f *frame, i *ssa.TypeAssert) value {
	b, ok := m.eval(t, f, i.X).(boxed)
	if _, iface := i.AssertedType.Underlying().(*types.Interface); !ok || iface {
		m.unable("the type assertion at %v is not followed", m.prog.position(i))
	}
	holds := b.typ != nil && types.Identical(b.typ, i.AssertedType)
	switch {
	case i.CommaOk && holds:
		return aggregate{b.v, boolean(true)}
	case i.CommaOk:
		return aggregate{zero(i.AssertedType), boolean(false)}
	case holds:
		return b.v
	}
	m.unable("the type assertion at %v fails", m.prog.position(i))
	return nil
}

// convert executes a conversion.
func (m *machine) convert(t *thread, f *frame, i *ssa.Convert) value {
	v := m.eval(t, f, i.X)
	k, ok := kindOf(i.Type())
	n, isNumber := v.(number)
	if !ok || !isNumber {
		return &opaque{i.String()}
	}
	if n.last < 0 {
		return num(k, n.val)
	}
	if k == n.kind {
		return n
	}
	return number{apply("conv", k, k.wrap(n.val), n.term)}
}
