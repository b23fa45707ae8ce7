package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// step completes a step with where it stands in the source, and appends it.
func (t *translator) step(s *ir.Step) {
	s.Span, s.Text = t.statement(t.frame)
	s.Pre = append(s.Pre, t.reachesOwn(s.Publish, s.Do)...)
	t.emit(s)
}

// check appends an assertion about the instruction under translation, unless it holds trivially.
func (t *translator) check(cond *ir.Expr, c ir.Check) {
	if cond.Op != ir.OpTrue {
		if c.Kind.Panics() {
			t.panicUnless(cond)
		}
		t.emit(t.assertion(cond, c))
	}
}

func (t *translator) assertion(cond *ir.Expr, c ir.Check) *ir.Assert {
	span, _ := t.statement(t.frame)
	c.Related = append(c.Related, t.related()...)
	return &ir.Assert{Span: span, Cond: cond, Check: c}
}

// publish appends a step from which on the objects that refs point to are shared.
func (t *translator) publish(refs []*ir.Expr) {
	var some []*ir.Expr
	for _, r := range refs {
		if r.Op != ir.OpNil {
			some = append(some, r)
		}
	}
	if len(some) == 0 || t.mem.Status == nil {
		return
	}
	t.step(&ir.Step{Mover: ir.BothMover, Publish: some})
}

// global returns the address of a package variable.
func (t *translator) global(g *ssa.Global) value {
	if isInitGuard(g) && t.out.Initial {
		p := heap.ValuePlace(ir.False, types.Typ[types.Bool])
		return value{at: &p}
	}
	v, ok := g.Object().(*types.Var)
	if !ok {
		t.unsupported(t.frame.pos(), "package initialisation")
		return value{}
	}
	p := t.mem.Global(v)
	return value{at: &p}
}

// place returns the place that the address v points to.
func (t *translator) place(v ssa.Value) (heap.Place, bool) {
	x := t.value(v)
	if x.at != nil {
		return *x.at, true
	}
	if x.expr == nil {
		return heap.Place{}, false
	}
	return t.mem.Deref(t.stable(x.expr), analysis.Deref(v.Type())), true
}

// nonNil checks that the pointer v is not nil, unless it cannot be.
func (t *translator) nonNil(v ssa.Value) {
	x := t.value(v)
	if x.at != nil || x.expr == nil {
		return
	}
	if phi, ok := v.(*ssa.Phi); ok && isVariable(phi) {
		return
	}
	t.nonNilExpr(x.expr, t.text(v))
}

// isVariable reports whether phi stands for the variable of a loop that has a cell for each iteration.
func isVariable(phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		if _, ok := e.(*ssa.Alloc); !ok {
			return false
		}
	}
	return true
}

func (t *translator) nonNilExpr(e *ir.Expr, text string) {
	switch {
	case e.Op == ir.OpVar:
		if t.frame.nonNil[e.Var] || t.isGiven(ir.Ne(e, heap.ZeroOf(e.Sort))) {
			return
		}
		if t.isStable(e) {
			t.frame.nonNil[e.Var] = true
		}
	case t.mem.IsInterior(e):
		return
	}
	t.check(ir.Ne(e, heap.ZeroOf(e.Sort)), ir.Check{Kind: ir.NilDereference, Subject: text, Needed: text + " != nil"})
}

// isGiven reports whether the condition is known at entry and over constants only, hence for good.
func (t *translator) isGiven(cond *ir.Expr) bool {
	for _, g := range t.out.Given {
		if ir.Equal(g, cond) && g.Args[0].Args[0].Var.Kind == ir.ConstVar {
			return true
		}
	}
	return false
}

func (t *translator) fieldAddr(v *ssa.FieldAddr) {
	t.nonNil(v.X)
	p, ok := t.place(v.X)
	if !ok {
		t.forget(v)
		return
	}
	st, ok := p.Type.Underlying().(*types.Struct)
	if !ok {
		t.unsupported(t.frame.pos(), "field of a %s", p.Type)
		t.forget(v)
		return
	}
	if t.insideBelieved(p.Type) {
		t.forget(v)
		return
	}
	if isCond(p.Type) {
		t.insideCond(v)
		return
	}
	at := t.mem.Field(p, st.Field(v.Field))
	t.define(v, value{at: &at})
}

