package desugar

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
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
	clause *annot.Clause
	value  ssa.Value
	sends  bool // the value is a channel, and what is taken over is that it is open for one send
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
	if !t.prog.Spawned[fn] {
		return out
	}
	for _, call := range analysis.Calls(fn) {
		if v := takenBy(call); v != nil && isGiven(v, fn) {
			out = append(out, claim{value: v})
		}
	}
	for _, v := range t.promised(fn) {
		out = append(out, claim{value: v, sends: true})
	}
	return out
}

// takes returns what is written that fn takes over.
func (t *translator) takes(fn *ssa.Function) []*annot.Clause {
	if spec := t.prog.ContractAt(fn); spec != nil {
		return spec.Takes
	}
	var out []*annot.Clause
	for _, s := range t.beginning(fn, annot.TakesStmt) {
		out = append(out, s.Takes...)
	}
	return out
}

// beginning returns the directives of a kind that stand at the beginning of a function literal. They speak of the goroutine
// that runs it.
func (t *translator) beginning(fn *ssa.Function, kind annot.StmtKind) []*annot.Stmt {
	info := t.prog.InfoOf(fn)
	lit, ok := fn.Syntax().(*ast.FuncLit)
	if !ok || info == nil {
		return nil
	}
	var out []*annot.Stmt
	for _, s := range info.Annot.Body[analysis.Decl(fn)] {
		if s.Kind == kind && s.Lit == lit {
			if kind == annot.TakesStmt && !t.prog.Spawned[fn] {
				t.unsupported(s.Pos, "a function literal that takes something over, but is not run by a go statement")
			}
			out = append(out, s)
		}
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
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if ok {
			_, ok = analysis.Spilled(a)
			return ok
		}
		_, ok = v.X.(*ssa.FreeVar)
		return ok
	case *ssa.FieldAddr:
		return isGiven(v.X, fn) && isWaitGroup(analysis.Deref(v.Type()))
	}
	return false
}

func isWaitGroup(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "WaitGroup"
}

// A given is where a function is started or begins: it tells the values of its parameters and of what it captured.
type given struct {
	t     *translator
	fn    *ssa.Function
	value func(ssa.Value) (value, bool) // of a Parameter or FreeVar
}

// operand returns the value of a claim's operand, which isGiven.
func (g given) operand(v ssa.Value) (value, bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			if p, ok := analysis.Spilled(a); ok {
				return g.value(p)
			}
			return value{}, false
		}
		cell, ok := g.value(v.X)
		if !ok {
			return value{}, false
		}
		return g.t.loadGiven(cell, v.X)
	case *ssa.FieldAddr:
		x, ok := g.operand(v.X)
		if !ok {
			return value{}, false
		}
		var p heap.Place
		switch {
		case x.at != nil:
			p = *x.at
		case x.expr != nil:
			p = g.t.mem.Deref(x.expr, analysis.Deref(v.X.Type()))
		default:
			return value{}, false
		}
		st, ok := p.Type.Underlying().(*types.Struct)
		if !ok {
			return value{}, false
		}
		at := g.t.mem.Field(p, st.Field(v.Field))
		return value{at: &at}, true
	}
	return g.value(v)
}

// variable returns the place of the captured variable that v reads, nil if it reads none.
func (g given) variable(v ssa.Value) *heap.Place {
	if load, ok := v.(*ssa.UnOp); ok {
		if fv, ok := load.X.(*ssa.FreeVar); ok {
			if cell, ok := g.value(fv); ok {
				return cell.at
			}
		}
	}
	return nil
}

// loadGiven returns what a captured variable holds that does not change any more.
func (t *translator) loadGiven(cell value, ptr ssa.Value) (value, bool) {
	p := cell.at
	if p == nil {
		if cell.expr == nil {
			return value{}, false
		}
		at := t.mem.Deref(cell.expr, analysis.Deref(ptr.Type()))
		p = &at
	}
	if p.IsLocal() && p.Cell != nil && len(p.Path) == 0 {
		if known, ok := t.knownValue(p.Cell); ok {
			return known, true
		}
	}
	e, err := t.mem.Read(*p)
	if err != nil {
		return value{}, false
	}
	return value{expr: e}, true
}

