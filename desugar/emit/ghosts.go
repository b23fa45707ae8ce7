package emit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A ghostUpdate is an assignment to a ghost on its way back to the step that it is part of. The expressions speak of the
// state just after the statements that are still before it.
type ghostUpdate struct {
	at    heap.Place // the ghost
	cond  *ir.Expr   // that the execution comes to the set statement
	facts []*ir.Expr // hold of any execution that comes there
	value *ir.Expr
	text  string
	span  ir.Span
}

var (
	errNoStep  = errors.New("no atomic step comes just before this set statement")
	errForeign = errors.New("the operation just before this set statement is a call of external code, which may be many steps")
	errFork    = errors.New("between the atomic step and this set statement is a branch that the step does not decide")
)

// set translates set G = E.
func (t *Builder) set(f *Frame, s *annot.Stmt) {
	if s.Unsupported != "" {
		t.Unsupported(s.Pos, "%s", s.Unsupported)
		return
	}
	u, err := t.ghostUpdate(f, s)
	if err == nil {
		err = t.fold(t.Cur, u)
	}
	if err != nil {
		t.Unsupported(s.Pos, "%v", err)
	}
}

func (t *Builder) ghostUpdate(f *Frame, s *annot.Stmt) (*ghostUpdate, error) {
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: t.scopeAt(f, f.At)}}
	u := &ghostUpdate{cond: ir.True, text: annot.String(s.Target), span: t.Span(s.Pos, s.Pos)}
	target := s.Target
	element, _ := target.(*annot.Index)
	if element != nil {
		target = element.X
	}
	var err error
	if u.at, err = env.Locate(target); err != nil {
		return nil, err
	}
	if u.at.IsLocal() || u.at.Family == nil {
		return nil, fmt.Errorf("a ghost of type %s", target.Type())
	}
	if u.value, err = env.Eval(s.Value); err != nil {
		return nil, err
	}
	if heap.IsExact(u.value) && !annot.IsInteger(s.Target.Type()) {
		return nil, fmt.Errorf("the length of a sequence in a ghost of another type than integer: convert it")
	}
	if element != nil {
		if u.value, err = env.Updated(element, u.value); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// fold makes the update part of the steps that are the last ones before the end of b.
func (t *Builder) fold(b *ir.Block, u *ghostUpdate) error {
	preds := t.predecessors(b)
	for i, s := range slices.Backward(b.Stmts) {
		switch s := s.(type) {
		case *ir.Step:
			if s.Mover == ir.BothMover && len(s.Access) == 0 && len(s.Do) == 0 {
				continue // publication alone is nothing that the program does
			}
			if s.Foreign {
				return errForeign
			}
			t.attach(b, i, s, u)
			return nil
		case *ir.Assign:
			u = u.subst(s.Dst, s.Src)
		case *ir.Havoc:
			if u = u.without(s.Vars); slices.ContainsFunc(s.Vars, u.mentions) {
				return fmt.Errorf("the set statement reads a value that the step before it does not determine")
			}
		case *ir.Assume:
			u = u.only(s.Cond, i == 0 && !(len(preds) == 1 && len(preds[0].Succs) == 1))
		case *ir.Spawn:
			return errNoStep
		}
	}
	if u.impossible() {
		return nil
	}
	if b.Loop != nil || len(preds) == 0 {
		return errNoStep
	}
	for _, p := range preds {
		if !decides(p, b) {
			return errFork
		}
		if err := t.fold(p, u); err != nil {
			return err
		}
	}
	return nil
}

func (t *Builder) predecessors(b *ir.Block) []*ir.Block {
	var preds []*ir.Block
	for _, p := range t.Blocks {
		if slices.Contains(p.Succs, b) {
			preds = append(preds, p)
		}
	}
	return preds
}

// decides reports whether the state at the end of p decides whether the execution goes on to b.
func decides(p, b *ir.Block) bool {
	if len(p.Succs) == 1 {
		return true
	}
	if len(p.Succs) != 2 {
		return false
	}
	x, y := First(p.Succs[0]), First(p.Succs[1])
	return x != nil && y != nil && (ir.Equal(x, ir.Not(y)) || ir.Equal(y, ir.Not(x)))
}

// First is what a block assumes first.
func First(b *ir.Block) *ir.Expr {
	if len(b.Stmts) == 0 {
		return nil
	}
	a, ok := b.Stmts[0].(*ir.Assume)
	if !ok {
		return nil
	}
	return a.Cond
}

func (u *ghostUpdate) exprs() []*ir.Expr { return append([]*ir.Expr{u.cond, u.value}, u.at.Keys...) }

func (u *ghostUpdate) mentions(v *ir.Var) bool {
	return slices.ContainsFunc(u.exprs(), func(e *ir.Expr) bool { return mentions(e, v) })
}

// subst is u before the assignment.
func (u *ghostUpdate) subst(v *ir.Var, e *ir.Expr) *ghostUpdate {
	before := *u
	with := map[*ir.Var]*ir.Expr{v: e}
	before.facts = substAll(u.facts, with)
	if !u.mentions(v) {
		return &before
	}
	before.cond, before.value = ir.Subst(u.cond, with), ir.Subst(u.value, with)
	before.at.Keys = slices.Clone(u.at.Keys)
	for i, k := range before.at.Keys {
		before.at.Keys[i] = ir.Subst(k, with)
	}
	return &before
}

// only is u after the condition was assumed: to choose this way, or where no other is open and the update may as well be
// made in executions in which the condition does not hold, as these do not go on.
func (u *ghostUpdate) only(cond *ir.Expr, choice bool) *ghostUpdate {
	narrow := *u
	if choice {
		narrow.cond = ir.And(cond, u.cond)
	} else {
		narrow.facts = append(slices.Clip(u.facts), cond)
	}
	return &narrow
}

// without is u without the facts that speak of the variables.
func (u *ghostUpdate) without(vs []*ir.Var) *ghostUpdate {
	rest := *u
	rest.facts = slices.DeleteFunc(slices.Clone(u.facts), func(e *ir.Expr) bool {
		return slices.ContainsFunc(vs, func(v *ir.Var) bool { return mentions(e, v) })
	})
	return &rest
}

// impossible reports whether no execution comes to the set statement.
func (u *ghostUpdate) impossible() bool {
	no := func(e *ir.Expr) bool { return e.Op == ir.OpFalse }
	return no(u.cond) || slices.ContainsFunc(u.facts, no)
}

func substAll(es []*ir.Expr, with map[*ir.Var]*ir.Expr) []*ir.Expr {
	out := make([]*ir.Expr, len(es))
	for i, e := range es {
		out[i] = ir.Subst(e, with)
	}
	return out
}

// attach makes the update the last thing that step number i of b does. What it reads counts as read by the step, so that
// the step moves only as far as the ghost's own predicate lets it.
func (t *Builder) attach(b *ir.Block, i int, s *ir.Step, u *ghostUpdate) {
	for _, d := range slices.Backward(s.Do) {
		if a, ok := d.(*ir.Assign); ok && a.Dst.Kind == ir.LocalVar && (a.Src.Op == ir.OpTrue || a.Src.Op == ir.OpFalse) {
			u = u.decided(a)
		}
	}
	if u.impossible() {
		return
	}
	g := &ghostStep{t: t, step: s, span: u.span, assigned: map[*ir.Var]bool{}}
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			g.assigned[d.Dst] = true
		case *ir.Havoc:
			for _, v := range d.Vars {
				g.assigned[v] = true
			}
		}
	}
	for _, e := range u.exprs() {
		g.reads(e)
	}
	g.touch(u.at.Family, u.at.Keys, true, u.text)
	now := ir.V(u.at.Family)
	if len(u.at.Keys) > 0 {
		now = ir.Select(now, u.at.Keys...)
	}
	src := ir.Ite(u.cond, u.value, now)
	if len(u.at.Keys) > 0 {
		src = ir.Store(ir.V(u.at.Family), u.at.Keys, src)
	}
	s.Do = append(s.Do, &ir.Assign{Dst: u.at.Family, Src: src})
	b.Stmts = slices.Insert(b.Stmts, i, g.before...)
}

