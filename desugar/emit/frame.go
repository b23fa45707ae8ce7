package emit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A Frame is one activation of a function: of the function under translation, or of a callee that is inlined.
type Frame struct {
	Fn     *ssa.Function
	Caller *Frame // nil: the function under translation
	Maker  *Frame // of a function literal that is called: the activation that has made it; nil if that is not known
	Depth  int
	Source *Source

	At      ssa.Instruction // under translation
	Begun   int             // how many locals there were before it
	Subtest bool            // a goroutine of its own, for which the caller waits
	Calling *Invocation     // under translation; nil if none is
	Instead token.Pos       // where to say that it stands, if not where it does
	Values  map[ssa.Value]Value
	Pending []ssa.Value // registers whose value reads a cell that may still change
	Phis    map[*ssa.Phi]*ir.Var
	NonNil  map[*ir.Var]bool // found not to be nil earlier in the same block
	Blocks  map[*ssa.BasicBlock]*ir.Block
	Index   map[ssa.Instruction]int // position in the block
	order   map[*ssa.BasicBlock]int // position in reverse postorder
	Loops   map[*ssa.BasicBlock]*ForLoop
	Points  map[ssa.Instruction][]*annot.Stmt
	edges   map[edge][]*annot.Stmt
	Defers  []*Deferred
	Firsts  map[ssa.Value]*FirstRead               // what was read of unordered reads, see again.go
	Object  *ir.Expr                               // in which the variables live that goroutines share under predicates
	Copied  map[*ssa.UnOp]*ir.Expr                 // what is read of a copy before it is replaced there, see replaced.go
	Waiting map[ssa.Instruction][]*ssa.MakeClosure // literals that others may know from an instruction on, see firstknown.go

	// Inlined calls only: where returns lead and what they set. A callee with one return needs neither.
	Exit    *ir.Block
	Results []*ir.Var
	Back    *ir.Block // where the only return ended up
	Returns []Value   // and what it returned
}

// An edge leads from one block to another.
type edge struct{ from, to *ssa.BasicBlock }

// NewFrame returns an activation of fn, called by the instruction under translation.
func (t *Builder) NewFrame(fn *ssa.Function) *Frame {
	f := &Frame{
		Fn:      fn,
		Caller:  t.Frame,
		Source:  t.Source(fn),
		Values:  map[ssa.Value]Value{},
		Phis:    map[*ssa.Phi]*ir.Var{},
		NonNil:  map[*ir.Var]bool{},
		Blocks:  map[*ssa.BasicBlock]*ir.Block{},
		Index:   map[ssa.Instruction]int{},
		order:   map[*ssa.BasicBlock]int{},
		Points:  map[ssa.Instruction][]*annot.Stmt{},
		edges:   map[edge][]*annot.Stmt{},
		Firsts:  map[ssa.Value]*FirstRead{},
		Copied:  map[*ssa.UnOp]*ir.Expr{},
		Waiting: map[ssa.Instruction][]*ssa.MakeClosure{},
	}
	if t.Frame != nil {
		f.Depth = t.Frame.Depth + 1
	}
	for i, b := range analysis.ReversePostorder(fn) {
		f.order[b] = i
		for j, instr := range b.Instrs {
			f.Index[instr] = j
		}
	}
	return f
}

// Enter prepares for the translation of block b.
func (f *Frame) Enter(b *ssa.BasicBlock) {
	for _, f.At = range b.Instrs {
		if _, ok := f.At.(*ssa.Phi); !ok {
			break
		}
	}
	clear(f.NonNil)
}

// BlockName names a block of the activation in dumps.
func (f *Frame) BlockName(b *ssa.BasicBlock) string {
	what := b.Comment
	if what == "" {
		what = fmt.Sprintf("block%d", b.Index)
	}
	if f.Caller != nil {
		what = f.Fn.Name() + ":" + what
	}
	return what
}

// Pos returns the position to report for the instruction under translation: its own, or the nearest one before it.
func (f *Frame) Pos() token.Pos {
	switch {
	case f.Instead.IsValid():
		return f.Instead
	case f.At == nil:
		return f.Fn.Pos()
	}
	if p := analysis.StoredParameter(f.At); p != nil && p.Pos().IsValid() {
		return p.Pos()
	}
	if p := analysis.Position(f.At); p.IsValid() {
		return p
	}
	instrs := f.At.Block().Instrs
	i := f.Index[f.At]
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
	return f.Fn.Pos()
}

