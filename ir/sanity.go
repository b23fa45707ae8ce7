package ir

import (
	"errors"
	"fmt"
	"slices"
)

// CheckFunc reports what is wrong with a function that a stage has built: sorts that disagree, undeclared variables,
// shared state changed outside steps, a malformed control-flow or specification graph. It finds errors of this tool,
// never of its input; stages call it in tests.
func CheckFunc(f *Func) error {
	c := newChecker()
	c.at("func " + f.Name)
	c.declareFunc(f)
	c.contract(f)
	c.blocks(f.Blocks, f.Results)
	c.loops(f.Blocks)
	return errors.Join(c.errs...)
}

// CheckProgram is CheckFunc for sequential programs: these have in addition no loops, no step, no old, and list their
// blocks in topological order.
func CheckProgram(p *Program) error {
	c := newChecker()
	c.sequential = true
	c.at("program " + p.Name)
	c.declare(p.Consts, ConstVar)
	c.declare(p.Vars, LocalVar, HeapVar)
	c.conds(p.Facts)
	c.blocks(p.Blocks, nil)
	c.topological(p.Blocks)
	return errors.Join(c.errs...)
}

// checker collects what is wrong.
type checker struct {
	sequential bool // a Program is checked
	errs       []error
	where      []any // strings, and statements, which are only written out where something is wrong
	declared   map[*Var]bool
	names      map[string]*Var
	closed     [2]map[*Expr]bool // terms found well-formed under no binder, those in which old may occur second; they share much
}

func newChecker() *checker {
	return &checker{declared: map[*Var]bool{}, names: map[string]*Var{}, closed: [2]map[*Expr]bool{{}, {}}}
}

// at names the place of the errors that follow, below the places named before; the result undoes it.
func (c *checker) at(place any) (leave func()) {
	c.where = append(c.where, place)
	return func() { c.where = c.where[:len(c.where)-1] }
}

func (c *checker) errorf(format string, args ...any) {
	place := ""
	for _, w := range c.where {
		text, ok := w.(string)
		if !ok {
			text = oneLine(stmtString(w.(Stmt)))
		}
		place += text + ": "
	}
	c.errs = append(c.errs, fmt.Errorf("%s%w", place, fmt.Errorf(format, args...)))
}

func (c *checker) declareFunc(f *Func) {
	c.declare(compact(f.Tid), ConstVar)
	c.declare(f.Params, ConstVar, LocalVar)
	c.declare(f.Results, ConstVar)
	c.declare(f.Locals, LocalVar, ConstVar)
	c.declare(f.Heap, HeapVar)
	c.declare(compact(f.Status, f.Stored), HeapVar, LocalVar)
	for _, b := range f.Blocks {
		for _, s := range b.Stmts {
			if s, ok := s.(*Spawn); ok && s.Goroutine != nil {
				c.declare([]*Var{s.Goroutine}, ConstVar)
			}
		}
	}
}

func (c *checker) declare(vars []*Var, kinds ...VarKind) {
	for _, v := range vars {
		if v == nil || v.Sort == nil {
			c.errorf("variable without a sort")
			continue
		}
		if !slices.Contains(kinds, v.Kind) {
			c.errorf("%s is declared as what its kind %d is not", v.Name, v.Kind)
		}
		if other := c.names[v.Name]; other != nil {
			c.errorf("two variables are called %s", v.Name)
		}
		c.names[v.Name] = v
		c.declared[v] = true
	}
}

// contract checks what stands around the body.
func (c *checker) contract(f *Func) {
	if f.Tid == nil || f.Tid.Sort.Kind != KindTid {
		c.errorf("no goroutine identity")
	}
	for _, v := range f.Heap {
		c.heap(v)
	}
	c.conds(f.Given)
	c.clauses("requires", f.Requires, false)
	c.clauses("returns", f.Returns, false)
	for _, inv := range f.Invariants {
		c.invariant("invariant", inv, false)
	}
	for _, inv := range f.Transitions {
		c.invariant("transition", inv, true)
	}
	if f.Spec != nil {
		c.spec(f.Spec)
	}
}

func (c *checker) heap(v *Var) {
	defer c.at("heap " + v.Name)()
	h := v.Heap
	if h == nil {
		c.errorf("does not say how it is shared")
		return
	}
	sort := v.Sort
	for _, k := range h.Keys {
		if sort.Kind != KindArray || !Same(sort.Key, k.Sort) {
			c.errorf("key %s of sort %s does not fit %s", k.Name, k.Sort, v.Sort)
			return
		}
		sort = sort.Elem
	}
	if h.Who == nil {
		c.errorf("no variable stands for the goroutine in its predicates")
		return
	}
	bound := append(slices.Clone(h.Keys), h.Who)
	for _, e := range compact(h.Read, h.Write, h.Always, h.Away, h.Borrowed) {
		c.expr(e, Bool, false, bound...)
	}
	for _, e := range compact(h.Object) {
		c.expr(e, Ref, false, bound...)
	}
}

