package emit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// NewBlock returns a new block, named after what it is for.
func (t *Builder) NewBlock(what string) *ir.Block {
	t.blockNames[what]++
	name := what
	if n := t.blockNames[what]; n > 1 {
		name = fmt.Sprintf("%s~%d", what, n)
	}
	b := &ir.Block{Name: name}
	t.Blocks = append(t.Blocks, b)
	return b
}

// Assume appends what is known from here on.
func (t *Builder) Assume(conds ...*ir.Expr) {
	for _, c := range conds {
		if c.Op != ir.OpTrue {
			t.Emit(&ir.Assume{Cond: c})
		}
	}
}

// Link makes to a successor of from.
func Link(from, to *ir.Block) { from.Succs = append(from.Succs, to) }

// Fork ends the block under construction in a choice between n new blocks.
func (t *Builder) Fork(what string, n int) []*ir.Block {
	bs := make([]*ir.Block, n)
	for i := range bs {
		bs[i] = t.NewBlock(what)
		Link(t.Cur, bs[i])
	}
	return bs
}

// Choose ends the block under construction in a choice between the alternatives, and continues where they meet.
func (t *Builder) Choose(what string, alternatives ...func()) {
	bs := t.Fork(what, len(alternatives))
	done := t.NewBlock(what + ".done")
	checked := t.Frame.NonNil
	for i, b := range bs {
		t.Cur, t.Frame.NonNil = b, maps.Clone(checked)
		alternatives[i]()
		Link(t.Cur, done)
	}
	t.Cur, t.Frame.NonNil = done, checked
}

// Phi returns the variable that stands for a phi, nil if its type is not supported.
func (t *Builder) Phi(f *Frame, phi *ssa.Phi) *ir.Var {
	if v, ok := f.Phis[phi]; ok {
		return v
	}
	if analysis.IsIteration(phi) {
		return t.iteration(f, phi)
	}
	s, err := t.Mem.Sort(phi.Type())
	if err != nil {
		t.Unsupported(phi.Pos(), "%v", err)
		f.Phis[phi] = nil
		return nil
	}
	label := phi.Comment
	if label == token.LAND.String() || label == token.LOR.String() {
		label = ""
	}
	v := t.Local(label, s)
	f.Phis[phi] = v
	t.Define(phi, Value{Expr: ir.V(v)})
	return v
}

// iteration makes the cell for the variable of a loop in one iteration: see isIteration.
func (t *Builder) iteration(f *Frame, phi *ssa.Phi) *ir.Var {
	typ := analysis.Deref(phi.Type())
	s, err := t.Mem.Sort(typ)
	if err != nil {
		t.Unsupported(phi.Pos(), "variable %s: %v", phi.Comment, err)
		f.Phis[phi] = nil
		return nil
	}
	v := t.Local(SourceName(phi.Comment), s)
	t.CellOf[v] = &Cell{V: v, Owner: f}
	f.Phis[phi] = v
	p := heap.LocalPlace(v, typ)
	f.Values[phi] = Value{At: &p}
	return v
}

// incoming returns the value of a phi on an edge, for the variable of a loop what the one before holds.
func (t *Builder) incoming(phi *ssa.Phi, edge ssa.Value) *ir.Expr {
	if !analysis.IsIteration(phi) {
		return t.Expr(edge)
	}
	at := t.Value(edge).At
	if at == nil {
		return nil
	}
	e, err := t.Mem.Read(*at)
	if err != nil {
		t.Unsupported(phi.Pos(), "variable %s: %v", phi.Comment, err)
		return nil
	}
	return e
}

// Jump ends the block under construction with an edge to the SSA block to.
func (t *Builder) Jump(f *Frame, from, to *ssa.BasicBlock) {
	t.Annotations(f, f.edges[edge{from, to}])
	t.assignPhis(f, from, to)
	Link(t.Cur, f.Blocks[to])
}

// assignPhis gives the phis of to their values for the edge from from. They change at once, so all values are
// evaluated before the first assignment.
func (t *Builder) assignPhis(f *Frame, from, to *ssa.BasicBlock) {
	i := slices.Index(to.Preds, from)
	var dst []*ir.Var
	var src []*ir.Expr
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		v := t.Phi(f, phi)
		if v == nil {
			continue
		}
		e := t.incoming(phi, phi.Edges[i])
		if e == nil {
			e = ir.V(t.Anything(v.Sort))
		}
		dst, src = append(dst, v), append(src, e)
	}
	if len(dst) > 1 {
		for j, e := range src {
			src[j] = t.Save(e)
		}
	}
	for j, v := range dst {
		t.Emit(&ir.Assign{Dst: v, Src: src[j]})
	}
}

// Branch ends the block under construction with the two edges of an if.
func (t *Builder) Branch(f *Frame, i *ssa.If) {
	b := i.Block()
	cond := t.Expr(i.Cond)
	from := t.Cur
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
			t.Cur = f.Blocks[to]
			t.Assume(holds)
			t.Annotations(f, f.edges[edge{b, to}])
			t.assignPhis(f, b, to)
			Link(from, t.Cur)
			continue
		}
		t.Cur = t.NewBlock(f.BlockName(b) + ".edge")
		Link(from, t.Cur)
		t.Assume(holds)
		t.Jump(f, b, to)
	}
}

// Unknown returns an arbitrary value of a Go type: nothing if the type has no sort.
func (t *Builder) Unknown(typ types.Type) Value {
	if tuple, ok := typ.(*types.Tuple); ok {
		v := Value{}
		for i := range tuple.Len() {
			v.Parts = append(v.Parts, t.Unknown(tuple.At(i).Type()))
		}
		return v
	}
	s, err := t.Mem.Sort(typ)
	if err != nil {
		return Value{}
	}
	e := ir.V(t.Anything(s))
	t.Assume(t.Mem.Known(e, typ, ir.False)...)
	return Value{Expr: e}
}

// Result defines a register as e, or as anything if there was an error.
func (t *Builder) Result(v ssa.Value, e *ir.Expr, err error) {
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Define(v, Value{Expr: e})
}

// Emit appends statements to the block under construction.
func (t *Builder) Emit(stmts ...ir.Stmt) {
	if t.ListsUses() {
		for _, s := range stmts {
			switch s := s.(type) {
			case *ir.Havoc:
				s.Uses = t.goesBy()
			case *ir.Step:
				s.Uses = t.goesBy()
			}
		}
	}
	if t.Mem.BeginsAlone && t.Frame.isAlone(t.prog) {
		for _, s := range stmts {
			if step, ok := s.(*ir.Step); ok {
				for i := range step.Access {
					step.Access[i].Alone = true
				}
			}
		}
	}
	t.Cur.Stmts = append(t.Cur.Stmts, stmts...)
}

// Beginning returns the directives of a kind that stand at the beginning of a function literal. They speak of the goroutine
// that runs it.
func (t *Builder) Beginning(fn *ssa.Function, kind annot.StmtKind) []*annot.Stmt {
	info := t.prog.InfoOf(fn)
	lit, ok := fn.Syntax().(*ast.FuncLit)
	if !ok || info == nil {
		return nil
	}
	var out []*annot.Stmt
	for _, s := range info.Annot.Body[analysis.Decl(fn)] {
		if s.Kind == kind && s.Lit == lit {
			if kind == annot.TakesStmt && !t.prog.Spawned[fn] {
				t.Unsupported(s.Pos, "a function literal that takes something over, but is not run by a go statement")
			}
			out = append(out, s)
		}
	}
	return out
}
