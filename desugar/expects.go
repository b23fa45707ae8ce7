package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What a function literal requires is checked at each of its calls, which its body takes the place of. One that a goroutine runs
// expects of its start what is written with requires at its beginning, and that indices are in range with which it looks at
// slices in any case. Whoever starts it has that checked; so the literal, which is checked by itself, may rely on it.

// meetExpectations adds to the start of a goroutine the conditions that its function expects.
func (t *translator) meetExpectations(s *ir.Spawn, g given) {
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(s.Goroutine), Vars: g.scope()}}
	for _, r := range t.Beginning(g.fn, annot.RequiresStmt) {
		c, err := env.Clause(r.Clause)
		if err != nil {
			t.Unsupported(r.Pos, "%v", err)
			continue
		}
		s.Requires = append(s.Requires, t.Assertion(c.Cond, ir.Check{
			Kind: ir.RequiresAtGo, Subject: analysis.FunctionName(g.fn), Clause: c, Needed: c.Text,
		}))
	}
	for _, c := range t.countsOnOnces(g.fn) {
		if is := g.isDone(c); is != nil {
			s.Requires = append(s.Requires, t.Assertion(is.Cond, ir.Check{
				Kind: ir.RequiresAtGo, Subject: analysis.FunctionName(g.fn), Clause: is, Needed: is.Text,
			}))
		}
	}
	for _, a := range t.surelyIndexed(g.fn) {
		if cond, text := g.inRange(a); cond != nil {
			t.Check(cond, ir.Check{Kind: ir.IndexRange, Subject: text, Needed: "the index in range where the goroutine uses it"})
		}
	}
}

// expects assumes the conditions where the function begins, if it is one that goroutines run: others have nobody who has met them.
func (t *translator) expects(g given) {
	if !t.prog.Spawned[g.fn] {
		return
	}
	env := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: g.scope()}}
	for _, r := range t.Beginning(g.fn, annot.RequiresStmt) {
		c, err := env.Clause(r.Clause)
		if err != nil {
			t.Unsupported(r.Pos, "%v", err)
			continue
		}
		t.Out.Requires = append(t.Out.Requires, c)
	}
	for _, c := range t.countsOnOnces(g.fn) {
		if is := g.isDone(c); is != nil {
			t.Out.Requires = append(t.Out.Requires, is)
		}
	}
	for _, a := range t.surelyIndexed(g.fn) {
		if cond, _ := g.inRange(a); cond != nil {
			t.Out.Given = append(t.Out.Given, cond)
		}
	}
}

// surelyIndexed returns where a function literal that a goroutine runs looks at an element, in every execution, of a slice
// and at an index that are settled when it starts.
func (t *translator) surelyIndexed(fn *ssa.Function) []*ssa.IndexAddr {
	if !t.prog.Spawned[fn] || fn.Parent() == nil {
		return nil
	}
	var out []*ssa.IndexAddr
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			a, ok := instr.(*ssa.IndexAddr)
			if ok && t.isFinalElement(a, fn) && onEveryWay(b) {
				out = append(out, a)
			}
		}
	}
	return out
}

// onEveryWay reports whether every execution of the function that returns passes the block.
func onEveryWay(b *ssa.BasicBlock) bool {
	for _, end := range b.Parent().Blocks {
		if len(end.Instrs) == 0 || end == end.Parent().Recover { // no panic is recovered
			continue
		}
		if _, ok := end.Instrs[len(end.Instrs)-1].(*ssa.Return); ok && !b.Dominates(end) {
			return false
		}
	}
	return true
}

// inRange is the condition that the index is in range, and what messages call the element; nil if it cannot be told.
func (g given) inRange(a *ssa.IndexAddr) (*ir.Expr, string) {
	x, ok := g.operand(a.X)
	s := g.t.ExprOf(x)
	i, known := g.index(a.Index)
	if !ok || s == nil || !known {
		return nil, ""
	}
	s, i = g.t.Stable(s), g.t.Stable(g.t.Mem.AsInt(i))
	return ir.And(ir.Le(heap.ZeroInt, i), ir.Lt(i, g.t.Mem.SliceLen(s))), elementText(a)
}

// elementText is what messages call an element of a captured slice.
func elementText(a *ssa.IndexAddr) string {
	name := func(v ssa.Value) string {
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		switch v := v.(type) {
		case *ssa.Const:
			return v.Value.String()
		case *ssa.Alloc:
			return v.Comment
		}
		return v.Name()
	}
	return name(a.X) + "[" + name(a.Index) + "]"
}
