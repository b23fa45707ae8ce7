package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Step completes a step with where it stands in the source, and appends it.
func (t *Builder) Step(s *ir.Step) {
	s.Span, s.Text = t.Statement(t.Frame)
	t.answer(s.Access)
	s.Pre = append(s.Pre, t.ReachesOwn(s.Publish, s.Do)...)
	s.Pre = append(s.Pre, t.Leaving(s.Publish)...)
	s.Do = append(s.Do, t.Mem.Published(s.Publish)...)
	s.Do = append(s.Do, t.Mem.LetRead(t.Mem.Regional(s.Publish))...)
	t.Emit(s)
}

// Check appends an assertion about the instruction under translation, unless it holds trivially.
func (t *Builder) Check(cond *ir.Expr, c ir.Check) {
	if cond.Op != ir.OpTrue {
		if c.Kind.Panics() {
			t.panicUnless(cond)
		}
		t.Emit(t.Assertion(cond, c))
	}
}

// Assertion is the obligation that cond holds at the instruction under translation, for the reason that c gives.
func (t *Builder) Assertion(cond *ir.Expr, c ir.Check) *ir.Assert {
	at := t.answerable(c)
	span, _ := t.Statement(at)
	if at != t.Frame {
		inner, text := t.Statement(t.Frame)
		c.Related = append(c.Related, ir.Note{Span: inner, Text: "stored here: " + text})
	}
	c.Related = append(c.Related, relatedTo(t, at)...)
	return &ir.Assert{Span: span, Cond: cond, Check: c}
}

// Leaving says of the references that others come to know, in no region, that what they lead to is in none.
func (t *Builder) Leaving(publish []*ir.Expr) []*ir.Assert {
	var pre []*ir.Assert
	for _, cond := range t.Mem.Leaving(publish) {
		pre = append(pre, t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion, Subject: t.passedOn()}))
	}
	return pre
}

// passedOn names what the instruction under translation lets others know, if it has a name.
func (t *Builder) passedOn() string {
	if t.Frame == nil {
		return ""
	}
	switch at := t.Frame.At.(type) {
	case *ssa.Send:
		return t.PathOf(at.X)
	case *ssa.Store:
		return t.PathOf(at.Val)
	case *ssa.MapUpdate:
		return t.PathOf(at.Value)
	case *ssa.MakeInterface:
		return t.PathOf(at.X)
	case *ssa.Call:
		return t.passedOnBy(&at.Call)
	}
	return ""
}

