package desugar

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A frame is one activation of a function: of the function under translation, or of a callee that is inlined.
type frame struct {
	fn     *ssa.Function
	caller *frame // nil: the function under translation
	maker  *frame // of a function literal that is called: the activation that has made it; nil if that is not known
	depth  int
	source *source

	at      ssa.Instruction // under translation
	begun   int             // how many locals there were before it
	calling *invocation     // under translation; nil if none is
	instead token.Pos       // where to say that it stands, if not where it does
	values  map[ssa.Value]value
	pending []ssa.Value // registers whose value reads a cell that may still change
	phis    map[*ssa.Phi]*ir.Var
	nonNil  map[*ir.Var]bool // found not to be nil earlier in the same block
	blocks  map[*ssa.BasicBlock]*ir.Block
	index   map[ssa.Instruction]int // position in the block
	order   map[*ssa.BasicBlock]int // position in reverse postorder
	loops   map[*ssa.BasicBlock]*forLoop
	points  map[ssa.Instruction][]*annot.Stmt
	edges   map[edge][]*annot.Stmt
	defers  []*deferred
	firsts  map[ssa.Value]*firstRead // what was read of unordered reads, see again.go
	object  *ir.Expr                 // in which the variables live that goroutines share under predicates

	// Inlined calls only: where returns lead and what they set. A callee with one return needs neither.
	exit    *ir.Block
	results []*ir.Var
	back    *ir.Block // where the only return ended up
	returns []value   // and what it returned
}

// An edge leads from one block to another.
type edge struct{ from, to *ssa.BasicBlock }

func (t *translator) newFrame(fn *ssa.Function) *frame {
	f := &frame{
		fn:     fn,
		caller: t.frame,
		source: t.source(fn),
		values: map[ssa.Value]value{},
		phis:   map[*ssa.Phi]*ir.Var{},
		nonNil: map[*ir.Var]bool{},
		blocks: map[*ssa.BasicBlock]*ir.Block{},
		index:  map[ssa.Instruction]int{},
		order:  map[*ssa.BasicBlock]int{},
		points: map[ssa.Instruction][]*annot.Stmt{},
		edges:  map[edge][]*annot.Stmt{},
		firsts: map[ssa.Value]*firstRead{},
	}
	if t.frame != nil {
		f.depth = t.frame.depth + 1
	}
	for i, b := range analysis.ReversePostorder(fn) {
		f.order[b] = i
		for j, instr := range b.Instrs {
			f.index[instr] = j
		}
	}
	return f
}

// enter prepares for the translation of block b.
func (f *frame) enter(b *ssa.BasicBlock) {
	for _, f.at = range b.Instrs {
		if _, ok := f.at.(*ssa.Phi); !ok {
			break
		}
	}
	clear(f.nonNil)
}

// blockName names a block of the activation in dumps.
func (f *frame) blockName(b *ssa.BasicBlock) string {
	what := b.Comment
	if what == "" {
		what = fmt.Sprintf("block%d", b.Index)
	}
	if f.caller != nil {
		what = f.fn.Name() + ":" + what
	}
	return what
}

// arguments gives the parameters and free variables of the function under translation their values. A variable that
// the function literal captured is a pointer to its cell; one that never changes after it was captured is its value.
func (f *frame) arguments(t *translator) {
	for i, p := range f.fn.Params {
		f.values[p] = value{expr: ir.V(t.out.Params[i])}
	}
	for i, fv := range f.fn.FreeVars {
		ptr := t.out.Params[len(f.fn.Params)+i]
		if p, ok := t.sharedVariable(fv, capturedAlloc(fv)); ok {
			f.values[fv] = value{at: &p}
			continue
		}
		if alloc := capturedAlloc(fv); alloc != nil && t.usage(alloc).Settled {
			if v := t.capturedValue(fv, alloc, ptr); v != nil {
				p := heap.LocalPlace(v, analysis.Deref(fv.Type()))
				f.values[fv] = value{at: &p}
				continue
			}
		}
		if phi, ok := capturedBy(fv).(*ssa.Phi); ok && analysis.IsIteration(phi) {
			if v := t.capturedValue(fv, nil, ptr); v != nil {
				p := heap.LocalPlace(v, analysis.Deref(fv.Type()))
				f.values[fv] = value{at: &p}
				continue
			}
		}
		if _, ok := fv.Type().Underlying().(*types.Pointer); !ok || ptr.Sort.Kind != ir.KindRef {
			f.values[fv] = value{expr: ir.V(ptr)}
			continue
		}
		p := t.mem.Deref(ir.V(ptr), analysis.Deref(fv.Type()))
		f.values[fv] = value{expr: ir.V(ptr), at: &p}
		f.nonNil[ptr] = true
	}
}

