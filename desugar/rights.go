package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What a goroutine takes over from the one that starts it: the right to close a channel, and a Done that it owes a
// WaitGroup. A function says so with takes; that it closes a channel or calls Done of a WaitGroup which it was given says
// the same, if a go statement runs it.

// A claim is one thing that a function takes over: an expression of an annotation, or the operand of an operation in the
// function's body.
type claim struct {
	clause  *annot.Clause
	value   ssa.Value
	sends   bool       // the value is a channel, and what is taken over is that it is open for one send
	part    *segment   // the value is a slice, and what is taken over is these elements of it
	field   *lentField // the value is a struct, or leads to one, and what is taken over is this field of it
	element *element   // the value is a slice, and what is taken over is this element, which a function assigns that is called
}

// key tells claims apart by what is written alone: who starts a function may give it one thing for two parameters, and has to
// have both.
func (c claim) key() string {
	if c.clause == nil {
		return operandKey(c.value)
	}
	if at, ok := c.clause.Expr.(*annot.Star); ok {
		return annot.String(at.X)
	}
	return annot.String(c.clause.Expr)
}

// operandKey names an operand that isGiven by the parameter or captured variable that it comes from.
func operandKey(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		return operandKey(v.X)
	case *ssa.FieldAddr:
		return operandKey(v.X) + "." + analysis.FieldOf(v).Name()
	case *ssa.Alloc:
		return v.Comment
	}
	return v.Name()
}

// claims returns what fn takes over when a goroutine begins with it.
func (t *translator) claims(fn *ssa.Function) []claim {
	var out []claim
	for _, c := range t.takes(fn) {
		if !isMemory(c) {
			out = append(out, claim{clause: c})
		}
	}
	out = append(out, t.dones(fn)...)
	if !t.prog.Spawned[fn] {
		return out
	}
	for _, call := range t.ownCalls(fn) {
		if v := takenBy(call); v != nil && !t.prog.Publishes(v) && !t.prog.Unaccounted(v) && (isGiven(v, fn) || t.isGivenField(v, fn)) {
			out = append(out, claim{value: v})
		}
	}
	for _, v := range t.sendObligations(fn) {
		out = append(out, claim{value: v, sends: true})
	}
	return out
}

// ownCalls returns the calls that fn makes, with those of the literals in it that are only called, or deferred, where they stand.
func (t *translator) ownCalls(fn *ssa.Function) []*ssa.CallCommon {
	calls := analysis.Calls(fn)
	for _, lit := range t.ownLiterals(fn) {
		calls = append(calls, t.ownCalls(lit)...)
	}
	return calls
}

// ownLiterals returns the literals in fn that are only called, or deferred, where they stand.
func (t *translator) ownLiterals(fn *ssa.Function) (all []*ssa.Function) {
	for _, lit := range fn.AnonFuncs {
		if lit.Synthetic == "" && !t.prog.Spawned[lit] && !t.prog.Loose[lit] {
			all = append(all, lit)
		}
	}
	return all
}

// outer returns what v is in fn, if v is captured by a literal in fn.
func outer(v ssa.Value, fn *ssa.Function) ssa.Value {
	for {
		fv, ok := v.(*ssa.FreeVar)
		if !ok || fv.Parent() == fn {
			return v
		}
		if v = capturedBy(fv); v == nil {
			return fv
		}
	}
}

// takes returns what is written that fn takes over.
func (t *translator) takes(fn *ssa.Function) []*annot.Clause {
	if spec := t.prog.ContractAt(fn); spec != nil {
		return spec.Takes
	}
	var out []*annot.Clause
	for _, s := range t.Beginning(fn, annot.TakesStmt) {
		out = append(out, s.Takes...)
	}
	return out
}

// takenBy returns the channel that the call closes, or the WaitGroup whose Done it calls; else nil.
func takenBy(call *ssa.CallCommon) ssa.Value {
	if b, ok := call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
		return call.Args[0]
	}
	if callee := call.StaticCallee(); callee != nil {
		if obj := analysis.Object(callee); obj != nil && obj.FullName() == "(*sync.WaitGroup).Done" {
			return call.Args[0]
		}
	}
	return nil
}