// isAlone reports whether what the instruction under translation accesses nobody else accesses meanwhile, as no other
// goroutine runs yet. In a function that is not only called then, the call decides.
func (f *Frame) isAlone(facts *analysis.Facts) bool {
	if f == nil || f.At == nil {
		return false
	}
	var calls []ssa.Instruction
	for c := f.Caller; c != nil; c = c.Caller {
		calls = append(calls, c.At)
	}
	return facts.IsAlone(f.At, calls...)
}

// related tells through which calls the instruction under translation was inlined, innermost first.
func (t *Builder) related() []ir.Note { return relatedTo(t, t.Frame) }

// relatedTo is related for an instruction in a frame further out.
func relatedTo(t *Builder, f *Frame) []ir.Note {
	var notes []ir.Note
	for ; f != nil && f.Caller != nil; f = f.Caller {
		span, text := t.Statement(f.Caller)
		notes = append(notes, ir.Note{Span: span, Text: "called here: " + text})
	}
	return notes
}

// FirstRead is an unordered read as it was where go/ssa has it: with operands and result that do not change.
type FirstRead struct {
	Operands map[ssa.Value]Value
	Result   Value
}

// Deferred is a defer statement that has been translated: the call to make when the function returns.
type Deferred struct {
	Site *ssa.Defer
	Inv  *Invocation
	Flag *ir.Var // set once the statement has been executed; nil if it always has been when the function returns
	Loop *deferLoop
}

// A defer statement in a loop puts a call on a stack each time that it is executed. The stack is a count and, for each operand
// that may differ from time to time, an array: the operand of each call, by the number of the call. When the function returns
// the calls are made in a loop, from the top of the stack.
type deferLoop struct {
	Count *ir.Var
	// again gives the call on top of the stack.
	Again func() *Invocation
}

// An Invocation is a call of which function and arguments have been evaluated.
type Invocation struct {
	Pos    token.Pos
	Common *ssa.CallCommon
	Callee Value
	Args   []Value     // receiver first
	Argv   []ssa.Value // what they come from; nil where the code does not tell, as of what package sort passes
	Result types.Type  // a tuple if there is not exactly one
	Name   string      // of a function of another package
	// Contract is what a contract file says of that function; nil: nothing of what it does.
	Contract *annot.Contract
	Used     bool // something is done with what it returns
	Subtest  bool // a goroutine runs it, for which this one waits
}

// Invocation evaluates the operands of a call. result is nil for a call whose result is not used.
func (t *Builder) Invocation(c *ssa.CallCommon, result ssa.Value) *Invocation {
	inv := &Invocation{Pos: c.Pos(), Common: c, Argv: c.Args, Result: c.Signature().Results()}
	if result != nil {
		inv.Result = result.Type()
		inv.Used = slices.ContainsFunc(*result.Referrers(), func(use ssa.Instruction) bool {
			_, debug := use.(*ssa.DebugRef)
			return !debug
		})
	}
	if !inv.Pos.IsValid() {
		inv.Pos = t.Frame.Pos()
	}
	inv.Callee = t.Value(c.Value)
	for _, a := range c.Args {
		x := t.Value(a)
		t.CopiesOperand(a, x)
		inv.Args = append(inv.Args, x)
	}
	return inv
}

// TypeOf returns the type of what argument i comes from. Where that is not known, it is that of the parameter.
func (inv *Invocation) TypeOf(i int) types.Type {
	if v := inv.Argv[i]; v != nil {
		return v.Type()
	}
	return inv.Callee.Fn.Fn.Params[i].Type()
}

// WithoutReceiver is a call of a method as one of a function that does not get the receiver.
func (inv *Invocation) WithoutReceiver() *Invocation {
	rest := *inv
	rest.Args, rest.Argv = inv.Args[1:], inv.Argv[1:]
	return &rest
}

// Params returns the parameters of the function that is the last argument of a call.
func (inv *Invocation) Params() []*types.Var {
	sig := inv.Argv[len(inv.Argv)-1].Type().Underlying().(*types.Signature)
	var params []*types.Var
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return params
}

// A ForLoop is a natural loop of an activation.
type ForLoop struct {
	Head       *ssa.BasicBlock
	Blocks     []*ssa.BasicBlock
	Stmt       ast.Stmt // the statement it comes from, nil if it is made of gotos
	Bounded    bool
	Invariants []*annot.Stmt
}
