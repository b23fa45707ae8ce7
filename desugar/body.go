package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// annotations translates directives that stand at the current point of the activation.
func (t *translator) annotations(f *frame, stmts []*annot.Stmt) {
	for _, s := range stmts {
		switch s.Kind {
		case annot.WitnessStmt:
			t.witness(f, s)
		case annot.AssertStmt:
			if c := t.condition(f, s); c != nil {
				check := ir.Check{Kind: ir.UserAssert, Clause: c, Needed: c.Text, Related: t.related()}
				t.emit(&ir.Assert{Span: c.Span, Cond: c.Cond, Check: check})
			}
		case annot.RequiresStmt:
			t.requiredHere(f, s)
		case annot.AssumeStmt:
			if c := t.condition(f, s); c != nil {
				t.assumption(s.Pos, "%s", c.Text)
				t.emit(&ir.Assume{Cond: c.Cond})
			}
		case annot.SetStmt:
			t.set(f, s)
		}
	}
}

// witness translates a witness of the function under translation. In a callee that is inlined it speaks of another
// specification.
func (t *translator) witness(f *frame, s *annot.Stmt) {
	outer := f
	for outer.caller != nil {
		outer = outer.caller
	}
	if analysis.Decl(f.fn) == analysis.Decl(outer.fn) {
		t.emit(&ir.Witness{Span: t.span(s.Pos, s.Pos), Action: s.Name})
	}
}

// condition translates the condition of a directive at the current point.
func (t *translator) condition(f *frame, s *annot.Stmt) *ir.Clause {
	if s.Unsupported != "" {
		t.unsupported(s.Pos, "%s", s.Unsupported)
		return nil
	}
	c, err := t.clause(s.Clause, t.scopeAt(f, f.at))
	if err != nil {
		t.unsupported(s.Clause.Start, "%v", err)
		return nil
	}
	return c
}

// scopeAt returns the scope of the variables that have a value at an instruction. A variable that is declared anew for
// each iteration has several cells; the last one declared on every way to the instruction is current.
func (t *translator) scopeAt(f *frame, at ssa.Instruction) heap.Scope {
	return func(v *types.Var) (heap.Place, bool) {
		var found ssa.Value
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				x, ok := declares(instr, v)
				if !ok || instr != at && !dominates(f, instr, at) {
					continue
				}
				if _, known := f.values[x]; known && (found == nil || dominates(f, found.(ssa.Instruction), instr)) {
					found = x
				}
			}
		}
		if found == nil {
			for _, fv := range f.fn.FreeVars {
				if fv.Pos() == v.Pos() && fv.Name() == v.Name() {
					found = fv
				}
			}
		}
		if found == nil {
			if p, ok := t.rangeKey(f, at, v); ok {
				return p, true
			}
			return t.notCaptured(f, v)
		}
		x := f.values[found]
		switch {
		case x.at != nil:
			return *x.at, true
		case x.expr != nil:
			return t.mem.Deref(x.expr, analysis.Deref(found.Type())), true
		}
		return heap.Place{}, false
	}
}

// notCaptured finds a variable of the function around a literal that the literal itself does not use, and so does not capture:
// in the activation that has made it, if that is still under way and has no more than one such variable.
func (t *translator) notCaptured(f *frame, v *types.Var) (heap.Place, bool) {
	maker := f.maker
	if maker == nil || maker.fn != f.fn.Parent() {
		return heap.Place{}, false
	}
	for _, b := range maker.fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := declares(instr, v); ok && analysis.Cycles(b, nil) { // another one in each iteration
				return heap.Place{}, false
			}
		}
	}
	for g := f.caller; g != nil; g = g.caller {
		if g == maker {
			return t.scopeAt(g, g.at)(v)
		}
	}
	return heap.Place{}, false
}

// declares reports whether the instruction makes a cell of the variable.
func declares(instr ssa.Instruction, v *types.Var) (ssa.Value, bool) {
	switch x := instr.(type) {
	case *ssa.Alloc:
		return x, x.Pos() == v.Pos() && x.Comment == v.Name()
	case *ssa.Phi:
		_, isPtr := x.Type().Underlying().(*types.Pointer)
		return x, isPtr && x.Pos() == v.Pos() && x.Comment == v.Name()
	}
	return nil, false
}
