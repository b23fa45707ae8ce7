package desugar

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// maxBlocks bounds the size of a function once its calls are inlined, maxDepth how deep it inlines.
const (
	maxBlocks = 2000
	maxDepth  = 12
)

// body translates the body of fn into t.out.
func (t *translator) body(fn *ssa.Function) {
	t.Cur = t.NewBlock("entry")
	entry := t.Cur
	switch {
	case fn.Blocks == nil:
		t.Unsupported(fn.Pos(), "function without a Go body")
		t.returns(fn.Pos(), token.NoPos, "", nil)
	case t.prog.IsSpinMethod(fn):
		t.returns(fn.Pos(), token.NoPos, "", nil)
	default:
		f := t.NewFrame(fn)
		t.bindArguments(f)
		t.Emit(t.Mem.BeginRegions(t.localArguments(fn))...)
		t.lendNothing()
		if t.refines != nil {
			t.refine(f)
		} else {
			t.beginRights(f)
			t.run(f)
		}
		t.oweNothing(entry)
		t.lendNoSends(entry)
		t.standForNothing(entry)
	}
	t.Out.Unsupported, t.Out.Assumptions = distinct(t.Out.Unsupported), distinct(t.Out.Assumptions)
	t.Out.Partial, t.inBody = len(t.Out.Unsupported) > 0 && !t.Uncut, len(t.Out.Unsupported)
	shortcuts(t.Blocks)
	t.Out.Blocks = reachable(entry)
	if err := ir.FindLoops(t.Out); err != nil {
		t.Unsupported(fn.Pos(), "%v", err)
		t.Cur = &ir.Block{Name: "entry"}
		t.returns(fn.Pos(), token.NoPos, "", nil)
		t.Out.Blocks = []*ir.Block{t.Cur}
	}
	t.hintLoops()
}

// distinct drops notes that occur again: a callee may be inlined at many calls.
func distinct(notes []ir.Note) []ir.Note {
	seen := map[ir.Note]bool{}
	return slices.DeleteFunc(notes, func(n ir.Note) bool {
		again := seen[n]
		seen[n] = true
		return again
	})
}

// reachable returns the blocks that can be reached from entry, in reverse postorder.
func reachable(entry *ir.Block) []*ir.Block {
	var order []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(*ir.Block)
	visit = func(b *ir.Block) {
		seen[b] = true
		for _, s := range slices.Backward(b.Succs) {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(entry)
	slices.Reverse(order)
	return order
}

// run translates the activation f, beginning in the block under construction. Afterwards the block under construction
// is where an inlined call goes on.
func (t *translator) run(f *emit.Frame) {
	outer := t.Frame
	t.Frame = f
	order := analysis.ReversePostorder(f.Fn)
	f.Blocks[order[0]] = t.Cur
	for _, b := range order[1:] {
		f.Blocks[b] = t.NewBlock(f.BlockName(b))
	}
	t.startObject(f)
	f.FindDefers(t.Builder, order)
	f.FindLoops(order)
	f.Place(t.Builder, order)
	if f.Caller == nil {
		t.Out.Given = append(t.Out.Given, t.aliasFacts()...)
	}
	t.believeAliases()
	for _, b := range order {
		t.Cur = f.Blocks[b]
		t.block(f, b)
	}
	t.Frame = outer
}

// block translates one SSA block into the block under construction and those that it needs besides.
func (t *translator) block(f *emit.Frame, b *ssa.BasicBlock) {
	f.Enter(b)
	t.phis(f, b)
	t.loopHead(f, b)
	for _, instr := range b.Instrs {
		t.heed()
		f.At, f.Begun = instr, len(t.Out.Locals)
		t.Annotations(f, f.Points[instr])
		t.instr(instr)
	}
}

// phis makes a variable for each phi of b; the edges into b assign them.
func (t *translator) phis(f *emit.Frame, b *ssa.BasicBlock) {
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return
		}
		t.Phi(f, phi)
	}
}

// returns ends the block under construction: in a return of the function under translation.
func (t *translator) returns(pos, end token.Pos, text string, values []*ir.Expr) {
	if !end.IsValid() {
		end = pos
	}
	if t.Frame != nil {
		t.resultsMade(t.Frame.Fn, values)
		t.shareResults(t.Frame.Fn, values)
		t.ended()
		if fn := t.Frame.Fn; t.refines == nil && t.prog.CallersSynchronise(fn) && t.prog.Outlined[fn] { // what is new joins what the caller has, as a whole
			t.resultsLeave(fn, values)
			t.publishResults(fn, values)
		} else {
			t.publishResults(fn, values)
			t.resultsLeave(fn, values)
		}
		t.returnsMessages(t.Frame.Fn, values)
		t.exposes(t.Frame.Fn, values)
		t.givesBackLent(t.Frame.Fn)
		t.hasSplitBack(t.Frame.Fn)
	}
	r := &ir.Return{Span: t.Span(pos, end), Text: text}
	if !pos.IsValid() {
		r.Span = t.Out.Span
	}
	for i, v := range t.Out.Results {
		var e *ir.Expr
		if i < len(values) {
			e = values[i]
		}
		if e == nil || !ir.Same(e.Sort, v.Sort) {
			e = ir.V(t.Anything(v.Sort))
		}
		r.Values = append(r.Values, e)
	}
	t.Cur.Return = r
}