// isGiven reports whether v is a parameter of fn, captured by it, or a field of what such a variable points to.
func isGiven(v ssa.Value, fn *ssa.Function) bool {
	switch v := outer(v, fn).(type) {
	case *ssa.Parameter:
		return v.Parent() == fn
	case *ssa.FreeVar:
		return v.Parent() == fn
	case *ssa.UnOp:
		at := outer(v.X, fn)
		a, ok := at.(*ssa.Alloc)
		if ok {
			_, ok = analysis.Spilled(a)
			return ok && a.Parent() == fn
		}
		fv, ok := at.(*ssa.FreeVar)
		return ok && fv.Parent() == fn
	case *ssa.FieldAddr:
		return isGiven(v.X, fn) && analysis.IsGroup(analysis.Deref(v.Type()))
	}
	return false
}

// isGivenField reports whether v is a channel in a field of what a parameter or captured variable points to, and goroutines hand over who
// closes it: the field never changes, and no annotation says who may close what is in it.
func (t *translator) isGivenField(v ssa.Value, fn *ssa.Function) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !analysis.IsChan(v.Type()) {
		return false
	}
	a, ok := load.X.(*ssa.FieldAddr)
	if !ok || !isGiven(a.X, fn) {
		return false
	}
	g := t.prog.Guard(analysis.FieldOf(a))
	return g == nil || g.Immutable || len(g.Closes)+len(g.Read)+len(g.Write) == 0
}

// A given is where a function is started or begins: it tells the values of its parameters and of what it captured.
type given struct {
	t     *translator
	fn    *ssa.Function
	value func(ssa.Value) (emit.Value, bool) // of a Parameter or FreeVar
	args  []ssa.Value                        // where it is started, what is passed
	begun bool                               // it begins here
}

// operand returns the value of a claim's operand, which isGiven.
func (g given) operand(v ssa.Value) (emit.Value, bool) {
	switch v := outer(v, g.fn).(type) {
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok {
			at, ok := g.operand(a)
			if !ok || at.At == nil {
				return emit.Value{}, false
			}
			e, err := g.t.Mem.Read(*at.At)
			return emit.Value{Expr: e}, err == nil
		}
		at := outer(v.X, g.fn)
		if a, ok := at.(*ssa.Alloc); ok {
			if p, ok := analysis.Spilled(a); ok {
				return g.value(p)
			}
			return emit.Value{}, false
		}
		cell, ok := g.value(at)
		if !ok {
			return emit.Value{}, false
		}
		return g.t.loadGiven(cell, at)
	case *ssa.FieldAddr:
		x, ok := g.operand(v.X)
		if !ok {
			return emit.Value{}, false
		}
		var p heap.Place
		switch {
		case x.At != nil:
			p = *x.At
		case x.Expr != nil:
			p = g.t.Mem.Deref(x.Expr, analysis.Deref(v.X.Type()))
		default:
			return emit.Value{}, false
		}
		st, ok := p.Type.Underlying().(*types.Struct)
		if !ok {
			return emit.Value{}, false
		}
		at := g.t.Mem.Field(p, st.Field(v.Field))
		return emit.Value{At: &at}, true
	}
	return g.value(outer(v, g.fn))
}

// variable returns the place of the captured variable or field that v reads, nil if it reads none.
func (g given) variable(v ssa.Value) *heap.Place {
	if load, ok := v.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.FieldAddr); ok {
			if at, ok := g.operand(a); ok {
				return at.At
			}
		}
		if fv, ok := outer(load.X, g.fn).(*ssa.FreeVar); ok {
			if cell, ok := g.value(fv); ok {
				return cell.At
			}
		}
	}
	return nil
}

