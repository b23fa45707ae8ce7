package emit

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Annotations translates directives that stand at the current point of the activation.
func (t *Builder) Annotations(f *Frame, stmts []*annot.Stmt) {
	for _, s := range stmts {
		switch s.Kind {
		case annot.WitnessStmt:
			t.witness(f, s)
		case annot.AssertStmt:
			if c := t.Condition(f, s); c != nil {
				check := ir.Check{Kind: ir.UserAssert, Clause: c, Needed: c.Text, Related: t.related(), Shows: c.ShowsNow()}
				t.Emit(&ir.Assert{Span: c.Span, Cond: c.Cond, Check: check})
			}
		case annot.RequiresStmt:
			t.requiredHere(f, s)
		case annot.AssumeStmt:
			if c := t.Condition(f, s); c != nil {
				t.Assumption(s.Pos, "%s", c.Text)
				t.Emit(&ir.Assume{Cond: c.Cond})
			}
		case annot.SetStmt:
			t.set(f, s)
		}
	}
}

// witness translates a witness of the function under translation. In a callee that is inlined it speaks of another
// specification.
func (t *Builder) witness(f *Frame, s *annot.Stmt) {
	outer := f
	for outer.Caller != nil {
		outer = outer.Caller
	}
	if analysis.Decl(f.Fn) == analysis.Decl(outer.Fn) {
		t.Emit(&ir.Witness{Span: t.Span(s.Pos, s.Pos), Action: s.Name})
	}
}

// Condition translates the condition of a directive at the current point.
func (t *Builder) Condition(f *Frame, s *annot.Stmt) *ir.Clause {
	if s.Unsupported != "" {
		t.Unsupported(s.Pos, "%s", s.Unsupported)
		return nil
	}
	c, err := t.clause(s.Clause, t.scopeAt(f, f.At))
	if err != nil {
		t.Unsupported(s.Clause.Start, "%v", err)
		return nil
	}
	return c
}

// scopeAt returns the scope of the variables that have a value at an instruction. A variable that is declared anew for
// each iteration has several cells; the last one declared on every way to the instruction is current.
func (t *Builder) scopeAt(f *Frame, at ssa.Instruction) heap.Scope {
	return func(v *types.Var) (heap.Place, bool) {
		var found ssa.Value
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				x, ok := declares(instr, v)
				if !ok || instr != at && !Dominates(f, instr, at) {
					continue
				}
				if _, known := f.Values[x]; known && (found == nil || Dominates(f, found.(ssa.Instruction), instr)) {
					found = x
				}
			}
		}
		if found == nil {
			for _, fv := range f.Fn.FreeVars {
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
		x := f.Values[found]
		switch {
		case x.At != nil:
			return *x.At, true
		case x.Expr != nil:
			return t.Mem.Deref(x.Expr, analysis.Deref(found.Type())), true
		}
		return heap.Place{}, false
	}
}

// notCaptured finds a variable of the function around a literal that the literal itself does not use, and so does not capture:
// in the activation that has made it, if that is still under way and has no more than one such variable.
func (t *Builder) notCaptured(f *Frame, v *types.Var) (heap.Place, bool) {
	maker := f.Maker
	if maker == nil || maker.Fn != f.Fn.Parent() {
		return heap.Place{}, false
	}
	for _, b := range maker.Fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := declares(instr, v); ok && analysis.Cycles(b, nil) { // another one in each iteration
				return heap.Place{}, false
			}
		}
	}
	for g := f.Caller; g != nil; g = g.Caller {
		if g == maker {
			return t.scopeAt(g, g.At)(v)
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

// requiredHere checks what a function literal requires where its body stands in place of a call. A literal that code which is not
// at hand may call is checked by itself, without it: such code cannot know what is required.
func (t *Builder) requiredHere(f *Frame, s *annot.Stmt) {
	c := t.Condition(f, s)
	if c == nil {
		return
	}
	at := c.Span
	if f.Caller != nil {
		at, _ = t.Statement(f.Caller)
	}
	check := ir.Check{Kind: ir.RequiresAtCall, Subject: analysis.FunctionName(f.Fn), Clause: c, Needed: c.Text, Shows: c.ShowsNow()}
	t.Emit(&ir.Assert{Span: at, Cond: c.Cond, Check: check})
}
