package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A Builder is the function of the core language under construction: what has been emitted of it, the block that comes next, the
// activations of Go functions around the instruction under translation, and the heap.
type Builder struct {
	prog *analysis.Facts
	Out  *ir.Func
	Mem  *heap.Memory

	names      map[string]int // local names in use
	Frame      *Frame
	Cur        *ir.Block // the block under construction
	Blocks     []*ir.Block
	blockNames map[string]int // in use

	CellOf   map[*ir.Var]*Cell
	locality map[*ssa.Alloc]*analysis.Usage
	sources  map[*ssa.Function]*Source
	Shared   map[*ssa.Function]map[*ssa.Alloc]*types.Var
	Unwinds  func()   // where a panic leads, in a function that says when it panics
	PanicsIf *ir.Expr // that the function under translation may panic; nil if it never may
	Uncut    bool     // something has no translation that is not at a place in the body: no execution ends there
	Within   int      // calls under translation that a panic may not pass: deferred ones, and callbacks
}

// NewBuilder returns a builder for out, of which nothing is emitted yet.
func NewBuilder(p *analysis.Facts, out *ir.Func) *Builder {
	return &Builder{
		prog:       p,
		Out:        out,
		names:      map[string]int{},
		blockNames: map[string]int{},
		CellOf:     map[*ir.Var]*Cell{},
		locality:   map[*ssa.Alloc]*analysis.Usage{},
		sources:    map[*ssa.Function]*Source{},
		Shared:     map[*ssa.Function]map[*ssa.Alloc]*types.Var{},
	}
}

// Unsupported notes that the construct at pos has no translation, by which the function is not verified. Executions
// that come to it end there: what it does nobody knows, so nothing is to be said of what comes after it.
func (t *Builder) Unsupported(pos token.Pos, format string, args ...any) {
	t.end()
	t.Out.Unsupported = append(t.Out.Unsupported, ir.Note{Span: t.Span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// end ends the executions that come to this place of the body.
func (t *Builder) end() {
	if t.Cur == nil {
		t.Uncut = true
		return
	}
	t.Emit(&ir.Assume{Cond: ir.False})
}

// Assumption notes that something is believed without proof.
func (t *Builder) Assumption(pos token.Pos, format string, args ...any) {
	t.Out.Assumptions = append(t.Out.Assumptions, ir.Note{Span: t.Span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// PanicAssumption notes an assumption that matters only to whom asks whether the function panics.
func (t *Builder) PanicAssumption(pos token.Pos, format string, args ...any) {
	t.Out.NoPanics = append(t.Out.NoPanics, ir.Note{Span: t.Span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// Doubt notes that an object counts as known to others from here on, although the code that was looked at does not show it.
func (t *Builder) Doubt(pos token.Pos, format string, args ...any) {
	t.Out.Doubts = append(t.Out.Doubts, ir.Note{Span: t.Span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// Span is where the text from pos to end stands.
func (t *Builder) Span(pos, end token.Pos) ir.Span {
	return ir.Span{Start: t.prog.Fset.Position(pos), End: t.prog.Fset.Position(end)}
}

// Local returns a new local variable.
func (t *Builder) Local(label string, s *ir.Sort) *ir.Var {
	v := &ir.Var{Name: t.Unique(label), Label: label, Sort: s, Kind: ir.LocalVar}
	t.Out.Locals = append(t.Out.Locals, v)
	return v
}

// Unique returns a name for a local variable that no other has.
func (t *Builder) Unique(name string) string {
	if name == "" {
		name = "t"
	}
	t.names[name]++
	if n := t.names[name]; n > 1 {
		return fmt.Sprintf("%s~%d", name, n)
	}
	return name
}

// clause translates a condition at a point where scope tells the locals.
func (t *Builder) clause(c *annot.Clause, sc heap.Scope) (*ir.Clause, error) {
	e := &eval.Env{Mem: t.Mem, Context: heap.Context{Tid: ir.V(t.Out.Tid), Vars: sc}}
	return e.Clause(c)
}

// A Point is a point of the translation: what has been emitted since can be looked at, and taken back.
type Point struct {
	cur                          *ir.Block
	stmts, succs, blocks, locals int
}

// Here is the point that the translation has reached.
func (t *Builder) Here() *Point {
	return &Point{t.Cur, len(t.Cur.Stmts), len(t.Cur.Succs), len(t.Blocks), len(t.Out.Locals)}
}

// Since returns the statements that have been emitted since the point.
func (t *Builder) Since(p *Point) iter.Seq[ir.Stmt] {
	return func(yield func(ir.Stmt) bool) {
		for _, s := range p.cur.Stmts[p.stmts:] {
			if !yield(s) {
				return
			}
		}
		for _, b := range t.Blocks[p.blocks:] {
			for _, s := range b.Stmts {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// Undo takes back what has been emitted since the point.
func (t *Builder) Undo(p *Point) {
	t.Cur = p.cur
	t.Cur.Stmts, t.Cur.Succs = t.Cur.Stmts[:p.stmts], t.Cur.Succs[:p.succs]
	t.Blocks, t.Out.Locals = t.Blocks[:p.blocks], t.Out.Locals[:p.locals]
}