// decided is u where a says what the outcome of the step is.
func (u *ghostUpdate) decided(a *ir.Assign) *ghostUpdate {
	known := *u
	with := map[*ir.Var]*ir.Expr{a.Dst: a.Src}
	known.cond, known.facts = ir.Subst(u.cond, with), substAll(u.facts, with)
	return &known
}

// ghostStep adds what an update touches to the step that it is part of.
type ghostStep struct {
	t        *Builder
	step     *ir.Step
	span     ir.Span
	assigned map[*ir.Var]bool // by the step
	before   []ir.Stmt        // guesses of indices
}

func (g *ghostStep) reads(e *ir.Expr) {
	ir.Walk(e, func(x *ir.Expr) bool {
		switch {
		case x.Op == ir.OpSelect && x.Args[0].Op == ir.OpVar && x.Args[0].Var.Kind == ir.HeapVar:
			g.read(x.Args[0].Var, x.Args[1:])
			for _, k := range x.Args[1:] {
				g.reads(k)
			}
			return false
		case x.Op == ir.OpVar && x.Var.Kind == ir.HeapVar:
			g.read(x.Var, nil)
		}
		return true
	})
}

func (g *ghostStep) read(v *ir.Var, keys []*ir.Expr) {
	if v.Heap == nil || v.Heap.Class.IsBookkeeping() {
		return
	}
	g.touch(v, keys, false, v.Label)
}

