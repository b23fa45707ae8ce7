package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Once the function of a sync.Once has returned, it has returned for good. So a literal that a goroutine runs may count
// on its starter that it has, as to the fields which it reads of what it has captured: s.once.Do(s.init); go func() {
// use(s.conf) }(). Each go statement is checked for that. A literal that calls Do itself needs nobody for it.

// A counted is a Once of a captured object, which guards fields that a literal reads.
type counted struct {
	object ssa.Value // the load of the captured variable
	once   *types.Var
}

// countsOnOnces returns the Onces on which a literal that goroutines run counts.
func (t *translator) countsOnOnces(fn *ssa.Function) (all []counted) {
	if !t.prog.Spawned[fn] || fn.Parent() == nil || t.prog.Loose[fn] || callsDo(fn) || !onlyStarted(fn) {
		return nil
	}
	seen := map[ssa.Value]map[*types.Var]bool{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			a, ok := instr.(*ssa.FieldAddr)
			if !ok || t.isGuardedVariable(a.X) || !t.isFinal(a.X, fn) {
				continue
			}
			root := a.X.(*ssa.UnOp).X
			once := t.onceOf(analysis.FieldOf(a))
			if once == nil || seen[root][once] {
				continue
			}
			if seen[root] == nil {
				seen[root] = map[*types.Var]bool{}
			}
			seen[root][once] = true
			all = append(all, counted{a.X, once})
		}
	}
	return all
}

// onlyStarted reports whether all that is done with a literal, wherever it is made, is to start goroutines that run it:
// nobody else has met what it counts on.
func onlyStarted(fn *ssa.Function) bool {
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.MakeClosure)
			if !ok || made.Fn != fn {
				continue
			}
			for _, use := range *made.Referrers() {
				if _, debug := use.(*ssa.DebugRef); !debug && !analysis.Starts(use, made) {
					return false
				}
			}
		}
	}
	return true
}

// onceOf returns the field of the same struct that a field is guarded by, if that is a Once.
func (t *translator) onceOf(f *types.Var) (once *types.Var) {
	guard := t.prog.Guard(f)
	if guard == nil {
		return nil
	}
	for _, c := range guard.Read {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if b, ok := x.(*annot.Builtin); ok && b.Name == "done" && len(b.Args) == 1 {
				if s, ok := b.Args[0].(*annot.Select); ok {
					if _, sibling := s.X.(*annot.This); sibling {
						once = s.Field
					}
				}
			}
			return once == nil
		})
	}
	return once
}

// callsDo reports whether a function, or one that it calls by its name, calls Do of a Once.
func callsDo(fn *ssa.Function) bool {
	does := func(fn *ssa.Function) bool {
		return slices.ContainsFunc(analysis.AllCalls(fn), func(call *ssa.CallCommon) bool {
			callee := call.StaticCallee()
			return callee != nil && analysis.Object(callee) != nil && analysis.Object(callee).FullName() == "(*sync.Once).Do"
		})
	}
	return does(fn) || slices.ContainsFunc(analysis.AllCalls(fn), func(call *ssa.CallCommon) bool {
		callee := call.StaticCallee()
		return callee != nil && does(callee)
	})
}

// isDone is the condition that the function of a Once has returned, as the literal or its starter can say it; nil if it cannot.
func (g given) isDone(c counted) *ir.Clause {
	x, ok := g.operand(c.object)
	e := g.t.ExprOf(x)
	if !ok || e == nil {
		return nil
	}
	p := g.t.Mem.Deref(g.t.Stable(e), analysis.Deref(c.object.Type()))
	st, ok := p.Type.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if g.t.prog.Field(f) != g.t.prog.Field(c.once) {
			continue
		}
		l, err := g.t.Mem.Lock(g.t.Mem.Field(p, f))
		if err != nil || l.Done == nil {
			return nil
		}
		name := c.object.(*ssa.UnOp).X.Name()
		return &ir.Clause{Span: g.t.Span(c.once.Pos(), c.once.Pos()), Text: "done(" + name + "." + c.once.Name() + ")", Cond: l.IsDone()}
	}
	return nil
}
