package desugar

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A translator translates one function.
type translator struct {
	prog *Program
	pkg  *analysis.PkgInfo
	out  *ir.Func
	mem  *heap.Memory
	bodyState

	names    map[string]int       // local names in use
	apart    bool                 // large callees stand apart
	contract *annot.FuncSpec      // that the function is checked for; nil if it has none
	refines  *analysis.Refinement // whose contract it is, if it is not the function's own
}

// Translate gives the function in the core language. Whatever has no translation is listed in Unsupported, so the result
// is never partial in silence.
//
// A function is translated again while a pass finds out more about it: that it creates objects, so that ownership has
// to be tracked, and which heap variables there are for a new object to initialise.
func (p *Program) Translate(fn *analysis.Function) *ir.Func {
	if fn.Refines != nil && fn.Refines.Problem != "" {
		t := p.translator(fn, heap.Needs{Families: map[string]bool{}})
		t.unchecked()
		return t.out
	}
	need := heap.Needs{Ownership: p.relating, Bits: p.BitOperations(fn.Fn), Families: map[string]bool{}}
	for {
		t := p.translator(fn, need)
		if need.Lending {
			t.keepAccount()
		}
		t.entry(fn.Fn)
		t.body(fn.Fn)
		if t.out.Initial {
			t.declares()
		}
		t.promises()
		if t.out.Initial {
			t.begins()
		}
		t.lend()
		t.finish(fn.Fn)
		if !t.mem.More(&need) {
			return t.out
		}
	}
}

func (p *Program) translator(fn *analysis.Function, need heap.Needs) *translator {
	t := &translator{
		prog:  p,
		pkg:   p.Packages[fn.Package],
		names: map[string]int{},
		out: &ir.Func{
			Span:    fn.Span,
			Name:    fn.Name,
			Package: fn.Package,
			Tid:     &ir.Var{Name: "tid", Label: "tid", Sort: ir.Tid, Kind: ir.ConstVar},
			Trusted: fn.Trusted,
			Outside: fn.Outside,
		},
	}
	t.mem = heap.NewMemory(p.Facts, eval.Expressions{}, need, fn.Package, ir.V(t.out.Tid))
	t.mem.NewLocal = t.local
	t.mem.LookedAt = fn.Outside
	t.mem.Alone = fn.Fn != nil && analysis.IsInit(fn.Fn)
	if t.refines = fn.Refines; t.refines != nil {
		t.contract = p.InterfaceContract(fn.Refines.Method)
	} else if fn.Fn != nil {
		t.contract = p.ContractOf(fn.Fn)
	}
	t.apart = fn.Fn != nil && p.CutUp(fn.Fn) && (t.refines == nil || t.contract.Performs == nil)
	t.out.Initial = fn.Fn != nil && analysis.IsInitialiser(fn.Fn)
	t.out.Base = t.mem.Base
	t.bodyState = newBodyState()
	return t
}

// finish fills in what is known only at the end.
func (t *translator) finish(fn *ssa.Function) {
	apart := t.prog.Apart[fn] || t.refines != nil
	t.out.Exported = t.prog.CalledByOthers(fn) || apart
	t.out.KeepsLocks = t.out.Exported || fn.Parent() != nil || t.prog.Spawned[fn]
	t.tellElements()
	if t.mem.Need.Channels {
		t.out.Unsupported = append(t.out.Unsupported, t.uncounted...)
		if t.contract != nil && t.contract.Performs != nil && ensuresClosing(t.contract) {
			t.unsupported(fn.Pos(), "a contract that says who may close a channel, of a function that waits for goroutines by a channel")
		}
	}
	t.notBelieved(fn)
	t.keepsToItsKind(fn)
	t.out.Given = append(t.out.Given, t.mem.SharedRoots()...)
	t.out.Heap = t.mem.HeapVars()
	t.out.Status, t.out.Stored = t.mem.Status, t.mem.Stored
	t.out.Unsupported = append(t.out.Unsupported, t.mem.Problems...)
	t.distinguish()
	slices.SortStableFunc(t.out.Unsupported, func(a, b ir.Note) int { return comparePositions(a.Start, b.Start) })
}

// distinguish renames locals and parameters with the name of what the translation itself needs, or of a heap variable:
// status, say.
func (t *translator) distinguish() {
	taken := map[string]bool{t.out.Tid.Name: true}
	for _, v := range slices.Concat(t.out.Heap, []*ir.Var{t.out.Status, t.out.Stored}) {
		if v != nil {
			taken[v.Name] = true
		}
	}
	for _, v := range slices.Concat(t.out.Params, t.out.Results, t.out.Locals) {
		for taken[v.Name] {
			v.Name = t.unique(v.Name)
		}
		taken[v.Name] = true
	}
}

func comparePositions(a, b token.Position) int {
	switch {
	case a.Filename != b.Filename:
		if a.Filename < b.Filename {
			return -1
		}
		return 1
	case a.Line != b.Line:
		return a.Line - b.Line
	}
	return a.Column - b.Column
}

// unsupported notes that the construct at pos has no translation, which makes the function unknown.
func (t *translator) unsupported(pos token.Pos, format string, args ...any) {
	t.out.Unsupported = append(t.out.Unsupported, ir.Note{Span: t.span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// assumption notes that something is believed without proof.
func (t *translator) assumption(pos token.Pos, format string, args ...any) {
	t.out.Assumptions = append(t.out.Assumptions, ir.Note{Span: t.span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

// doubt notes that an object counts as known to others from here on, although the code that was looked at does not show it.
func (t *translator) doubt(pos token.Pos, format string, args ...any) {
	t.out.Doubts = append(t.out.Doubts, ir.Note{Span: t.span(pos, pos), Text: fmt.Sprintf(format, args...)})
}

func (t *translator) span(pos, end token.Pos) ir.Span {
	return ir.Span{Start: t.prog.Fset.Position(pos), End: t.prog.Fset.Position(end)}
}

// local returns a new local variable.
func (t *translator) local(label string, s *ir.Sort) *ir.Var {
	v := &ir.Var{Name: t.unique(label), Label: label, Sort: s, Kind: ir.LocalVar}
	t.out.Locals = append(t.out.Locals, v)
	return v
}

func (t *translator) unique(name string) string {
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
func (t *translator) clause(c *annot.Clause, sc heap.Scope) (*ir.Clause, error) {
	e := &eval.Env{Mem: t.mem, Context: heap.Context{Tid: ir.V(t.out.Tid), Vars: sc}}
	return e.Clause(c)
}
