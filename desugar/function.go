package desugar

import (
	"context"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Translate gives the function in the core language. Whatever has no translation is listed in Unsupported, so the result
// is never partial in silence.
//
// A function is translated again while a pass finds out more about it: that it creates objects, so that ownership has
// to be tracked, and which heap variables there are for a new object to initialise.
//
// The error is that of the context: nothing comes of a translation that it ends.
func (p *Program) Translate(ctx context.Context, fn *analysis.Function) (f *ir.Func, err error) {
	if fn.Refines != nil && fn.Refines.Problem != "" {
		t := p.translator(ctx, fn, heap.Needs{Families: map[string]bool{}})
		t.unchecked()
		return t.Out, nil
	}
	var t *translator
	defer func() {
		if t != nil && t.halted { // another panic goes on, from where it began
			_, f, err = recover(), nil, ctx.Err()
		}
	}()
	need := heap.Needs{Ownership: p.relating, Bits: p.BitOperations(fn.Fn), Families: map[string]bool{}, Names: p.Named(fn.Fn)}
	for {
		t = p.translator(ctx, fn, need)
		if need.Lending {
			t.keepAccount()
		}
		t.entry(fn.Fn)
		t.body(fn.Fn)
		if t.Out.Initial {
			t.declares()
		}
		t.promises()
		if t.Out.Initial {
			t.begins()
		}
		t.lend()
		t.finish(fn.Fn)
		if !t.Mem.More(&need) {
			return t.Out, nil
		}
	}
}

// heed ends the translation if its context has ended: a function may have more code to inline than is ever looked at.
func (t *translator) heed() {
	if err := t.stopped(); err != nil {
		t.halted = true
		panic(err)
	}
}

func (p *Program) translator(ctx context.Context, fn *analysis.Function, need heap.Needs) *translator {
	t := &translator{
		stopped: ctx.Err,
		prog:    p,
		pkg:     p.Packages[fn.Package],
		Builder: emit.NewBuilder(p.Facts, &ir.Func{
			Span:    fn.Span,
			Name:    fn.Name,
			Package: fn.Package,
			Tid:     &ir.Var{Name: "tid", Label: "tid", Sort: ir.Tid, Kind: ir.ConstVar},
			Trusted: fn.Trusted,
			Outside: fn.Outside,
		}),
	}
	t.Mem = heap.NewMemory(p.Facts, eval.Expressions{}, need, fn.Package, ir.V(t.Out.Tid))
	t.Mem.NewLocal = t.Local
	t.Mem.LookedAt = fn.Outside
	t.Mem.Alone = fn.Fn != nil && p.RunsAlone(fn.Fn)
	t.Mem.BeginsAlone = fn.Fn != nil && p.BeginsAlone(fn.Fn)
	if t.refines = fn.Refines; t.refines != nil {
		t.contract = p.InterfaceContract(fn.Refines.Method)
	} else if fn.Fn != nil {
		t.contract = p.ContractOf(fn.Fn)
	}
	t.outlines = fn.Fn != nil && p.CutUp(fn.Fn) && (t.refines == nil || t.contract.Performs == nil)
	t.onlyRecursive = t.outlines && p.OnlyRecursive(fn.Fn)
	t.Out.AsksPanics = t.pkg != nil && t.pkg.Annot.PanicsAsked(t.contract) || fn.Fn != nil && p.AsksPanics(fn.Fn)
	t.Out.Initial = fn.Fn != nil && analysis.IsInitialiser(fn.Fn)
	t.Out.Base = t.Mem.Base
	t.bodyState = newBodyState()
	return t
}

// finish fills in what is known only at the end.
func (t *translator) finish(fn *ssa.Function) {
	apart := t.prog.Outlined[fn] || t.refines != nil
	t.Out.Exported = t.prog.CalledByOthers(fn) || apart
	t.Out.KeepsLocks = t.Out.Exported || fn.Parent() != nil || t.prog.Spawned[fn]
	t.tellElements()
	if t.Mem.Need.Channels {
		t.Out.Unsupported = append(t.Out.Unsupported, t.uncounted...)
		if t.contract != nil && t.contract.Performs != nil && ensuresClosing(t.contract) {
			t.Unsupported(fn.Pos(), "a function that waits for goroutines on a channel, and whose contract says who may close a channel")
		}
	}
	if obj := fn.Object(); (t.Mem.Alone || t.Mem.BeginsAlone) && obj != nil && obj.Exported() && obj.Pkg().Name() != "main" && !analysis.IsInit(fn) {
		t.Assumption(fn.Pos(), "%s is called by the packages at hand alone, before they start goroutines", analysis.FunctionName(fn))
	}
	t.notTrusted(fn)
	t.keepsToItsKind(fn)
	t.asksItsCallers(fn)
	t.Out.Given = append(t.Out.Given, t.Mem.SharedRoots()...)
	t.Out.Heap = t.Mem.HeapVars()
	t.Out.Status, t.Out.Stored = t.Mem.Status, t.Mem.Stored
	t.Out.Unsupported = append(t.Out.Unsupported, t.Mem.Problems...)
	t.Out.Partial = t.Out.Partial && len(t.Out.Unsupported) == t.inBody
	t.distinguish()
	slices.SortStableFunc(t.Out.Unsupported, func(a, b ir.Note) int { return comparePositions(a.Start, b.Start) })
}

// distinguish renames locals and parameters with the name of what the translation itself needs, or of a heap variable:
// status, say.
func (t *translator) distinguish() {
	taken := map[string]bool{t.Out.Tid.Name: true}
	for _, v := range slices.Concat(t.Out.Heap, []*ir.Var{t.Out.Status, t.Out.Stored}) {
		if v != nil {
			taken[v.Name] = true
		}
	}
	for _, v := range slices.Concat(t.Out.Params, t.Out.Results, t.Out.Locals) {
		for taken[v.Name] {
			v.Name = t.Unique(v.Name)
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
