package emit

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
)

// Place finds the point of each directive inside the function: the instruction that it comes before, or the edge into a
// loop. A directive without such a point is unsupported, never dropped.
func (f *Frame) Place(t *Builder, order []*ssa.BasicBlock) {
	for _, s := range t.directives(f) {
		switch {
		case s.Kind == annot.TakesStmt:
			t.Beginning(f.Fn, s.Kind) // notes it where no goroutine runs the literal; else see takes.go
			continue
		case s.Kind == annot.RequiresStmt && f.Caller == nil && t.prog.Spawned[f.Fn]: // see expects.go
			continue
		}
		if s.Kind == annot.InvariantStmt {
			f.placeInvariant(t, s)
			continue
		}
		if s.Unsupported != "" && s.Clause == nil {
			t.Unsupported(s.Pos, "%s", s.Unsupported)
			continue
		}
		f.placeStmt(t, order, s)
	}
}

// directives returns the directives in the body of the activation's function.
func (t *Builder) directives(f *Frame) []*annot.Stmt {
	d, info := analysis.Decl(f.Fn), t.prog.InfoOf(f.Fn)
	if d == nil || info == nil {
		return nil
	}
	var out []*annot.Stmt
	for _, s := range info.Annot.Body[d] {
		if f.Source.owns(s.Before) {
			out = append(out, s)
		}
	}
	return out
}

func (f *Frame) placeStmt(t *Builder, order []*ssa.BasicBlock, s *annot.Stmt) {
	instr, st := f.pointOf(order, s.Before)
	if instr == nil {
		t.Unsupported(s.Pos, "no instruction corresponds to the place of this directive")
		return
	}
	b := instr.Block()
	loop := f.Loops[b]
	if loop == nil || loop.Stmt == nil || st == nil || loop.Stmt != unlabeled(st) {
		f.Points[instr] = append(f.Points[instr], s)
		return
	}
	// The statement is a loop that begins with its head: the directive is executed once, on the way in.
	for _, p := range b.Preds {
		if !slices.Contains(loop.Blocks, p) {
			f.edges[edge{p, b}] = append(f.edges[edge{p, b}], s)
		}
	}
}

// pointOf returns the first instruction of what stands at pos, and the statement, if it is one and not the end of a
// list of statements.
func (f *Frame) pointOf(order []*ssa.BasicBlock, pos token.Pos) (ssa.Instruction, ast.Stmt) {
	for _, l := range f.Source.lists {
		for i, st := range l.stmts {
			if st.Pos() != pos && unlabeled(st).Pos() != pos {
				continue
			}
			if instr := f.firstOf(order, st); instr != nil {
				return instr, st
			}
			if i > 0 { // break, continue, goto: what comes after the statement before
				return f.after(order, l.stmts[i-1]), nil
			}
			return nil, nil
		}
		if l.end == pos {
			return f.atEnd(order, l), nil
		}
	}
	return nil, nil
}

func unlabeled(st ast.Stmt) ast.Stmt {
	for {
		l, ok := st.(*ast.LabeledStmt)
		if !ok {
			return st
		}
		st = l.Stmt
	}
}

// atEnd returns the instruction that follows a list of statements.
func (f *Frame) atEnd(order []*ssa.BasicBlock, l stmtList) ssa.Instruction {
	if f.Source.Body != nil && l.end == f.Source.Body.Rbrace {
		for _, b := range order {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !r.Pos().IsValid() {
				if i := len(b.Instrs) - 2; i >= 0 {
					if d, ok := b.Instrs[i].(*ssa.RunDefers); ok {
						return d
					}
				}
				return r
			}
		}
	}
	if len(l.stmts) == 0 {
		return nil
	}
	return f.after(order, l.stmts[len(l.stmts)-1])
}

// firstOf returns the instruction of a statement that comes before all others of it.
func (f *Frame) firstOf(order []*ssa.BasicBlock, st ast.Stmt) ssa.Instruction {
	var first ssa.Instruction
	for _, instr := range f.instrsOf(order, st) {
		if first == nil || Dominates(f, instr, first) {
			first = instr
		}
	}
	for _, instr := range f.instrsOf(order, st) {
		if instr != first && !Dominates(f, first, instr) {
			return nil
		}
	}
	if first == nil {
		return nil
	}
	return f.beforeConstants(f.withOperands(first, st))
}

// beforeConstants goes back from the first instruction of a block that is entered by a branch on a constant to that branch: a
// constant condition bears no position, so that what seems to be the first of a statement may be in a branch that is never taken.
func (f *Frame) beforeConstants(first ssa.Instruction) ssa.Instruction {
	for {
		b := first.Block()
		for _, instr := range b.Instrs[:f.Index[first]] {
			if instr.Pos().IsValid() {
				return first
			}
		}
		if len(b.Preds) != 1 {
			return first
		}
		before := b.Preds[0].Instrs
		branch, ok := before[len(before)-1].(*ssa.If)
		if !ok {
			return first
		}
		if _, constant := branch.Cond.(*ssa.Const); !constant {
			return first
		}
		first = branch
	}
}

// withOperands goes back from the first instruction that bears a position inside st over those before it without a
// position, which belong to it too: reads of variables.
func (f *Frame) withOperands(first ssa.Instruction, st ast.Stmt) ssa.Instruction {
	instrs := first.Block().Instrs
	i := f.Index[first]
	for i > 0 {
		load, ok := instrs[i-1].(*ssa.UnOp)
		if !ok || load.Pos().IsValid() {
			break
		}
		i--
	}
	return instrs[i]
}

// after returns the instruction that follows a statement without inner statements.
func (f *Frame) after(order []*ssa.BasicBlock, st ast.Stmt) ssa.Instruction {
	switch unlabeled(st).(type) {
	case *ast.AssignStmt, *ast.ExprStmt, *ast.IncDecStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.GoStmt, *ast.SendStmt:
	default:
		return nil
	}
	var last ssa.Instruction
	for _, instr := range f.instrsOf(order, st) {
		if last == nil || Dominates(f, last, instr) {
			last = instr
		}
	}
	for _, instr := range f.instrsOf(order, st) {
		if instr != last && !Dominates(f, instr, last) {
			return nil
		}
	}
	if last == nil {
		return nil
	}
	instrs := last.Block().Instrs
	if i := f.Index[last] + 1; i < len(instrs) {
		return instrs[i]
	}
	return nil
}

// instrsOf returns the instructions whose position is inside a statement.
func (f *Frame) instrsOf(order []*ssa.BasicBlock, st ast.Stmt) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range order {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
				continue
			}
			if p := instr.Pos(); st.Pos() <= p && p < st.End() {
				out = append(out, instr)
			}
		}
	}
	return out
}