// loadGiven returns what a captured variable holds that does not change any more.
func (t *translator) loadGiven(cell emit.Value, ptr ssa.Value) (emit.Value, bool) {
	p := cell.At
	if p == nil {
		if cell.Expr == nil {
			return emit.Value{}, false
		}
		at := t.Mem.Deref(cell.Expr, analysis.Deref(ptr.Type()))
		p = &at
	}
	if p.IsLocal() && p.Cell != nil && len(p.Path) == 0 {
		if known, ok := t.KnownValue(p.Cell); ok {
			return known, true
		}
	}
	e, err := t.Mem.Read(*p)
	if err != nil {
		return emit.Value{}, false
	}
	return emit.Value{Expr: e}, true
}

// scope finds the variables that an annotation of the function names.
func (g given) scope() heap.Scope {
	return func(v *types.Var) (heap.Place, bool) {
		for _, p := range g.fn.Params {
			if p.Object() == v {
				if x, ok := g.value(p); ok && g.t.ExprOf(x) != nil {
					return heap.ValuePlace(g.t.ExprOf(x), v.Type()), true
				}
			}
		}
		for _, fv := range g.fn.FreeVars {
			if fv.Pos() != v.Pos() || fv.Name() != v.Name() {
				continue
			}
			x, ok := g.value(fv)
			switch {
			case !ok:
			case x.At != nil:
				return g.t.known(*x.At), true
			case x.Expr != nil:
				return g.t.Mem.Deref(x.Expr, analysis.Deref(fv.Type())), true
			}
		}
		return heap.Place{}, false
	}
}

// known returns what a variable holds in place of the variable, if it is known.
func (t *translator) known(p heap.Place) heap.Place {
	if !p.IsLocal() || p.Cell == nil || len(p.Path) > 0 {
		return p
	}
	if v, ok := t.KnownValue(p.Cell); ok && v.Expr != nil {
		return heap.ValuePlace(v.Expr, p.Type)
	}
	return p
}

// A right is something that a goroutine has and can hand over.
type right struct {
	text string
	// has are the conditions that the goroutine who has it; give are the assignments that make it another's.
	has  func(who *ir.Expr) []*ir.Expr
	give func(to *ir.Expr) []ir.Stmt
	// owes is the WaitGroup that the right is a Done of; then has and give are nil.
	owes *ir.Expr
	// publishes is the WaitGroup that the right is the Done of, if that guards something. Nothing else comes back by it.
	publishes *ir.Expr
	// promises is the channel on which to send once the right is; then give is nil.
	promises *ir.Expr
	// lasts: it may send on that channel as often as it likes, until it pays its Done or ends.
	lasts bool
	// after is the WaitGroup that who gets the right to close a channel waits for; nil if there is none.
	after *ir.Expr
	// unowned are those of the conditions which say of a channel, that is there, that no variable owns it that should not.
	unowned []*ir.Expr
	// closes is the channel that the right is to close. It streams if the function sends on it as well.
	closes  *ir.Expr
	streams bool
	// sends tells who sends on the channel that the right is about.
	sends analysis.Sending
}

// rights resolves what fn takes over.
func (g given) rights() ([]right, error) {
	var out []right
	seen := map[string]bool{}
	streams := map[string]bool{}
	for _, v := range givenSends(g.fn) {
		streams[operandKey(v)] = true
	}
	claims := g.t.claims(g.fn)
	lasts := g.t.streams(g.fn, claims)
	for _, c := range claims {
		r, ref, err := g.right(c)
		if err != nil {
			return nil, err
		}
		if v := changing(ref); v != nil {
			return nil, fmt.Errorf("what %s takes over depends on %s, which may change before it begins", analysis.FunctionName(g.fn), v.Label)
		}
		key := c.key()
		if seen[key] && c.clause == nil { // it is written as well, or there are two such operations
			continue
		}
		seen[key] = true
		r.streams, r.sends = streams[key], g.t.prog.Sends(c.value)
		r.lasts = lasts && r.isPromise()
		if r.closes != nil {
			r.after = g.waitsFor()
		}
		out = append(out, r)
	}
	return out, nil
}

