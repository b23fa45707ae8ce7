package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// maxHints bounds the terms proposed at one loop.
const maxHints = 24

// hints returns conditions that may be invariants of the loop: bounds of its counters by zero and by what they are
// compared with. Whether they are is found out later; a wrong one costs a query.
func (t *translator) hints(f *frame, l *forLoop) []*ir.Expr {
	h := &hintSet{}
	for _, b := range l.blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if v := t.counter(f, instr); v != nil {
					h.add(ir.Le(ir.N(-1, intSort), v))
					h.add(ir.Le(zeroInt, v))
				}
			case *ssa.BinOp:
				t.comparison(f, l, instr, h)
			}
		}
	}
	return h.exprs
}

type hintSet struct{ exprs []*ir.Expr }

func (h *hintSet) add(e *ir.Expr) {
	known := func(x *ir.Expr) bool { return ir.Equal(x, e) }
	if e.Op != ir.OpTrue && e.Op != ir.OpFalse && len(h.exprs) < maxHints && !slices.ContainsFunc(h.exprs, known) {
		h.exprs = append(h.exprs, e)
	}
}

// counter returns the signed integer variable of the function's own that a store in the loop assigns.
func (t *translator) counter(f *frame, s *ssa.Store) *ir.Expr {
	at := f.values[s.Addr].at
	if at == nil || at.cell == nil || len(at.path) > 0 {
		return nil
	}
	v := ir.V(at.cell)
	if v.Sort.Kind != ir.KindInt || !v.Sort.Signed {
		return nil
	}
	return v
}

// comparison proposes that the operands of a comparison in the loop, as they are at its head, stand in that relation or
// nearly so.
func (t *translator) comparison(f *frame, l *forLoop, op *ssa.BinOp, h *hintSet) {
	x, y := t.atHead(f, l, op.X, 0), t.atHead(f, l, op.Y, 0)
	t.relate(op.Op, x, y, h)
	if sum, ok := op.X.(*ssa.BinOp); ok { // the counter of a range is advanced before it is compared
		t.relate(op.Op, t.atHead(f, l, sum.X, 0), y, h)
	}
}

// relate proposes that x and y stand in the relation or nearly so.
func (t *translator) relate(op token.Token, x, y *ir.Expr, h *hintSet) {
	if x == nil || y == nil || x.Sort.Kind != ir.KindInt || y.Sort.Kind != ir.KindInt {
		return
	}
	switch op {
	case token.GTR, token.GEQ:
		x, y = y, x
	case token.LSS, token.LEQ:
	case token.EQL, token.NEQ:
		h.add(ir.Le(y, x))
	default:
		return
	}
	h.add(ir.Le(x, y))
	h.add(ir.Lt(x, y))
	h.add(ir.Le(x, ir.Add(y, ir.N(1, ir.Int))))
}

// atHead returns what a value would be if it were computed at the head of the loop, nil if that is not a term over
// variables of the function's own.
func (t *translator) atHead(f *frame, l *forLoop, v ssa.Value, depth int) *ir.Expr {
	if c, ok := v.(*ssa.Const); ok {
		if e, err := t.mem.constant(c); err == nil {
			return e
		}
		return nil
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || !slices.Contains(l.blocks, instr.Block()) {
		if known, ok := f.values[v]; ok && known.expr != nil && !readsHeap(known.expr) {
			return known.expr
		}
		return nil
	}
	if depth > 3 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return t.cellAtHead(f, v)
	case *ssa.BinOp:
		x, y := t.atHead(f, l, v.X, depth+1), t.atHead(f, l, v.Y, depth+1)
		if x == nil || y == nil || v.Op != token.ADD && v.Op != token.SUB || x.Sort.Kind != ir.KindInt {
			return nil
		}
		if e, err := t.mem.binary(v.Op, x, y, v.X.Type(), v.Y.Type()); err == nil {
			return e
		}
	case *ssa.Call:
		if isBuiltin(v, "len") {
			if x := t.atHead(f, l, v.Call.Args[0], depth+1); x != nil && (x.Sort == sliceSort || x.Sort == stringSort) {
				return t.mem.intValue(t.mem.length(x))
			}
		}
	}
	return nil
}

func (t *translator) cellAtHead(f *frame, load *ssa.UnOp) *ir.Expr {
	at := f.values[load.X].at
	if load.Op != token.MUL || at == nil || at.cell == nil || len(at.path) > 0 {
		return nil
	}
	if known, ok := t.knownValue(at.cell); ok && known.expr != nil {
		return known.expr
	}
	return ir.V(at.cell)
}