// touch adds an access. Which location it is must be known before the step; where the step itself settles it, it is
// guessed, and wrong guesses are ruled out in the step. One that a quantifier chooses may be any.
func (g *ghostStep) touch(v *ir.Var, keys []*ir.Expr, write bool, text string) {
	index := slices.Clone(keys)
	for i, k := range index {
		if isBound(k) {
			index[i] = g.any(k.Sort)
			continue
		}
		if g.known(k) {
			continue
		}
		guess := g.t.Local("", k.Sort)
		index[i] = ir.V(guess)
		g.before = append(g.before, &ir.Havoc{Vars: []*ir.Var{guess}})
		right := &ir.Assume{Cond: ir.Eq(ir.V(guess), k)}
		if g.keeps(k) { // what comes first is known when the step's accesses are judged
			g.step.Do = slices.Insert(g.step.Do, 0, ir.Stmt(right))
		} else {
			g.step.Do = append(g.step.Do, right)
		}
	}
	for _, missing := range v.Heap.Keys[len(index):] {
		index = append(index, g.any(missing.Sort))
	}
	g.step.Access = append(g.step.Access, ir.Access{Span: g.span, Map: v, Index: index, Write: write, Text: text, Ghost: true})
}

// any returns a key of which nothing is known: access to the location has to be allowed whichever it is.
func (g *ghostStep) any(s *ir.Sort) *ir.Expr {
	any := g.t.Local("", s)
	g.before = append(g.before, &ir.Havoc{Vars: []*ir.Var{any}})
	return ir.V(any)
}

// isBound reports whether e speaks of a variable of a quantifier around it.
func isBound(e *ir.Expr) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && x.Var.Kind == ir.BoundVar
		return !found
	})
	return found
}

// known reports whether the value of e is the same before the step and after it, and needs no memory to tell.
func (g *ghostStep) known(e *ir.Expr) bool {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(e, vars)
	return len(vars) == 0 && g.keeps(e)
}

// keeps reports whether the step assigns none of the variables that e speaks of.
func (g *ghostStep) keeps(e *ir.Expr) bool {
	keeps := true
	ir.Walk(e, func(x *ir.Expr) bool {
		keeps = keeps && (x.Op != ir.OpVar || !g.assigned[x.Var])
		return keeps
	})
	return keeps
}
