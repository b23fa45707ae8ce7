package emit

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// FindLoops finds the natural loops of the activation's function, and the for statements they come from.
func (f *Frame) FindLoops(order []*ssa.BasicBlock) {
	f.Loops = map[*ssa.BasicBlock]*ForLoop{}
	var loops []*ForLoop
	for _, b := range order {
		for _, p := range b.Preds {
			if _, reached := f.order[p]; !reached || !b.Dominates(p) {
				continue
			}
			l := f.Loops[b]
			if l == nil {
				l = &ForLoop{Head: b, Blocks: []*ssa.BasicBlock{b}}
				f.Loops[b] = l
				loops = append(loops, l)
			}
			l.add(p)
		}
	}
	slices.SortStableFunc(loops, func(a, b *ForLoop) int { return len(a.Blocks) - len(b.Blocks) }) // inner loops first
	taken := map[ast.Stmt]bool{}
	for _, l := range loops {
		l.Stmt = f.statementOf(l, taken)
		if l.Stmt != nil {
			taken[l.Stmt] = true
			l.Bounded = isBounded(l)
		}
	}
}

// add adds b, and all that reaches b without passing the head, to the loop.
func (l *ForLoop) add(b *ssa.BasicBlock) {
	if slices.Contains(l.Blocks, b) {
		return
	}
	l.Blocks = append(l.Blocks, b)
	for _, p := range b.Preds {
		l.add(p)
	}
}

// statementOf returns the for statement that a loop comes from: the innermost one of the kind that the head's label
// says, around all positions in the loop, which no loop inside this one has come from.
func (f *Frame) statementOf(l *ForLoop, taken map[ast.Stmt]bool) ast.Stmt {
	lo, hi := l.extent()
	head := firstPosition(l.Head)
	for _, st := range slices.Backward(f.Source.loops) {
		if taken[st] || lo.IsValid() && (lo < st.Pos() || hi >= st.End()) || !lo.IsValid() {
			continue
		}
		switch st := st.(type) {
		case *ast.ForStmt:
			if strings.HasPrefix(l.Head.Comment, "for.") && (st.Init == nil || !within(st.Init, head)) {
				return st
			}
		case *ast.RangeStmt:
			if strings.HasPrefix(l.Head.Comment, "range") && !within(st.X, head) {
				return st
			}
		}
	}
	return nil
}

func within(n ast.Node, pos token.Pos) bool {
	return n.Pos() <= pos && pos < n.End()
}

// extent returns the least and the greatest position in the loop.
func (l *ForLoop) extent() (lo, hi token.Pos) {
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Phi); ok {
				continue
			}
			p := instr.Pos()
			if !p.IsValid() {
				continue
			}
			if !lo.IsValid() || p < lo {
				lo = p
			}
			hi = max(hi, p)
		}
	}
	return lo, hi
}

func firstPosition(b *ssa.BasicBlock) token.Pos {
	for _, instr := range b.Instrs {
		if _, ok := instr.(*ssa.Phi); ok {
			continue
		}
		if p := instr.Pos(); p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

// isBounded reports whether the loop ends by construction: a range over an integer, array, slice or string, whose number
// of iterations is settled before the first, or over a map to which the body adds nothing. The labels of go/ssa tell that
// nothing but the range jumps to the head.
func isBounded(l *ForLoop) bool {
	if _, ok := l.Stmt.(*ast.RangeStmt); !ok {
		return false
	}
	switch l.Head.Comment {
	case "rangeindex.loop", "rangeint.loop", "rangeint.body":
		return true
	case "rangeiter.loop":
		return slices.ContainsFunc(l.Head.Instrs, func(i ssa.Instruction) bool {
			next, ok := i.(*ssa.Next)
			return ok && (next.IsString || !l.mayInsert())
		})
	}
	return false
}

// mayInsert reports whether the body may add entries to a map, itself or by a call.
func (l *ForLoop) mayInsert() bool {
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MapUpdate, *ssa.Defer, *ssa.Select:
				return true
			case *ssa.Call:
				if _, ok := instr.Call.Value.(*ssa.Builtin); !ok {
					return true
				}
			}
		}
	}
	return false
}

// placeInvariant attaches an invariant to its loop.
func (f *Frame) placeInvariant(t *Builder, s *annot.Stmt) {
	for _, l := range f.Loops {
		if l.Stmt == s.For {
			l.Invariants = append(l.Invariants, s)
			return
		}
	}
	if f.Source.apart[s.For] {
		t.Unsupported(s.Pos, "an invariant of a range over a function: the loop is in that function")
		return
	}
	t.Unsupported(s.Pos, "no loop corresponds to the statement of this invariant")
}

// rangeKey returns the variable that a range over an integer, array or slice declares, as it is known at the head of
// the loop: the number of iterations so far.
func (t *Builder) rangeKey(f *Frame, at ssa.Instruction, v *types.Var) (heap.Place, bool) {
	l := f.Loops[at.Block()]
	if l == nil {
		return heap.Place{}, false
	}
	r, ok := l.Stmt.(*ast.RangeStmt)
	if !ok || r.Tok != token.DEFINE || r.Key == nil || r.Key.Pos() != v.Pos() {
		return heap.Place{}, false
	}
	for _, instr := range l.Head.Instrs {
		load, ok := instr.(*ssa.UnOp)
		if !ok {
			continue
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok || f.Values[a].At == nil {
			continue
		}
		e, err := t.Mem.Read(*f.Values[a].At)
		if err != nil {
			return heap.Place{}, false
		}
		switch {
		case a.Comment == "rangeint.iter":
			return heap.ValuePlace(e, v.Type()), true
		case a.Comment == "rangeindex" && l.Head.Comment == "rangeindex.loop":
			one, err := t.Mem.Binary(token.ADD, e, ir.N(1, e.Sort), v.Type(), v.Type())
			return heap.ValuePlace(one, v.Type()), err == nil
		}
	}
	return heap.Place{}, false
}
