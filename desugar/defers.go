package desugar

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// deferCall translates a defer statement: function and arguments are evaluated now.
func (t *translator) deferCall(d *ssa.Defer) {
	f := t.Frame
	switch {
	case strings.HasPrefix(f.Fn.Synthetic, "range-over-func"):
		t.Unsupported(f.Pos(), "defer inside a range over a function")
		return
	case analysis.Cycles(d.Block(), nil):
		t.deferInLoop(d)
		return
	}
	inv := t.Invocation(&d.Call, nil)
	inv.Callee = t.Settle(inv.Callee)
	for i, a := range inv.Args {
		inv.Args[i] = t.Settle(a)
	}
	for _, site := range f.Defers {
		if site.Site != d {
			continue
		}
		site.Inv = inv
		if site.Flag != nil {
			t.Emit(&ir.Assign{Dst: site.Flag, Src: ir.True})
		}
	}
}

// runDefers makes the deferred calls, last first. No two of the statements stand in one loop, so the order of the sites is
// the order in which they were executed.
func (t *translator) runDefers() {
	f := t.Frame
	t.Within++
	defer func() { f.Instead = token.NoPos; t.Within-- }()
	for _, d := range slices.Backward(f.Defers) {
		f.Instead = d.Site.Pos()
		switch {
		case d.Inv == nil: // noted as unsupported, or not reached on the way here
		case d.Loop != nil:
			t.runDeferLoop(d)
		case emit.Dominates(f, d.Site, f.At):
			t.publishWaiting(d.Site)
			t.call(d.Inv)
		default:
			t.SaveAll()
			t.Choose("defer",
				func() {
					t.Assume(ir.V(d.Flag))
					t.publishWaiting(d.Site)
					t.call(d.Inv)
				},
				func() { t.Assume(ir.Not(ir.V(d.Flag))) })
		}
	}
}