// scope finds the variables that an annotation of the function names.
func (g given) scope() heap.Scope {
	return func(v *types.Var) (heap.Place, bool) {
		for _, p := range g.fn.Params {
			if p.Object() == v {
				if x, ok := g.value(p); ok && g.t.exprOf(x) != nil {
					return heap.ValuePlace(g.t.exprOf(x), v.Type()), true
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
			case x.at != nil:
				return g.t.known(*x.at), true
			case x.expr != nil:
				return g.t.mem.Deref(x.expr, analysis.Deref(fv.Type())), true
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
	if v, ok := t.knownValue(p.Cell); ok && v.expr != nil {
		return heap.ValuePlace(v.expr, p.Type)
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
	// promises is the channel on which to send once the right is; then give is nil.
	promises *ir.Expr
	// unowned are those of the conditions which say of a channel, that is there, that no variable owns it that should not.
	unowned []*ir.Expr
	// closes is the channel that the right is to close. It streams if the function sends on it as well.
	closes  *ir.Expr
	streams bool
}

// rights resolves what fn takes over.
func (g given) rights() ([]right, error) {
	var out []right
	seen := map[string]bool{}
	streams := map[string]bool{}
	for _, v := range givenSends(g.fn) {
		streams[operandKey(v)] = true
	}
	for _, c := range g.t.claims(g.fn) {
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
		r.streams = streams[key]
		out = append(out, r)
	}
	return out, nil
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
		e := t.exprOf(x)
		if !ok || e == nil {
			return right{}, nil, fmt.Errorf("what %s takes over cannot be told", analysis.FunctionName(g.fn))
		}
		e = t.stable(e)
		if c.sends {
			r := t.closing(e, g.variable(c.value), "that it may send on "+operandKey(c.value))
			return right{text: r.text, has: r.has, unowned: r.unowned, promises: e}, e, nil
		}
		if _, ok := c.value.Type().Underlying().(*types.Chan); ok {
			return t.closing(e, g.variable(c.value), "the right to close a channel"), e, nil
		}
		return right{text: "a Done", owes: e}, e, nil
	}
	env := &eval.Env{Mem: t.mem, Context: heap.Context{Tid: ir.V(t.out.Tid), Vars: g.scope()}}
	typ := c.clause.Expr.Type()
	if isWaitGroup(typ) {
		p, err := env.Locate(c.clause.Expr)
		if err != nil {
			return right{}, nil, err
		}
		if p.IsLocal() {
			return right{}, nil, fmt.Errorf("%s is a copy of a WaitGroup", c.clause.Text)
		}
		ref := t.stable(p.Addr())
		return right{text: "a Done of " + c.clause.Text, owes: ref}, ref, nil
	}
	e, err := env.Eval(c.clause.Expr)
	if err != nil {
		return right{}, nil, err
	}
	e = t.stable(e)
	var at *heap.Place
	if p, err := env.Locate(c.clause.Expr); err == nil {
		at = &p
	}
	return t.closing(e, at, "the right to close "+c.clause.Text), e, nil
}

// closing is the right to close the channel ch, which is open, and of which no variable says otherwise who may close it.
// Nor is it owned by any variable, unless it comes from the variable at.
func (t *translator) closing(ch *ir.Expr, at *heap.Place, text string) right {
	m := t.mem
	unowned := []*ir.Expr{ir.Ne(ch, ir.Nil)}
	for _, v := range t.prog.Channels {
		if at == nil || at.Variable != v || len(t.prog.Guard(v).Closes) > 0 {
			unowned = append(unowned, ir.Not(m.OwnedBy(ch, v)))
		}
	}
	conds := append([]*ir.Expr{ir.Not(ir.Select(ir.V(m.ChanClosed()), ch))}, unowned...)
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

// handOn makes what fn takes over that of the goroutine to, after checking that it is this one's to give. If Go of a
// WaitGroup starts it, that is the group.
func (t *translator) handOn(g given, to, group *ir.Expr) {
	rights, err := g.rights()
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return
	}
	var by *ir.Expr // the channel that is closed when the memory comes back
	if group == nil {
		group = groupOf(rights)
		for _, r := range rights {
			if group != nil && r.closes == group && len(t.memoryClaims(g.fn)) > 0 {
				by = group
			}
		}
	}
	if (by != nil || slices.ContainsFunc(rights, right.isPromise)) && !t.awaitChannels() {
		return
	}
	t.handMemory(g, group) // before the Done, which says that it may be awaited
	t.handRights(g, rights, to, by)
}

func (r right) isPromise() bool { return r.promises != nil }

// takeOver hands a callee with a contract what it takes over; what is left of it afterwards the contract does not say.
func (t *translator) takeOver(g given, inv *invocation) {
	if len(t.memoryClaims(g.fn)) > 0 {
		t.unsupported(inv.pos, "a call of %s, which takes memory over", analysis.FunctionName(g.fn))
	}
	rights, err := g.rights()
	if err != nil {
		t.unsupported(inv.pos, "%v", err)
		return
	}
	if slices.ContainsFunc(rights, right.isPromise) {
		t.unsupported(inv.pos, "a call of %s, which a go statement runs elsewhere and which sends on a channel that it is given", analysis.FunctionName(g.fn))
		return
	}
	if len(rights) > 0 {
		t.handRights(g, rights, ir.V(t.anything(ir.Tid)), nil)
	}
}

// handRights hands the rights to the goroutine to. Memory comes back by the channel that is given, nil for none.
func (t *translator) handRights(g given, rights []right, to, by *ir.Expr) {
	s := &ir.Step{Mover: ir.BothMover}
	for _, r := range rights {
		missing := ir.Check{Kind: ir.NotGiven, Subject: analysis.FunctionName(g.fn), Detail: r.text}
		if r.promises != nil {
			t.handPromise(r, missing)
			continue
		}
		if r.closes != nil && t.mem.Need.Channels {
			s.Pre = append(s.Pre, t.noneToCome(r.closes, missing))
			t.paid(s, r.closes)
		}
		if r.closes != nil && r.closes == by {
			s.Pre = append(s.Pre, t.assertion(t.mem.Unsent(by), missing))
		}
		if r.owes != nil {
			t.owe(r.owes, ir.N(-1, ir.Int), ir.BothMover, missing)
			continue
		}
		for _, c := range r.has(ir.V(t.out.Tid)) {
			s.Pre = append(s.Pre, t.assertion(c, missing))
		}
		s.Do = append(s.Do, r.give(to)...)
	}
	if len(s.Do) > 0 {
		t.step(s)
	}
}

// beginRights gives the function under translation what it takes over.
func (t *translator) beginRights(f *frame) {
	g := given{t: t, fn: f.fn, value: func(v ssa.Value) (value, bool) {
		x, ok := f.values[v]
		return x, ok
	}}
	rights, err := g.rights()
	if err != nil {
		t.unsupported(f.fn.Pos(), "%v", err)
		return
	}
	if obj := analysis.Object(f.fn); len(rights) > 0 && obj != nil && t.prog.Valued[obj] {
		t.unsupported(f.fn.Pos(), "a function that takes something over, but is used as a value")
	}
	t.borrow(g, rights)
	t.expects(g)
	for _, r := range rights {
		if r.promises != nil {
			if t.awaitChannels() {
				t.emit(heap.PutAt(t.owed(), []*ir.Expr{r.promises}, ir.N(1, ir.Int)))
				t.out.Taken = append(t.out.Taken, ir.Not(t.mayClose(r.promises)))
				t.out.Taken = append(t.out.Taken, r.unowned...)
			}
			continue
		}
		if r.owes != nil {
			one := ir.Add(ir.Select(ir.V(t.owed()), r.owes), ir.N(1, ir.Int))
			t.emit(heap.PutAt(t.owed(), []*ir.Expr{r.owes}, one))
			continue
		}
		t.out.Taken = append(t.out.Taken, r.has(ir.V(t.out.Tid))...)
	}
}
