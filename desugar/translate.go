package desugar

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// bodyState is what translating a body adds to a translator. The files, in the order in which a body passes them:
//
//	translate.go  blocks and the edges between them
//	frame.go      one activation: the function itself, or a call that is inlined
//	cells.go      which variables belong to the function alone
//	captured.go   which it shares with goroutines under predicates
//	registers.go  values of SSA registers
//	instr.go      instructions
//	access.go     reads and writes of memory, and the checks that come with them
//	unordered.go  operands that may be read before or after the calls beside them; again.go: reads them at both times
//	slices.go     slices, append, copy; moves.go: many elements at once
//	calls.go      calls, inlining; rangefunc.go: range over a function
//	foreign.go    calls of code that is not at hand; reached.go: the guarded memory that they get at; readers.go
//	contracts.go  calls that are replaced by the callee's contract
//	locksets.go   the locks that a callee may acquire
//	sync.go       package sync; atomic.go: package sync/atomic
//	builtins.go   built-in functions
//	defers.go     defer; spawn.go: go; forkjoin.go, portions.go: memory that a goroutine takes over; expects.go
//	body.go       annotations inside bodies; points.go: where they stand
//	forloops.go   loops and what to propose invariants from; hints.go
//	text.go       source text of statements and expressions
type bodyState struct {
	frame      *frame
	cur        *ir.Block // the block under construction
	blocks     []*ir.Block
	blockNames map[string]int // in use

	cellOf       map[*ir.Var]*cell
	locality     map[*ssa.Alloc]*analysis.Usage
	sources      map[*ssa.Function]*source
	acquires     map[*ssa.Function][]analysis.LockPath
	shared       map[*ssa.Function]map[*ssa.Alloc]*types.Var
	objects      map[*ssa.Function]*ir.Expr
	foreignCalls []*foreignCall
	borrowed     *borrowed
	has          *ir.Var            // which elements are borrowed; may be nil
	tracked      map[*ir.Var]bool   // heap variables that hold elements which are lent or borrowed
	tooLarge     bool               // noted that inlining has gone on for too long
	gotten       map[ssa.Value]bool // what comes out of pools that transfer what they hold
	uncounted    []ir.Note          // calls by which others may send on channels, or close them
	unordered    map[*ssa.Function]*unordered
	unwinds      func()   // unwind, which the tables of functions that may panic cannot name
	panicsIf     *ir.Expr // that the function under translation may panic; nil if it never may
	within       int      // calls under translation that a panic may not pass: deferred ones, and callbacks
}

// maxBlocks bounds the size of a function once its calls are inlined, maxDepth how deep it inlines.
const (
	maxBlocks = 2000
	maxDepth  = 12
)

func newBodyState() bodyState {
	return bodyState{
		blockNames: map[string]int{},
		cellOf:     map[*ir.Var]*cell{},
		locality:   map[*ssa.Alloc]*analysis.Usage{},
		sources:    map[*ssa.Function]*source{},
		acquires:   map[*ssa.Function][]analysis.LockPath{},
		shared:     map[*ssa.Function]map[*ssa.Alloc]*types.Var{},
		objects:    map[*ssa.Function]*ir.Expr{},
		tracked:    map[*ir.Var]bool{},
		gotten:     map[ssa.Value]bool{},
		unordered:  map[*ssa.Function]*unordered{},
	}
}