// passedOnBy names the operands of a call that lead to what guards may own.
func (t *Builder) passedOnBy(call *ssa.CallCommon) string {
	operands := call.Args
	if call.IsInvoke() {
		operands = append([]ssa.Value{call.Value}, operands...)
	}
	var names []string
	for _, v := range operands {
		if name := t.PathOf(v); name != "" && t.Mem.Facts.LeadsToRegional(v.Type()) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// Returned names a result at the return under translation.
func (t *Builder) Returned(i int) string {
	if t.Frame != nil {
		if ret, ok := t.Frame.At.(*ssa.Return); ok && i < len(ret.Results) {
			if name := t.PathOf(ret.Results[i]); name != "" {
				return name
			}
		}
	}
	return "the result"
}

// PathOf is the text of a value if that is a variable, or a part of one; else "". What has no name is called "value".
func (t *Builder) PathOf(v ssa.Value) string {
	if text := t.LocationBase(v); IsPath(text) && text != "value" {
		return text
	}
	return ""
}

// Publish appends a step from which on the objects that refs point to are shared.
func (t *Builder) Publish(refs []*ir.Expr, apart ...*ir.Expr) {
	var some []*ir.Expr
	for _, r := range refs {
		if r.Op != ir.OpNil {
			some = append(some, r)
		}
	}
	if len(some) == 0 || t.Mem.Status == nil {
		t.Emit(asserts(t.Leaving(some))...)
		t.LetRead(t.Mem.Regional(some))
		return
	}
	t.Step(&ir.Step{Mover: ir.BothMover, Publish: some, Apart: apart})
}

// LetRead appends the step by which the goroutine lets others read, for good, what it has taken out of a variable.
func (t *Builder) LetRead(refs []*ir.Expr) {
	if do := t.Mem.LetRead(refs); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
	}
}

func asserts(all []*ir.Assert) []ir.Stmt {
	var stmts []ir.Stmt
	for _, a := range all {
		stmts = append(stmts, a)
	}
	return stmts
}

// global returns the address of a package variable.
func (t *Builder) global(g *ssa.Global) Value {
	if isInitGuard(g) && t.Out.Initial {
		p := heap.ValuePlace(ir.False, types.Typ[types.Bool])
		return Value{At: &p}
	}
	v, ok := g.Object().(*types.Var)
	if !ok {
		t.Unsupported(t.Frame.Pos(), "package initialisation")
		return Value{}
	}
	p := t.Mem.Global(v)
	return Value{At: &p}
}

// Place returns the place that the address v points to.
func (t *Builder) Place(v ssa.Value) (heap.Place, bool) {
	x := t.Value(v)
	if x.At != nil {
		return *x.At, true
	}
	if x.Expr == nil {
		return heap.Place{}, false
	}
	return t.Mem.Deref(t.Stable(x.Expr), analysis.Deref(v.Type())), true
}

// NonNil checks that the pointer v is not nil, unless it cannot be.
func (t *Builder) NonNil(v ssa.Value) {
	x := t.Value(v)
	if x.At != nil || x.Expr == nil {
		return
	}
	if phi, ok := v.(*ssa.Phi); ok && isVariable(phi) {
		return
	}
	t.NonNilExpr(x.Expr, t.Text(v))
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

// NonNilExpr demands that e, which is written as text, is not nil, unless that is known.
func (t *Builder) NonNilExpr(e *ir.Expr, text string) {
	switch {
	case e.Op == ir.OpVar:
		if t.Frame.NonNil[e.Var] || t.IsGiven(ir.Ne(e, heap.ZeroOf(e.Sort))) {
			return
		}
		if t.isStable(e) {
			t.Frame.NonNil[e.Var] = true
		}
	case t.Mem.IsInterior(e):
		return
	}
	t.Check(ir.Ne(e, heap.ZeroOf(e.Sort)), ir.Check{Kind: ir.NilDereference, Subject: text, Needed: text + " != nil"})
}

// IsGiven reports whether the condition is known at entry and over constants only, hence for good.
func (t *Builder) IsGiven(cond *ir.Expr) bool {
	for _, g := range t.Out.Given {
		if ir.Equal(g, cond) && g.Args[0].Args[0].Var.Kind == ir.ConstVar {
			return true
		}
	}
	return false
}

// FieldAddr translates &x.f.
func (t *Builder) FieldAddr(v *ssa.FieldAddr) {
	t.NonNil(v.X)
	p, ok := t.Place(v.X)
	if !ok {
		t.Forget(v)
		return
	}
	st, ok := p.Type.Underlying().(*types.Struct)
	if !ok {
		t.Unsupported(t.Frame.Pos(), "field of %s", t.Mem.AType(p.Type))
		t.Forget(v)
		return
	}
	if t.InsideTrusted(p.Type) {
		t.Forget(v)
		return
	}
	if annot.IsCond(p.Type) {
		t.insideCond(v)
		return
	}
	at := t.Mem.Field(p, st.Field(v.Field))
	t.Define(v, Value{At: &at})
}

// Load translates a read of memory. A read of the function's own variables is no step; any other is a step of its own.
func (t *Builder) Load(v *ssa.UnOp) {
	if t.Frame.Source.isCounted(v) {
		return
	}
	if was := t.Frame.Copied[v]; was != nil {
		t.Define(v, Value{Expr: was})
		return
	}
	if from, ok := v.X.(*ssa.SliceToArrayPointer); ok {
		t.loadArray(v, from)
		return
	}
	if l, ok := v.X.(*ssa.FieldAddr); ok && annot.IsCond(analysis.Deref(l.X.Type())) {
		t.lockOfCond(v, l)
		return
	}
	t.NonNil(v.X)
	p, ok := t.Place(v.X)
	if !ok {
		t.Forget(v)
		return
	}
	if p.IsLocal() {
		t.loadLocal(v, p)
		return
	}
	e, facts, ok := t.read(p, v.X, v)
	if !ok {
		t.Forget(v)
		return
	}
	t.Assume(facts...)
	if s := t.Mem.Sentinel(p.Variable); s != nil {
		e = s
	}
	t.Assume(t.Mem.SentinelFacts(p.Variable, e)...)
	t.Assume(t.Mem.SettledFacts(p.Variable, e)...)
	t.Assume(t.Mem.OwnerlessFacts(p.Variable, e, p.Type)...)
	t.settled(v, p, e)
	if t.prog.Runners[p.Variable] != nil {
		t.Assume(ir.Ne(e, heap.ZeroOf(e.Sort)))
	}
	if t.holdsNonNil(p) {
		t.Assume(ir.Ne(e, heap.ZeroOf(e.Sort)))
		t.Frame.NonNil[e.Var] = true
	}
	t.Define(v, Value{Expr: e})
}

// ReadBehind emits the step that reads what the pointer v points to, where no instruction of the source does. It
// returns nil if that has no translation.
func (t *Builder) ReadBehind(v ssa.Value) *ir.Expr {
	t.NonNil(v)
	p, ok := t.Place(v)
	if !ok {
		return nil
	}
	if p.IsLocal() {
		e, err := t.Mem.Read(p)
		if err != nil {
			return nil
		}
		return t.Stable(e)
	}
	e, facts, ok := t.read(p, v, nil)
	if !ok {
		return nil
	}
	t.Assume(facts...)
	return e
}

func (t *Builder) loadLocal(v *ssa.UnOp, p heap.Place) {
	if p.Cell != nil && len(p.Path) == 0 {
		if known, ok := t.KnownValue(p.Cell); ok {
			t.Define(v, known)
			return
		}
	}
	e, err := t.Mem.Read(p)
	t.Result(v, e, err)
	if c := t.CellOf[p.Cell]; c != nil && c.Choices != nil && err == nil {
		held := t.Frame.Values[v]
		held.Choice = &choice{c.Choices, t.Save(ir.V(c.Choices.Last))}
		t.Frame.Values[v] = held
	}
}

// read emits the step that reads p, and returns the value and what is known of it. where is the address, what the value
// that is read, for messages.
func (t *Builder) read(p heap.Place, where, what ssa.Value) (*ir.Expr, []*ir.Expr, bool) {
	if !t.IsHeld(p) {
		_, err := t.Mem.Sort(p.Type)
		if err == nil {
			err = fmt.Errorf("read of %s", t.Mem.AType(p.Type))
		}
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return nil, nil, false
	}
	src, acc, err := t.Mem.Load(p)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return nil, nil, false
	}
	tmp := t.Local("", src.Sort)
	s := &ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: tmp, Src: src}}, Access: t.settledAccess(t.Accesses(acc, where, what))}
	s.Pre = t.PlainOnly(acc)
	t.Step(s)
	t.Copies(ir.V(tmp), p.Type, t.location(where))
	return ir.V(tmp), t.Mem.Loaded(ir.V(tmp), p, p.Type), true
}

