package desugar

import (
	"errors"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// contractCall translates a call by the callee's contract: its requirements are asserted, then its specification
// happens, one step an action.
func (t *translator) contractCall(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) emit.Value {
	name := calledAs(inv, fn, spec)
	args, results, out, ok := t.contractOperands(inv, fn, spec)
	if !ok {
		return t.Unknown(inv.Result)
	}
	var own *ir.Expr
	if t.prog.MayPublish(fn) {
		own = t.passesOwn(inv)
	}
	t.publishInterfaces(inv, nil)
	requires, auto, err := t.callContract(spec, analysis.Object(fn), args, results)
	panics, err2 := t.panicConditions(spec, analysis.Object(fn), args, ir.V(t.Out.Tid))
	if err := errors.Join(err, err2); err != nil {
		t.Unsupported(inv.Pos, "call of %s: %v", name, err)
		return t.Unknown(inv.Result)
	}
	for i, c := range requires {
		t.Emit(t.Assertion(c.Cond, t.required(inv, name, contractOf(fn, spec), spec.Requires[i], c)))
	}
	t.denyPanics(name, spec, panics, true)
	if spec.For != nil && auto != nil {
		t.mayModify(inv, auto)
	}
	t.takeOver(givenBy(t, inv, fn, args), inv)
	t.staysConfined(givenBy(t, inv, fn, args), inv)
	if speaksOfClosing(spec) {
		t.outOfAccount(inv, name)
	}
	t.lockFree(inv, fn, spec, args)
	if spec.For != nil {
		t.handToOthers(inv)
	} else {
		t.handOver(spec, args, parameters(fn))
	}
	switch {
	case spec.For != nil:
	case spec.Trusted:
		t.Assumption(inv.Pos, "the contract of %s is trusted", name)
	case t.prog.RunsOthers(fn): // its check knows of the fields alone that it names itself, and code of others that it calls may write more
		t.theirsMayChange()
	}
	l := t.loan(spec, callee{name, fn.Signature, paramsOf(fn, spec)}, args, results)
	if l != nil && len(l.refs) > 0 {
		t.nothingLent()
	}
	o := &resultBinding{results: results, loan: l, own: own, ends: !spec.Trusted && t.prog.Ends(fn)}
	o.diverges, o.makes = t.prog.MayDiverge(fn, spec), spec.Trusted || t.prog.Makes(fn)
	if o.diverges || t.prog.relating {
		o.bound = t.boundResults(results, fn.Signature, spec)
	}
	t.perform(auto, o)
	t.getBack(results, fn.Signature, spec)
	return tuple(out, inv.Result)
}

// contractOperands returns the arguments and variables for the results of a call that is not inlined, after asserting that
// pointers are not nil.
func (t *translator) contractOperands(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec) (args []*ir.Expr, results []*ir.Var, out []emit.Value, ok bool) {
	t.nonNilArguments(inv, fn, spec)
	if args, ok = t.arguments(inv); !ok {
		t.Unsupported(inv.Pos, "call of %s: an argument has no translation", analysis.FunctionName(fn))
		return nil, nil, nil, false
	}
	if results, out, ok = t.resultVars(fn.Signature.Results()); !ok {
		t.Unsupported(inv.Pos, "call of %s: a result has no translation", analysis.FunctionName(fn))
	}
	return args, results, out, ok
}

// getBack assumes what is known of the results of a call that is not inlined.
func (t *translator) getBack(results []*ir.Var, sig *types.Signature, spec *annot.FuncSpec) {
	for i, r := range results {
		typ := sig.Results().At(i).Type()
		t.Assume(t.received(ir.V(r), typ, spec, i)...)
		if localResults(spec)[i] {
			t.Emit(t.Mem.LeftTo(heap.Left{Expr: ir.V(r), Type: typ})...)
		}
	}
}

// resultVars makes a variable of arbitrary value for each result of a callee: what it returns is settled by what it
// ensures.
func (t *translator) resultVars(results *types.Tuple) (vars []*ir.Var, out []emit.Value, ok bool) {
	for r := range results.Variables() {
		s, err := t.Mem.Sort(r.Type())
		if err != nil {
			return nil, nil, false
		}
		v := t.Anything(s)
		vars, out = append(vars, v), append(out, emit.Value{Expr: ir.V(v)})
	}
	return vars, out, true
}

// received returns what is known of a callee's result: it refers to shared objects, or to what it was lent.
func (t *translator) received(v *ir.Expr, typ types.Type, spec *annot.FuncSpec, i int) []*ir.Expr {
	if spec.For != nil { // nobody has checked it, and what it returns may be what it was passed; see resultInNoRegion
		return t.Mem.Known(v, typ, ir.False)
	}
	local := len(analysis.LocalParams(spec)) > 0 || localResults(spec)[i]
	return append(t.Mem.KnownParam(v, typ, local), t.Mem.Unowned(v, typ)...)
}

// handOver publishes what the arguments refer to, but for those that the contract says are local to the caller.
func (t *translator) handOver(spec *annot.FuncSpec, args []*ir.Expr, params []*types.Var) {
	local := analysis.LocalParams(spec)
	var refs, own []*ir.Expr
	for i, p := range params {
		if i < len(args) && !local[p] {
			refs = append(refs, t.Mem.Publishable(args[i], p.Type())...)
		} else if i < len(args) {
			own = append(own, t.Mem.RegionalRefs(args[i], p.Type())...)
		}
	}
	t.Publish(refs)
	t.leaveLocals(own)
}

// perform makes the steps of a specification happen: every path through its flow graph. What is not iterated is translated
// as it stands. Each iteration is a loop that goes round once for an action, with one entry whatever the specification: last
// remembers which action came before.
func (t *translator) perform(s *ir.Spec, o *resultBinding) {
	if o.bound != nil && !bindsResults(s) {
		if t.prog.relating {
			defer t.bindResults(o)
		}
		late := *o
		late.bound = nil
		o = &late
	}
	if s.Empty {
		t.telling(o, func(mover ir.Mover) { t.idle(!o.ends, mover, o) })
	}
	if len(s.Nodes) == 0 {
		return
	}
	p := &performance{t: t, spec: s, outcome: o, done: t.NewBlock("performed")}
	p.begin()
	for i := range s.Nodes {
		if p.head[i] == nil {
			p.once(i)
		} else if i == 0 || p.head[i-1] != p.head[i] {
			p.iterate(i)
		}
	}
	t.Cur = p.done
}

// A performance is a specification on its way to blocks.
type performance struct {
	t       *translator
	spec    *ir.Spec
	outcome *resultBinding
	last    *ir.Var     // the node that came last, or beginning, where a loop follows; nil if there is none
	entry   []*ir.Block // of each node: where it begins, or the loop that it is in
	head    []*ir.Block // of each node: the loop that it is in, nil if it is in none
	done    *ir.Block
}

const beginning = -1

func (p *performance) is(i int) *ir.Expr { return ir.Eq(ir.V(p.last), ir.N(int64(i), ir.Int)) }

// begin makes the blocks where nodes begin, and leads to those that may come first. Nodes are numbered from left to right,
// so that only iteration leads back, and the nodes of an iteration come one after the other.
func (p *performance) begin() {
	n := len(p.spec.Nodes)
	p.entry, p.head = make([]*ir.Block, n), make([]*ir.Block, n)
	for i, next := range p.spec.Follow {
		for _, j := range next {
			if j > i {
				continue
			}
			loop := p.head[j]
			if loop == nil {
				if p.last == nil {
					p.last = p.t.Local("", ir.Int)
				}
				loop = p.t.NewBlock("performs")
				loop.Loop = &ir.Loop{Contract: true}
				loop.Loop.Span, loop.Loop.Text = p.t.Statement(p.t.Frame)
			}
			was := p.head[i]
			for k := range n { // iterations that overlap are one
				if j <= k && k <= i || was != nil && p.head[k] == was {
					p.head[k] = loop
				}
			}
		}
	}
	for i, node := range p.spec.Nodes {
		if p.entry[i] = p.head[i]; p.entry[i] == nil {
			p.entry[i] = p.t.NewBlock(actionName(node))
		}
	}
	p.goOn(beginning, p.spec.First, p.spec.Empty)
}

// goOn leads from the end of a node to those that may follow it.
func (p *performance) goOn(from int, next []int, final bool) {
	if slices.ContainsFunc(next, func(j int) bool { return p.head[j] != nil }) {
		p.t.Emit(&ir.Assign{Dst: p.last, Src: ir.N(int64(from), ir.Int)})
	}
	for _, j := range next {
		if !slices.Contains(p.t.Cur.Succs, p.entry[j]) {
			emit.Link(p.t.Cur, p.entry[j])
		}
	}
	if final {
		emit.Link(p.t.Cur, p.done)
	}
}

func (p *performance) once(i int) {
	p.t.Cur = p.entry[i]
	p.act(i)
	p.goOn(i, p.spec.Follow[i], p.spec.Final[i])
}

// act emits the steps of a node. The results are those of the last one.
func (p *performance) act(i int) {
	o := *p.outcome
	if !p.spec.Final[i] {
		o.bound = nil
	}
	p.t.act(p.spec.Nodes[i], &o)
}

// iterate translates the loop of which first is the first node.
func (p *performance) iterate(first int) {
	head := p.head[first]
	in := func(i int) bool { return p.head[i] == head }
	final := ir.False
	for i, node := range p.spec.Nodes {
		before := ir.False
		if in(i) && slices.Contains(p.spec.First, i) {
			before = p.is(beginning)
		}
		for j, next := range p.spec.Follow {
			if (in(i) || in(j)) && slices.Contains(next, i) {
				before = ir.Or(before, p.is(j))
			}
		}
		if in(i) && p.spec.Final[i] {
			final = ir.Or(final, p.is(i))
		}
		if before.Op == ir.OpFalse {
			continue
		}
		p.t.Cur = p.t.NewBlock(actionName(node))
		emit.Link(head, p.t.Cur)
		p.t.Assume(before)
		if !in(i) {
			emit.Link(p.t.Cur, p.entry[i])
			continue
		}
		p.act(i)
		p.t.Emit(&ir.Assign{Dst: p.last, Src: ir.N(int64(i), ir.Int)})
		emit.Link(p.t.Cur, head)
	}
	if final.Op != ir.OpFalse {
		p.t.Cur = p.t.NewBlock("performs.done")
		emit.Link(head, p.t.Cur)
		p.t.Assume(final)
		emit.Link(p.t.Cur, p.done)
	}
}

func actionName(a *ir.Action) string {
	if a.Name == "" {
		return "action"
	}
	return a.Name
}

// idle emits a step of a callee that does nothing that others can see, and may wait for ever: what callees count on holds there
// like anywhere else.
func (t *translator) idle(waits bool, mover ir.Mover, o *resultBinding) {
	t.Step(&ir.Step{Contract: true, Transfers: o.loan != nil, MayStall: waits, Mover: mover})
}

// act emits the step of one action.
func (t *translator) act(a *ir.Action, o *resultBinding) {
	t.telling(o, func(mover ir.Mover) { t.actAs(a, o, mover) })
}

// telling emits a step of a callee. One by which others may come to know objects that were the caller's own is no right mover,
// whatever it touches: what they do to the objects does not come as well before it.
func (t *translator) telling(o *resultBinding, step func(ir.Mover)) {
	if o.own == nil || o.own.Op == ir.OpFalse {
		step(ir.ByPredicate)
		return
	}
	t.Choose("tells",
		func() {
			t.Assume(o.own)
			step(ir.NonMover)
		},
		func() {
			t.Assume(ir.Not(o.own))
			step(ir.ByPredicate)
		})
}

func (t *translator) actAs(a *ir.Action, o *resultBinding, mover ir.Mover) {
	if a.ModifiesAll {
		t.Unsupported(t.Frame.Pos(), "an action without when, modifies and ensures lines, in the contract of a function that is not inlined")
		return
	}
	b := &actionStep{t: t, step: &ir.Step{Contract: true, Transfers: o.loan != nil, Mover: mover}, seen: map[string]bool{}}
	when := ir.True
	for _, c := range a.When {
		when = ir.And(when, c.Cond)
		b.reads(c.Cond)
	}
	if when.Op != ir.OpTrue {
		b.step.When = when
	}
	for _, m := range a.Modifies {
		b.modify(m)
	}
	b.ensuring = true
	var ensures []ir.Stmt
	for _, c := range a.Ensures {
		b.reads(c.Cond)
		ensures = append(ensures, &ir.Assume{Cond: c.Cond})
	}
	if o.loan != nil {
		b.changes = append(b.changes, o.loan.changes(t.Mem)...)
	} else if o.makes {
		b.changes = append(b.changes, t.publications(b.step)...)
	}
	if o.bound != nil {
		ensures = append(ensures, &ir.Assume{Cond: o.bound})
	}
	b.step.MayStall = !o.ends || !isTotal(a, o.results) || o.bound != nil && t.prog.relating // known to others then, not earlier
	b.step.Do = slices.Concat(b.indices, b.changes, ensures, b.after)
	t.Step(b.step)
	if o.diverges {
		t.idle(true, ir.ByPredicate, &resultBinding{}) // what was lent is back, or has been given away
	}
}

// actionStep collects the step of an action.
type actionStep struct {
	t       *translator
	step    *ir.Step
	indices []ir.Stmt // tie the guessed indices of locations to the state before the step
	changes []ir.Stmt
	after   []ir.Stmt // likewise to the state after it
	// ensuring: conditions are read in the state after the step.
	ensuring bool
	seen     map[string]bool // locations in Access
	own      *ir.Expr        // a new object; see elsewhere
}

// modify gives the locations of a modifies entry arbitrary values. Where the entry stands for many, the step touches
// two arbitrary ones: how it commutes to the right may fail at one and to the left at another.
func (b *actionStep) modify(m *ir.Modify) {
	keys := m.Map.Heap.Keys
	var index []*ir.Expr
	if m.In != nil {
		b.reads(m.In)
		b.changes = append(b.changes, b.changeWhere(m)...)
	} else {
		for _, x := range m.Index {
			b.reads(x)
		}
		index = b.guess(m.Index)
		b.changes = append(b.changes, b.change(m.Map, index)...)
	}
	b.touch(m.Map, index, keys[len(index):], true)
	if m.In != nil {
		b.among(m)
	}
}

// among has the arbitrary locations that were just added satisfy the condition of the modifies entry. Where none need do so, as in a
// region that is empty, they may be in a new object in place of that.
func (b *actionStep) among(m *ir.Modify) {
	for _, a := range b.step.Access[len(b.step.Access)-2:] {
		is := map[*ir.Var]*ir.Expr{}
		for i, k := range m.Map.Heap.Keys {
			is[k] = a.Index[i]
		}
		in := ir.Old(ir.Subst(m.In, is))
		if m.MayBeEmpty {
			in = ir.Or(in, ir.Eq(a.Index[0], b.elsewhere()))
		}
		b.indices = append(b.indices, &ir.Assume{Cond: in})
	}
}

// elsewhere is a new object, which the step may touch as it likes.
func (b *actionStep) elsewhere() *ir.Expr {
	if b.own == nil {
		r := b.t.Mem.NewRef("")
		b.t.Step(b.t.Mem.Create(r, nil))
		b.own = ir.V(r)
	}
	return b.own
}

// touch adds a location, or, if keys are missing, two arbitrary ones of those that remain, to what the step accesses.
func (b *actionStep) touch(v *ir.Var, at []*ir.Expr, missing []*ir.Var, write bool) {
	for range 2 {
		full := slices.Clone(at)
		for _, k := range missing {
			full = append(full, ir.V(b.t.Anything(k.Sort)))
		}
		span, text := b.t.Statement(b.t.Frame)
		b.step.Access = append(b.step.Access, ir.Access{Span: span, Map: v, Index: full, Write: write, Text: text})
		if len(missing) == 0 {
			return
		}
	}
}

func (b *actionStep) change(v *ir.Var, index []*ir.Expr) []ir.Stmt {
	if len(index) == 0 {
		return []ir.Stmt{&ir.Havoc{Vars: []*ir.Var{v}}}
	}
	fresh := b.t.Local("", ir.Select(ir.V(v), index...).Sort)
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{fresh}},
		&ir.Assign{Dst: v, Src: ir.Store(ir.V(v), index, ir.V(fresh))},
	}
}

