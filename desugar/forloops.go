package desugar

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

// A forLoop is a natural loop of an activation.
type forLoop struct {
	head       *ssa.BasicBlock
	blocks     []*ssa.BasicBlock
	stmt       ast.Stmt // the statement it comes from, nil if it is made of gotos
	bounded    bool
	invariants []*annot.Stmt
}

// findLoops finds the natural loops of the activation's function, and the for statements they come from.
func (f *frame) findLoops(order []*ssa.BasicBlock) {
	f.loops = map[*ssa.BasicBlock]*forLoop{}
	var loops []*forLoop
	for _, b := range order {
		for _, p := range b.Preds {
			if _, reached := f.order[p]; !reached || !b.Dominates(p) {
				continue
			}
			l := f.loops[b]
			if l == nil {
				l = &forLoop{head: b, blocks: []*ssa.BasicBlock{b}}
				f.loops[b] = l
				loops = append(loops, l)
			}
			l.add(p)
		}
	}
	slices.SortStableFunc(loops, func(a, b *forLoop) int { return len(a.blocks) - len(b.blocks) }) // inner loops first
	taken := map[ast.Stmt]bool{}
	for _, l := range loops {
		l.stmt = f.statementOf(l, taken)
		if l.stmt != nil {
			taken[l.stmt] = true
			l.bounded = isBounded(l)
		}
	}
}

// add adds b, and all that reaches b without passing the head, to the loop.
func (l *forLoop) add(b *ssa.BasicBlock) {
	if slices.Contains(l.blocks, b) {
		return
	}
	l.blocks = append(l.blocks, b)
	for _, p := range b.Preds {
		l.add(p)
	}
}

// statementOf returns the for statement that a loop comes from: the innermost one of the kind that the head's label
// says, around all positions in the loop, which no loop inside this one has come from.
func (f *frame) statementOf(l *forLoop, taken map[ast.Stmt]bool) ast.Stmt {
	lo, hi := l.extent()
	head := firstPosition(l.head)
	for _, st := range slices.Backward(f.source.loops) {
		if taken[st] || lo.IsValid() && (lo < st.Pos() || hi >= st.End()) || !lo.IsValid() {
			continue
		}
		switch st := st.(type) {
		case *ast.ForStmt:
			if strings.HasPrefix(l.head.Comment, "for.") && (st.Init == nil || !within(st.Init, head)) {
				return st
			}
		case *ast.RangeStmt:
			if strings.HasPrefix(l.head.Comment, "range") && !within(st.X, head) {
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
func (l *forLoop) extent() (lo, hi token.Pos) {
	for _, b := range l.blocks {
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
func isBounded(l *forLoop) bool {
	if _, ok := l.stmt.(*ast.RangeStmt); !ok {
		return false
	}
	switch l.head.Comment {
	case "rangeindex.loop", "rangeint.loop", "rangeint.body":
		return true
	case "rangeiter.loop":
		return slices.ContainsFunc(l.head.Instrs, func(i ssa.Instruction) bool {
			next, ok := i.(*ssa.Next)
			return ok && (next.IsString || !l.mayInsert())
		})
	}
	return false
}

// mayInsert reports whether the body may add entries to a map, itself or by a call.
func (l *forLoop) mayInsert() bool {
	for _, b := range l.blocks {
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
func (f *frame) placeInvariant(t *translator, s *annot.Stmt) {
	for _, l := range f.loops {
		if l.stmt == s.For {
			l.invariants = append(l.invariants, s)
			return
		}
	}
	if f.source.apart[s.For] {
		t.unsupported(s.Pos, "an invariant of a range over a function, of which the loop is in that function")
		return
	}
	t.unsupported(s.Pos, "no loop corresponds to the statement of this invariant")
}

// loopHead makes the block under construction the head of the loop that begins with b, if one does.
func (t *translator) loopHead(f *frame, b *ssa.BasicBlock) {
	l := f.loops[b]
	if l == nil {
		return
	}
	loop := &ir.Loop{Bounded: l.bounded}
	if l.stmt != nil {
		text, end := f.source.header(l.stmt)
		loop.Span, loop.Text = t.span(l.stmt.Pos(), end), text
	} else {
		loop.Span, loop.Text = t.statement(f)
	}
	for _, s := range l.invariants {
		if c := t.condition(f, s); c != nil {
			loop.Invariants = append(loop.Invariants, c)
		}
	}
	loop.Hints = t.hints(f, l)
	t.cur.Loop = loop
	for _, v := range t.assigned(f, l) { // true of all values, and so not for the programmer to say
		t.assume(t.mem.Held(v.expr, v.typ)...)
	}
	t.believeAliases()
}

// rangeKey returns the variable that a range over an integer, array or slice declares, as it is known at the head of
// the loop: the number of iterations so far.
func (t *translator) rangeKey(f *frame, at ssa.Instruction, v *types.Var) (heap.Place, bool) {
	l := f.loops[at.Block()]
	if l == nil {
		return heap.Place{}, false
	}
	r, ok := l.stmt.(*ast.RangeStmt)
	if !ok || r.Tok != token.DEFINE || r.Key == nil || r.Key.Pos() != v.Pos() {
		return heap.Place{}, false
	}
	for _, instr := range l.head.Instrs {
		load, ok := instr.(*ssa.UnOp)
		if !ok {
			continue
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok || f.values[a].at == nil {
			continue
		}
		e, err := t.mem.Read(*f.values[a].at)
		if err != nil {
			return heap.Place{}, false
		}
		switch {
		case a.Comment == "rangeint.iter":
			return heap.ValuePlace(e, v.Type()), true
		case a.Comment == "rangeindex" && l.head.Comment == "rangeindex.loop":
			one, err := t.mem.Binary(token.ADD, e, ir.N(1, e.Sort), v.Type(), v.Type())
			return heap.ValuePlace(one, v.Type()), err == nil
		}
	}
	return heap.Place{}, false
}