// IsHeld reports whether there are heap variables for what is at p.
func (t *Builder) IsHeld(p heap.Place) bool {
	return p.Family != nil || analysis.IsComposite(p.Type) || analysis.ArrayType(p.Type) != nil || heap.IsStateless(p.Type)
}

// Accesses fills in how messages call the locations that an access touches.
func (t *Builder) Accesses(acc []ir.Access, where, what ssa.Value) []ir.Access {
	for _, a := range acc {
		for _, i := range a.Index {
			if n, ok := t.Mem.Arbitrary[i.Var]; ok && i.Op == ir.OpVar {
				t.Emit(&ir.Havoc{Vars: []*ir.Var{i.Var}})
				t.Assume(heap.IsIndex(i, n))
			}
		}
	}
	span, _ := t.Statement(t.Frame)
	text := t.location(where)
	if _, isSlice := where.Type().Underlying().(*types.Slice); isSlice {
		text = t.Operand(where) + "[…]" // its elements
	}
	if expr := DebugExpr(what); expr != nil {
		span = t.Span(expr.Pos(), expr.End())
	}
	for i := range acc {
		acc[i].Span, acc[i].Text = span, text
		if len(acc) > 1 && acc[i].Map.Label != "" {
			acc[i].Text = text + " (" + acc[i].Map.Label + ")"
		}
	}
	return acc
}

// Store translates a write to memory.
func (t *Builder) Store(s *ssa.Store) {
	if g, ok := s.Addr.(*ssa.Global); ok && isInitGuard(g) && t.Out.Initial {
		return
	}
	if IsDeferStack(analysis.Deref(s.Addr.Type())) {
		return
	}
	t.NonNil(s.Addr)
	v := t.Value(s.Val)
	e := t.ExprOf(v)
	p, ok := t.Place(s.Addr)
	if !ok {
		t.Lost()
		return
	}
	if p.IsLocal() && p.Cell != nil {
		t.storeLocal(s, p, v, e)
		return
	}
	if e == nil {
		t.Lost()
		e = t.Unknown(p.Type).Expr
	}
	if e == nil {
		return
	}
	t.CopiesOperand(s.Val, Value{Expr: e})
	e = t.replaced(s, e)
	p.Grown = t.grown(s, p)
	t.Mem.FromLiteral = t.Out.Initial && isLiteral(s.Val)
	t.Write(p, e, s.Addr)
	t.Mem.FromLiteral = false
}