// load translates a read of memory. A read of the function's own variables is no step; any other is a step of its own.
func (t *translator) load(v *ssa.UnOp) {
	if t.frame.source.isCounted(v) {
		return
	}
	if from, ok := v.X.(*ssa.SliceToArrayPointer); ok {
		t.loadArray(v, from)
		return
	}
	if l, ok := v.X.(*ssa.FieldAddr); ok && isCond(analysis.Deref(l.X.Type())) {
		t.lockOfCond(v, l)
		return
	}
	t.nonNil(v.X)
	p, ok := t.place(v.X)
	if !ok {
		t.forget(v)
		return
	}
	if p.IsLocal() {
		t.loadLocal(v, p)
		return
	}
	e, facts, ok := t.read(p, v.X, v)
	if !ok {
		t.forget(v)
		return
	}
	t.assume(facts...)
	if s := t.mem.Sentinel(p.Variable); s != nil {
		e = s
	}
	t.assume(t.mem.SentinelFacts(p.Variable, e)...)
	t.assume(t.mem.SettledFacts(p.Variable, e)...)
	if t.prog.Runners[p.Variable] != nil {
		t.assume(ir.Ne(e, heap.ZeroOf(e.Sort)))
	}
	if t.holdsNonNil(p) {
		t.assume(ir.Ne(e, heap.ZeroOf(e.Sort)))
		t.frame.nonNil[e.Var] = true
	}
	t.define(v, value{expr: e})
}

func (t *translator) loadLocal(v *ssa.UnOp, p heap.Place) {
	if p.Cell != nil && len(p.Path) == 0 {
		if known, ok := t.knownValue(p.Cell); ok {
			t.define(v, known)
			return
		}
	}
	e, err := t.mem.Read(p)
	t.result(v, e, err)
	if c := t.cellOf[p.Cell]; c != nil && c.choices != nil && err == nil {
		held := t.frame.values[v]
		held.choice = &choice{c.choices, t.save(ir.V(c.choices.last))}
		t.frame.values[v] = held
	}
}

// read emits the step that reads p, and returns the value and what is known of it. where is the address, what the value
// that is read, for messages.
func (t *translator) read(p heap.Place, where, what ssa.Value) (*ir.Expr, []*ir.Expr, bool) {
	if !t.isHeld(p) {
		_, err := t.mem.Sort(p.Type)
		if err == nil {
			err = fmt.Errorf("read of a %s", p.Type)
		}
		t.unsupported(t.frame.pos(), "%v", err)
		return nil, nil, false
	}
	src, acc, err := t.mem.Load(p)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return nil, nil, false
	}
	tmp := t.local("", src.Sort)
	s := &ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: tmp, Src: src}}, Access: t.accesses(acc, where, what)}
	s.Pre = t.plainOnly(acc)
	t.step(s)
	t.copies(ir.V(tmp), p.Type, t.location(where))
	return ir.V(tmp), t.mem.Loaded(ir.V(tmp), p, p.Type), true
}

// isHeld reports whether there are heap variables for what is at p.
func (t *translator) isHeld(p heap.Place) bool {
	return p.Family != nil || analysis.IsComposite(p.Type) || analysis.ArrayType(p.Type) != nil
}

// accesses fills in how messages call the locations that an access touches.
func (t *translator) accesses(acc []ir.Access, where, what ssa.Value) []ir.Access {
	for _, a := range acc {
		for _, i := range a.Index {
			if n, ok := t.mem.Arbitrary[i.Var]; ok && i.Op == ir.OpVar {
				t.emit(&ir.Havoc{Vars: []*ir.Var{i.Var}})
				t.assume(heap.IsIndex(i, n))
			}
		}
	}
	span, _ := t.statement(t.frame)
	text := t.location(where)
	if _, isSlice := where.Type().Underlying().(*types.Slice); isSlice {
		text = t.operand(where) + "[…]" // its elements
	}
	if expr := debugExpr(what); expr != nil {
		span = t.span(expr.Pos(), expr.End())
	}
	for i := range acc {
		acc[i].Span, acc[i].Text = span, text
		if len(acc) > 1 && acc[i].Map.Label != "" {
			acc[i].Text = text + " (" + acc[i].Map.Label + ")"
		}
	}
	return acc
}