// capturedValue returns a parameter for the value of a captured variable that is assigned once.
func (t *translator) capturedValue(fv *ssa.FreeVar, alloc *ssa.Alloc, ptr *ir.Var) *ir.Var {
	typ := analysis.Deref(fv.Type())
	s, err := t.mem.Sort(typ)
	if err != nil {
		return nil // reported where it is read
	}
	ptr.Label = "&" + fv.Name()
	v := &ir.Var{Name: t.unique(fv.Name()), Label: fv.Name(), Sort: s, Kind: ir.ConstVar}
	t.out.Params = append(t.out.Params, v)
	if t.takesMemoryOf(fv.Parent(), fv) {
		t.out.Given = append(t.out.Given, t.mem.KnownAnyway(ir.V(v), typ)...)
	} else {
		t.out.Given = append(t.out.Given, t.mem.Known(ir.V(v), typ, ir.False)...)
	}
	if alloc != nil && t.neverHoldsNil(alloc) {
		t.out.Given = append(t.out.Given, ir.Ne(ir.V(v), heap.ZeroOf(s)))
	}
	return v
}

// capturedAlloc returns the variable of the enclosing function that fv stands for, nil if it cannot be told.
func capturedAlloc(fv *ssa.FreeVar) *ssa.Alloc {
	var v ssa.Value = fv
	for {
		fv, ok := v.(*ssa.FreeVar)
		if !ok {
			alloc, _ := v.(*ssa.Alloc)
			return alloc
		}
		v = capturedBy(fv)
		if v == nil {
			return nil
		}
	}
}

// capturedBy returns what the enclosing function binds fv to.
func capturedBy(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	if fn.Parent() == nil || fn.Referrers() == nil {
		return nil
	}
	for _, ref := range *fn.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok || mc.Fn != fn {
			continue
		}
		for i, v := range fn.FreeVars {
			if v == fv && i < len(mc.Bindings) {
				return mc.Bindings[i]
			}
		}
	}
	return nil
}

// pos returns the position to report for the instruction under translation: its own, or the nearest one before it.
func (f *frame) pos() token.Pos {
	switch {
	case f.instead.IsValid():
		return f.instead
	case f.at == nil:
		return f.fn.Pos()
	}
	if p := analysis.Position(f.at); p.IsValid() {
		return p
	}
	instrs := f.at.Block().Instrs
	i := f.index[f.at]
	for j := i + 1; j < len(instrs); j++ { // the operands of a statement come before the instruction that bears its position
		if p := analysis.Position(instrs[j]); p.IsValid() {
			return p
		}
	}
	for j := i - 1; j >= 0; j-- {
		if p := analysis.Position(instrs[j]); p.IsValid() {
			return p
		}
	}
	return f.fn.Pos()
}

// related tells through which calls the instruction under translation was inlined, innermost first.
func (t *translator) related() []ir.Note {
	var notes []ir.Note
	for f := t.frame; f != nil && f.caller != nil; f = f.caller {
		span, text := t.statement(f.caller)
		notes = append(notes, ir.Note{Span: span, Text: "called here: " + text})
	}
	return notes
}