// body translates the body of fn into t.out.
func (t *translator) body(fn *ssa.Function) {
	t.cur = t.newBlock("entry")
	entry := t.cur
	if fn.Blocks == nil {
		t.unsupported(fn.Pos(), "function without a Go body")
		t.returns(fn.Pos(), token.NoPos, "", nil)
	} else {
		f := t.newFrame(fn)
		f.arguments(t)
		t.lendNothing()
		if t.refines != nil {
			t.refine(f)
		} else {
			t.beginRights(f)
			t.run(f)
		}
		t.oweNothing(entry)
	}
	t.out.Unsupported, t.out.Assumptions = distinct(t.out.Unsupported), distinct(t.out.Assumptions)
	shortcuts(t.blocks)
	t.out.Blocks = reachable(entry)
	if err := ir.FindLoops(t.out); err != nil {
		t.unsupported(fn.Pos(), "%v", err)
		t.cur = &ir.Block{Name: "entry"}
		t.returns(fn.Pos(), token.NoPos, "", nil)
		t.out.Blocks = []*ir.Block{t.cur}
	}
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

// newBlock returns a new block, named after what it is for.
func (t *translator) newBlock(what string) *ir.Block {
	t.blockNames[what]++
	name := what
	if n := t.blockNames[what]; n > 1 {
		name = fmt.Sprintf("%s~%d", what, n)
	}
	b := &ir.Block{Name: name}
	t.blocks = append(t.blocks, b)
	return b
}

// assume appends what is known from here on.
func (t *translator) assume(conds ...*ir.Expr) {
	for _, c := range conds {
		if c.Op != ir.OpTrue {
			t.emit(&ir.Assume{Cond: c})
		}
	}
}

// link makes to a successor of from.
func link(from, to *ir.Block) { from.Succs = append(from.Succs, to) }

// fork ends the block under construction in a choice between n new blocks.
func (t *translator) fork(what string, n int) []*ir.Block {
	bs := make([]*ir.Block, n)
	for i := range bs {
		bs[i] = t.newBlock(what)
		link(t.cur, bs[i])
	}
	return bs
}

// choose ends the block under construction in a choice between the alternatives, and continues where they meet.
func (t *translator) choose(what string, alternatives ...func()) {
	bs := t.fork(what, len(alternatives))
	done := t.newBlock(what + ".done")
	checked := t.frame.nonNil
	for i, b := range bs {
		t.cur, t.frame.nonNil = b, maps.Clone(checked)
		alternatives[i]()
		link(t.cur, done)
	}
	t.cur, t.frame.nonNil = done, checked
}

// run translates the activation f, beginning in the block under construction. Afterwards the block under construction
// is where an inlined call goes on.
func (t *translator) run(f *frame) {
	outer := t.frame
	t.frame = f
	order := analysis.ReversePostorder(f.fn)
	f.blocks[order[0]] = t.cur
	for _, b := range order[1:] {
		f.blocks[b] = t.newBlock(f.blockName(b))
	}
	f.makeObject(t)
	f.findDefers(t, order)
	f.findLoops(order)
	f.place(t, order)
	if f.caller == nil {
		t.out.Given = append(t.out.Given, t.aliasFacts()...)
	}
	t.believeAliases()
	for _, b := range order {
		t.cur = f.blocks[b]
		t.block(f, b)
	}
	t.frame = outer
}

// block translates one SSA block into the block under construction and those that it needs besides.
func (t *translator) block(f *frame, b *ssa.BasicBlock) {
	f.enter(b)
	t.phis(f, b)
	t.loopHead(f, b)
	for _, instr := range b.Instrs {
		f.at, f.begun = instr, len(t.out.Locals)
		t.annotations(f, f.points[instr])
		t.instr(instr)
	}
}

// phis makes a variable for each phi of b; the edges into b assign them.
func (t *translator) phis(f *frame, b *ssa.BasicBlock) {
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return
		}
		t.phi(f, phi)
	}
}

// phi returns the variable that stands for a phi, nil if its type is not supported.
func (t *translator) phi(f *frame, phi *ssa.Phi) *ir.Var {
	if v, ok := f.phis[phi]; ok {
		return v
	}
	if analysis.IsIteration(phi) {
		return t.iteration(f, phi)
	}
	s, err := t.mem.Sort(phi.Type())
	if err != nil {
		t.unsupported(phi.Pos(), "%v", err)
		f.phis[phi] = nil
		return nil
	}
	label := phi.Comment
	if label == token.LAND.String() || label == token.LOR.String() {
		label = ""
	}
	v := t.local(label, s)
	f.phis[phi] = v
	t.define(phi, value{expr: ir.V(v)})
	return v
}