// plainOnly makes the checks that no location of a plain access is one for sync/atomic only, or the state of a lock, unless
// nobody else can reach it yet. That a plain read of a variable for mixed access is free of data races is checked of all accesses
// that are not marked as atomic.
func (t *translator) plainOnly(acc []ir.Access) []*ir.Assert {
	var pre []*ir.Assert
	for _, a := range acc {
		if a.Map.Heap.Class == ir.Holder {
			pre = append(pre, t.unusedLock(a)...)
		}
		if a.Map.Heap.Class != ir.Atomic || a.Map.Heap.Mixed && !a.Write {
			continue
		}
		alone := ir.False
		if len(a.Index) > 0 && a.Index[0].Sort.Kind == ir.KindRef {
			alone = t.mem.Mine(a.Index[0])
		}
		kind := ir.ReadDenied
		if a.Write {
			kind = ir.WriteDenied
		}
		pre = append(pre, t.assertion(alone, ir.Check{Kind: kind, Subject: a.Text, Detail: "only through sync/atomic"}))
	}
	return pre
}

// store translates a write to memory.
func (t *translator) store(s *ssa.Store) {
	if g, ok := s.Addr.(*ssa.Global); ok && isInitGuard(g) && t.out.Initial {
		return
	}
	if isDeferStack(analysis.Deref(s.Addr.Type())) {
		return
	}
	t.nonNil(s.Addr)
	v := t.value(s.Val)
	e := t.exprOf(v)
	p, ok := t.place(s.Addr)
	if !ok {
		t.lost()
		return
	}
	if p.IsLocal() && p.Cell != nil {
		t.storeLocal(s, p, v, e)
		return
	}
	if e == nil {
		t.lost()
		e = t.unknown(p.Type).expr
	}
	if e == nil {
		return
	}
	t.copiesOperand(s.Val, value{expr: e})
	t.mem.FromLiteral = t.out.Initial && isLiteral(s.Val)
	t.write(p, e, s.Addr)
	t.mem.FromLiteral = false
}

func (t *translator) storeLocal(s *ssa.Store, p heap.Place, v value, e *ir.Expr) {
	c := t.cellOf[p.Cell]
	if c != nil && c.choices != nil && len(p.Path) == 0 {
		t.noteChoice(c.choices, t.settle(v))
	}
	if c != nil && c.once == s {
		c.value = v
		c.known = e == nil || t.isStable(e)
		if len(v.parts) > 0 {
			c.known = false
		}
	}
	if e == nil {
		t.lost()
		e = t.unknown(p.Type).expr
	}
	if e == nil {
		return
	}
	do, _, _, _, err := t.mem.Store(p, e)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return
	}
	for _, d := range do {
		t.assign(d.(*ir.Assign).Dst, d.(*ir.Assign).Src)
	}
}

// write emits the step that writes e to p.
func (t *translator) write(p heap.Place, e *ir.Expr, where ssa.Value) {
	do, pre, acc, publish, err := t.mem.Store(p, e)
	if err == nil && !t.isHeld(p) {
		err = fmt.Errorf("assignment to a %s", p.Type)
	}
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return
	}
	s := &ir.Step{Do: do, Access: t.accesses(acc, where, nil), Publish: notNil(publish)}
	for _, a := range pre {
		s.Pre = append(s.Pre, t.assertion(a.Cond, a.Check))
	}
	s.Pre = append(s.Pre, t.plainOnly(acc)...)
	t.step(s)
}

func notNil(refs []*ir.Expr) []*ir.Expr {
	var out []*ir.Expr
	for _, r := range refs {
		if r.Op != ir.OpNil {
			out = append(out, r)
		}
	}
	return out
}