// changeWhere changes the locations that satisfy a condition, and no others.
func (b *actionStep) changeWhere(m *ir.Modify) []ir.Stmt {
	fresh := b.t.Local("", m.Map.Sort)
	var bound []*ir.Var
	var at []*ir.Expr
	rename := map[*ir.Var]*ir.Expr{}
	for _, k := range m.Map.Heap.Keys {
		v := &ir.Var{Name: k.Name, Label: k.Label, Sort: k.Sort, Kind: ir.BoundVar}
		bound, at, rename[k] = append(bound, v), append(at, ir.V(v)), ir.V(v)
	}
	same := ir.Eq(ir.Select(ir.V(fresh), at...), ir.Select(ir.V(m.Map), at...))
	return []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{fresh}},
		&ir.Assume{Cond: ir.Forall(bound, ir.Or(ir.Old(ir.Subst(m.In, rename)), same), m.Map)},
		&ir.Assign{Dst: m.Map, Src: ir.V(fresh)},
	}
}

// guess returns the indices of a location as variables: which location a step touches must be known before it, but what
// the index is may be settled only by the state in which the step runs. So it is guessed, and wrong guesses are ruled
// out by the step.
func (b *actionStep) guess(index []*ir.Expr) []*ir.Expr {
	out := slices.Clone(index)
	for i, e := range index {
		if emit.ReadsHeap(e) {
			v := b.t.Anything(e.Sort)
			b.indices = append(b.indices, &ir.Assume{Cond: ir.Eq(ir.V(v), ir.Old(e))})
			out[i] = ir.V(v)
		}
	}
	return out
}