// iteration makes the cell for the variable of a loop in one iteration: see isIteration.
func (t *translator) iteration(f *frame, phi *ssa.Phi) *ir.Var {
	typ := analysis.Deref(phi.Type())
	s, err := t.mem.Sort(typ)
	if err != nil {
		t.unsupported(phi.Pos(), "variable %s: %v", phi.Comment, err)
		f.phis[phi] = nil
		return nil
	}
	v := t.local(sourceName(phi.Comment), s)
	t.cellOf[v] = &cell{v: v, owner: f}
	f.phis[phi] = v
	p := heap.LocalPlace(v, typ)
	f.values[phi] = value{at: &p}
	return v
}

// incoming returns the value of a phi on an edge, for the variable of a loop what the one before holds.
func (t *translator) incoming(phi *ssa.Phi, edge ssa.Value) *ir.Expr {
	if !analysis.IsIteration(phi) {
		return t.expr(edge)
	}
	at := t.value(edge).at
	if at == nil {
		return nil
	}
	e, err := t.mem.Read(*at)
	if err != nil {
		t.unsupported(phi.Pos(), "variable %s: %v", phi.Comment, err)
		return nil
	}
	return e
}

// jump ends the block under construction with an edge to the SSA block to.
func (t *translator) jump(f *frame, from, to *ssa.BasicBlock) {
	t.annotations(f, f.edges[edge{from, to}])
	t.assignPhis(f, from, to)
	link(t.cur, f.blocks[to])
}

// assignPhis gives the phis of to their values for the edge from from. They change at once, so all values are
// evaluated before the first assignment.
func (t *translator) assignPhis(f *frame, from, to *ssa.BasicBlock) {
	i := slices.Index(to.Preds, from)
	var dst []*ir.Var
	var src []*ir.Expr
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		v := t.phi(f, phi)
		if v == nil {
			continue
		}
		e := t.incoming(phi, phi.Edges[i])
		if e == nil {
			e = ir.V(t.anything(v.Sort))
		}
		dst, src = append(dst, v), append(src, e)
	}
	if len(dst) > 1 {
		for j, e := range src {
			src[j] = t.save(e)
		}
	}
	for j, v := range dst {
		t.emit(&ir.Assign{Dst: v, Src: src[j]})
	}
}

// branch ends the block under construction with the two edges of an if.
func (t *translator) branch(f *frame, i *ssa.If) {
	b := i.Block()
	cond := t.expr(i.Cond)
	from := t.cur
	for k, to := range b.Succs {
		holds := ir.True
		switch {
		case cond == nil:
		case k == 0:
			holds = cond
		default:
			holds = ir.Not(cond)
		}
		if holds.Op == ir.OpFalse {
			continue
		}
		if len(to.Preds) == 1 { // nothing else leads there: the condition can stand at its head
			t.cur = f.blocks[to]
			t.assume(holds)
			t.annotations(f, f.edges[edge{b, to}])
			t.assignPhis(f, b, to)
			link(from, t.cur)
			continue
		}
		t.cur = t.newBlock(f.blockName(b) + ".edge")
		link(from, t.cur)
		t.assume(holds)
		t.jump(f, b, to)
	}
}

// returns ends the block under construction: in a return of the function under translation.
func (t *translator) returns(pos, end token.Pos, text string, values []*ir.Expr) {
	if !end.IsValid() {
		end = pos
	}
	if t.frame != nil {
		t.ended()
		t.publishResults(t.frame.fn, values)
	}
	r := &ir.Return{Span: t.span(pos, end), Text: text}
	if !pos.IsValid() {
		r.Span = t.out.Span
	}
	for i, v := range t.out.Results {
		var e *ir.Expr
		if i < len(values) {
			e = values[i]
		}
		if e == nil || !ir.Same(e.Sort, v.Sort) {
			e = ir.V(t.anything(v.Sort))
		}
		r.Values = append(r.Values, e)
	}
	t.cur.Return = r
}