// waitsFor returns the WaitGroup that the function waits for, if it is known where it begins; nil if there is none.
func (g given) waitsFor() *ir.Expr {
	v := g.t.waitsFor(g.fn)
	if v == nil {
		return nil
	}
	x, ok := g.operand(v)
	if !ok {
		return nil
	}
	e := g.t.groupAt(x, analysis.Deref(v.Type()))
	if e == nil || emit.ReadsHeap(e) {
		return nil
	}
	return g.t.Stable(e)
}

// changing returns a variable that e reads and that may change, nil if there is none.
func changing(e *ir.Expr) *ir.Var {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(e, vars)
	for v := range vars {
		if h := v.Heap; h == nil || h.Class != ir.Immutable && (h.Write == nil || h.Write.Op != ir.OpFalse) {
			return v
		}
	}
	return nil
}

// right resolves a claim; it returns what the right is about as well.
func (g given) right(c claim) (right, *ir.Expr, error) {
	t := g.t
	if c.value != nil {
		x, ok := g.operand(c.value)
		e := t.ExprOf(x)
		if !ok || e == nil {
			return right{}, nil, fmt.Errorf("%s takes over what Calvin does not know", analysis.FunctionName(g.fn))
		}
		e = t.Stable(e)
		if c.sends {
			r := t.closing(e, g.variable(c.value), "that it may send on "+operandKey(c.value))
			return right{text: r.text, has: r.has, unowned: r.unowned, promises: e}, e, nil
		}
		if _, ok := c.value.Type().Underlying().(*types.Chan); ok {
			return t.closing(e, g.variable(c.value), "the right to close a channel"), e, nil
		}
		text := "a Done of " + operandKey(c.value)
		if t.prog.Publishes(c.value) {
			r := t.payer(e)
			r.text = text
			return r, e, nil
		}
		return right{text: text, owes: e}, e, nil
	}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: g.scope()}}
	typ := c.clause.Expr.Type()
	if analysis.IsWaitGroup(typ) {
		p, err := env.Locate(c.clause.Expr)
		if err != nil {
			return right{}, nil, err
		}
		if p.IsLocal() {
			return right{}, nil, fmt.Errorf("%s is a copy of a WaitGroup", c.clause.Text)
		}
		ref := t.Stable(p.Addr())
		return right{text: "a Done of " + c.clause.Text, owes: ref}, ref, nil
	}
	e, err := env.Eval(c.clause.Expr)
	if err != nil {
		return right{}, nil, err
	}
	e = t.Stable(e)
	var at *heap.Place
	if p, err := env.Locate(c.clause.Expr); err == nil {
		at = &p
	}
	return t.closing(e, at, "the right to close "+c.clause.Text), e, nil
}

// closing is the right to close the channel ch, which is open, and of which no variable says otherwise who may close it.
// Nor is it owned by any variable, unless it comes from the variable at.
func (t *translator) closing(ch *ir.Expr, at *heap.Place, text string) right {
	m := t.Mem
	unowned := []*ir.Expr{ir.Ne(ch, ir.Nil)}
	for _, v := range t.prog.Channels {
		if at == nil || at.Variable != v || len(t.prog.Guard(v).Closes) > 0 {
			unowned = append(unowned, ir.Not(m.OwnedBy(ch, v)))
		}
	}
	conds := append([]*ir.Expr{ir.Not(ir.Select(ir.V(m.ChanClosed()), ch)), ir.Not(m.Unaccounted(ch))}, unowned...)
	return right{
		unowned: unowned,
		text:    text,
		closes:  ch,
		has: func(who *ir.Expr) []*ir.Expr {
			return append([]*ir.Expr{ir.Eq(ir.Select(ir.V(m.ChanCloser()), ch), who)}, conds...)
		},
		give: func(to *ir.Expr) []ir.Stmt { return []ir.Stmt{heap.PutAt(m.ChanCloser(), []*ir.Expr{ch}, to)} },
	}
}

func (r right) isPromise() bool { return r.promises != nil }