// reads adds the locations that a condition reads. A location under a quantifier stands for all its instances: two
// arbitrary ones are added, since how the step commutes to the right may fail at one and to the left at another.
func (b *actionStep) reads(cond *ir.Expr) {
	var visit func(e *ir.Expr, free map[*ir.Var]*ir.Expr)
	visit = func(e *ir.Expr, free map[*ir.Var]*ir.Expr) {
		switch {
		case e.Op == ir.OpForall || e.Op == ir.OpExists:
			for range 2 {
				inner := map[*ir.Var]*ir.Expr{}
				for v, x := range free {
					inner[v] = x
				}
				for _, v := range e.Bound {
					inner[v] = ir.V(b.t.Anything(v.Sort))
				}
				visit(e.Args[0], inner)
			}
			return
		case e.Op == ir.OpSelect && e.Args[0].Op == ir.OpVar && e.Args[0].Var.Kind == ir.HeapVar:
			b.read(e.Args[0].Var, e.Args[1:], free)
			for _, k := range e.Args[1:] {
				visit(k, free)
			}
			return
		case e.Op == ir.OpVar && e.Var.Kind == ir.HeapVar:
			b.read(e.Var, nil, free)
			return
		}
		for _, a := range e.Args {
			visit(a, free)
		}
	}
	visit(cond, nil)
}

