package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A use of a view (see views.go of package analysis) is an access to what the view was made of: it needs what that
// needs, at the time of the use. A view that other goroutines come to know makes what it was made of known to them.

// A viewed is what a view of an activation was made of.
type viewed struct {
	passed
	by string // the function that has made the view
}

// views are those of one activation.
type views struct {
	*analysis.Views
	of map[analysis.View]viewed
}

// viewsIn returns the views of the activation that is translated, nil if its function has none.
func (t *translator) viewsIn() *views {
	v, known := t.views[t.Frame]
	if !known {
		if found := t.prog.ViewsIn(t.Frame.Fn); found != nil {
			v = &views{Views: found, of: map[analysis.View]viewed{}}
		}
		if t.views == nil {
			t.views = map[*emit.Frame]*views{}
		}
		t.views[t.Frame] = v
	}
	return v
}

// useViews emits the accesses that an instruction makes by the views that it uses.
func (t *translator) useViews(instr ssa.Instruction) {
	v := t.viewsIn()
	if v == nil {
		return
	}
	if _, returns := instr.(*ssa.Return); returns && t.Frame.Caller != nil { // the caller goes on with it
		return
	}
	for _, view := range v.Used(instr) {
		if of, ok := v.of[view]; ok {
			t.reachArgument(of.passed, func(passed) (use, bool) { return use{by: of.by, part: true, sure: true}, true })
		}
	}
	for _, view := range v.Shared(instr) {
		if of, ok := v.of[view]; ok {
			t.shareViewed(of)
		}
	}
}

// shareViewed makes what a view was made of known to others. What is guarded may not become known.
func (t *translator) shareViewed(of viewed) {
	t.reachArgument(of.passed, func(passed) (use, bool) { return use{by: of.by, leaves: true}, true })
	refs := t.Mem.Publishable(of.expr, of.typ)
	for _, a := range t.Leaving(refs) {
		t.Emit(a)
	}
	t.Publish(emit.NotNil(refs))
}

// mayLeave asserts that what others get to know, and somebody guards, is the goroutine's own.
func (t *translator) mayLeave(at *ir.Expr, text string) {
	t.Mem.WantsOwnership = true
	t.Check(t.Mem.Mine(at), ir.Check{Kind: ir.LeavesRegion, Subject: text})
}

// noteViews notes what the views were made of that a call of code that is not at hand makes.
func (t *translator) noteViews(inv *emit.Invocation) {
	call, ok := t.Frame.At.(*ssa.Call)
	if !ok || call.Common() != inv.Common {
		return
	}
	v := t.viewsIn()
	if v == nil {
		return
	}
	for _, view := range v.Made(call) {
		if view.Arg == 0 && t.isRegionalPointer(firstResult(inv.Result)) && t.isRegionalPointer(inv.Argv[0].Type()) { // see fromReceiver
			continue
		}
		for _, p := range t.passed(inv) {
			if p.arg == view.Arg && p.expr != nil && p.from != nil {
				p.expr = t.Stable(p.expr)
				v.of[view] = viewed{passed: p, by: inv.Name}
			}
		}
	}
}