func (c *checker) invariant(word string, inv *Invariant, old bool) {
	defer c.at(word + " " + inv.Text)()
	var bound []*Var
	if inv.This != nil {
		bound = append(bound, inv.This)
		c.expr(inv.Is, Bool, false, bound...)
	}
	c.expr(inv.Cond, Bool, old, bound...)
}

func (c *checker) clauses(word string, cs []*Clause, old bool) {
	for _, cl := range cs {
		leave := c.at(word + " " + cl.Text)
		c.expr(cl.Cond, Bool, old)
		leave()
	}
}

func (c *checker) conds(es []*Expr) {
	for _, e := range es {
		c.expr(e, Bool, false)
	}
}

func (c *checker) spec(s *Spec) {
	defer c.at("performs")()
	if len(s.Follow) != len(s.Nodes) || len(s.Final) != len(s.Nodes) {
		c.errorf("%d nodes, %d lists of followers, %d final marks", len(s.Nodes), len(s.Follow), len(s.Final))
	}
	for _, ns := range append([][]int{s.First}, s.Follow...) {
		for _, n := range ns {
			if n < 0 || n >= len(s.Nodes) {
				c.errorf("node %d of %d", n, len(s.Nodes))
			}
		}
	}
	c.conds(compact(s.ResultBinding))
	for _, a := range s.Nodes {
		leave := c.at("action " + a.Name)
		c.clauses("when", a.When, false)
		c.clauses("ensures", a.Ensures, true)
		for _, m := range a.Modifies {
			c.location(m.Map, m.Index, false)
		}
		leave()
	}
}

// location checks an index into a heap variable; whole: one key for each of the variable's.
func (c *checker) location(v *Var, index []*Expr, whole bool) {
	if v == nil || !c.declared[v] || v.Kind != HeapVar || v.Heap == nil {
		c.errorf("location in %s, which is no declared heap variable", name(v))
		return
	}
	if n := len(v.Heap.Keys); len(index) > n || whole && len(index) < n {
		c.errorf("%d keys for %s, which has %d", len(index), v.Name, n)
		return
	}
	for i, e := range index {
		c.expr(e, v.Heap.Keys[i].Sort, false)
	}
}

func name(v *Var) string {
	if v == nil {
		return "nil"
	}
	return v.Name
}

func (c *checker) blocks(bs []*Block, results []*Var) {
	if len(bs) == 0 {
		c.errorf("no blocks")
	}
	names := map[string]bool{}
	among := map[*Block]bool{}
	for _, b := range bs {
		among[b] = true
	}
	for _, b := range bs {
		leave := c.at("block " + b.Name)
		if names[b.Name] {
			c.errorf("another block has this name")
		}
		names[b.Name] = true
		for _, s := range b.Stmts {
			undo := c.at(s)
			c.stmt(s)
			undo()
		}
		for _, s := range b.Succs {
			if !among[s] {
				c.errorf("successor %s is not among the blocks", s.Name)
			}
		}
		c.ret(b, results)
		leave()
	}
}

func (c *checker) ret(b *Block, results []*Var) {
	switch {
	case b.Return == nil:
	case len(b.Succs) > 0:
		c.errorf("returns and has successors")
	case c.sequential:
		c.errorf("return in a sequential program")
	case b.Return.Panics && len(b.Return.Values) == 0:
	case len(b.Return.Values) != len(results):
		c.errorf("%d values returned for %d results", len(b.Return.Values), len(results))
	default:
		for i, e := range b.Return.Values {
			c.expr(e, results[i].Sort, false)
			c.unshared(e)
		}
	}
}

// loops checks that every cycle has a head to cut it at, which knows its blocks. A cycle that escaped the cutting
// would be left out of the verification conditions.
func (c *checker) loops(bs []*Block) {
	bodies, err := naturalLoops(bs)
	if err != nil {
		c.errorf("%w", err)
		return
	}
	for _, b := range bs {
		leave := c.at("block " + b.Name)
		switch {
		case b.Loop == nil && bodies[b] != nil:
			c.errorf("head of a loop without a Loop")
		case b.Loop != nil:
			c.loop(b, bodies[b])
		}
		leave()
	}
}

func (c *checker) loop(head *Block, natural []*Block) {
	if !slices.Contains(head.Loop.Body, head) {
		c.errorf("the loop's body lacks its head")
	}
	for _, b := range natural {
		if !slices.Contains(head.Loop.Body, b) {
			c.errorf("the loop's body lacks block %s", b.Name)
		}
	}
	c.clauses("loop invariant", head.Loop.Invariants, true)
	c.conds(head.Loop.Hints)
	c.conds(head.Loop.Regions)
}

// topological checks that edges lead forward only, hence that there is no cycle.
func (c *checker) topological(bs []*Block) {
	before := map[*Block]bool{}
	for _, b := range bs {
		before[b] = true
		if b.Loop != nil {
			c.errorf("block %s: loop in a sequential program", b.Name)
		}
		for _, s := range b.Succs {
			if before[s] {
				c.errorf("block %s: successor %s stands before it", b.Name, s.Name)
			}
		}
	}
}