// grown returns what append was given, if the store comes right after an append of elements that are written out, to
// what the place at p had; else nil.
func (t *Builder) grown(s *ssa.Store, p heap.Place) *ir.Expr {
	call, ok := s.Val.(*ssa.Call)
	if !ok || !t.Mem.Facts.HandsOverEach(p.Variable) || !analysis.IsBuiltin(call, "append") || call.Block() != s.Block() {
		return nil
	}
	more, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return nil
	}
	if a, ok := more.X.(*ssa.Alloc); !ok || a.Comment != "varargs" {
		return nil
	}
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	if !ok {
		return nil
	}
	at, ok := t.Place(load.X)
	if !ok || at.Variable != p.Variable || at.Owner != nil && !ir.Equal(at.Owner, p.Owner) {
		return nil
	}
	instrs := s.Block().Instrs
	for _, between := range instrs[slices.Index(instrs, ssa.Instruction(call))+1 : slices.Index(instrs, ssa.Instruction(s))] {
		switch between := between.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
			continue
		case *ssa.UnOp:
			if between.Op == token.MUL { // a variable is read, to find the place
				continue
			}
		}
		return nil
	}
	return t.ExprOf(t.Value(load))
}

func (t *Builder) storeLocal(s *ssa.Store, p heap.Place, v Value, e *ir.Expr) {
	c := t.CellOf[p.Cell]
	if c != nil && c.Choices != nil && len(p.Path) == 0 {
		t.noteChoice(c.Choices, t.Settle(v))
	}
	if c != nil && c.Once == s {
		c.value = v
		c.known = e == nil || t.isStable(e)
		if len(v.Parts) > 0 {
			c.known = false
		}
	}
	if e == nil {
		t.Lost()
		e = t.Unknown(p.Type).Expr
	}
	if e == nil {
		return
	}
	do, _, _, _, err := t.Mem.Store(p, e)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	for _, d := range do {
		t.Assign(d.(*ir.Assign).Dst, d.(*ir.Assign).Src)
	}
}

// Write emits the step that writes e to p.
func (t *Builder) Write(p heap.Place, e *ir.Expr, where ssa.Value) {
	do, pre, acc, publish, err := t.Mem.Store(p, e)
	if err == nil && !t.IsHeld(p) {
		err = fmt.Errorf("assignment to %s", t.Mem.AType(p.Type))
	}
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	s := &ir.Step{Do: do, Access: t.settledAccess(t.Accesses(acc, where, nil)), Publish: NotNil(publish)}
	for _, a := range pre {
		if a.Check.Kind == ir.LockCopied {
			t.copiedTo(&a.Check, where)
		}
		s.Pre = append(s.Pre, t.Assertion(a.Cond, a.Check))
	}
	s.Pre = append(s.Pre, t.PlainOnly(acc)...)
	t.beforeClose(s, p, where)
	t.Step(s)
}

// copiedTo says where the lock is that is copied or overwritten, as far as the variable has a name.
func (t *Builder) copiedTo(c *ir.Check, where ssa.Value) {
	if p := analysis.StoredParameter(t.Frame.At); p != nil {
		c.Copied = p.Name()
	} else if where != nil && IsPath(t.LocationBase(where)) {
		c.Subject += " in " + t.LocationBase(where)
	}
}

// NotNil is the references without those that are nil for certain.
func NotNil(refs []*ir.Expr) []*ir.Expr {
	var out []*ir.Expr
	for _, r := range refs {
		if r.Op != ir.OpNil {
			out = append(out, r)
		}
	}
	return out
}

// comesFirst reports whether the variable a is assigned by s before anything else is done with it.
func comesFirst(s *ssa.Store, a *ssa.Alloc) bool {
	for _, use := range *a.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok && use != ssa.Instruction(s) && !analysis.ComesBefore(s, use) {
			return false
		}
	}
	return true
}

// ReachesOwn says that what a step publishes, and what it stores in local objects, was not handed to another goroutine
// before. Whoever hands an object over may keep a reference to it, but nobody may come to it by that: what is read from
// others is taken for shared, and what is read from a local object for shared or local.
func (t *Builder) ReachesOwn(publish []*ir.Expr, do []ir.Stmt) []*ir.Assert {
	if t.Mem.Status == nil || !t.prog.HandsOver() {
		return nil
	}
	var pre []*ir.Assert
	own := func(reached, object *ir.Expr) {
		theirs := ir.Eq(ir.Select(ir.V(t.Mem.Status), object), ir.N(ir.Theirs, ir.Int))
		if cond := ir.Implies(reached, ir.Not(theirs)); cond.Op != ir.OpTrue {
			pre = append(pre, t.Assertion(cond, ir.Check{Kind: ir.GivenAway}))
		}
	}
	for _, ref := range publish {
		own(ir.Ne(ref, ir.Nil), ir.Apply(t.Mem.Base, ref))
	}
	for _, s := range do {
		if object, marked := t.Mem.Marks(s); object != nil {
			own(ir.And(marked, ir.Ne(object, ir.Nil)), object)
		}
	}
	return pre
}