func (b *actionStep) read(v *ir.Var, index []*ir.Expr, free map[*ir.Var]*ir.Expr) {
	if v.Heap == nil || v.Heap.Class.IsBookkeeping() || len(index) > len(v.Heap.Keys) {
		return
	}
	key := v.Name
	var at []*ir.Expr
	for _, e := range index {
		e = ir.Subst(e, free)
		key += " " + e.String()
		at = append(at, e)
	}
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	missing := v.Heap.Keys[len(at):]
	b.touch(v, b.guess(withoutOld(at)), missing, false)
	if b.ensuring && slices.ContainsFunc(at, emit.ReadsHeap) {
		b.touch(v, b.guessAfter(at), missing, false)
	}
}

// guessAfter is guess for indices read in the state after the step.
func (b *actionStep) guessAfter(index []*ir.Expr) []*ir.Expr {
	out := slices.Clone(index)
	for i, e := range index {
		if emit.ReadsHeap(e) {
			v := b.t.Anything(e.Sort)
			b.after = append(b.after, &ir.Assume{Cond: ir.Eq(ir.V(v), e)})
			out[i] = ir.V(v)
		}
	}
	return out
}

// withoutOld strips OpOld from indices: they are read in the state before the step in any case.
func withoutOld(index []*ir.Expr) []*ir.Expr {
	out := make([]*ir.Expr, len(index))
	for i, e := range index {
		keep := func(*ir.Var) *ir.Expr { return nil }
		out[i] = ir.ResolveOld(e, keep, keep)
	}
	return out
}
