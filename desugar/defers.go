package desugar

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// deferred is a defer statement that has been translated: the call to make when the function returns.
type deferred struct {
	site *ssa.Defer
	inv  *invocation
	flag *ir.Var // set once the statement has been executed; nil if it always has been when the function returns
	loop *deferLoop
}

// deferCall translates a defer statement: function and arguments are evaluated now.
func (t *translator) deferCall(d *ssa.Defer) {
	f := t.frame
	switch {
	case strings.HasPrefix(f.fn.Synthetic, "range-over-func"):
		t.unsupported(f.pos(), "defer inside a range over a function")
		return
	case analysis.Cycles(d.Block(), nil):
		t.deferInLoop(d)
		return
	}
	inv := t.invocation(&d.Call, nil)
	inv.callee = t.settle(inv.callee)
	for i, a := range inv.args {
		inv.args[i] = t.settle(a)
	}
	for _, site := range f.defers {
		if site.site != d {
			continue
		}
		site.inv = inv
		if site.flag != nil {
			t.emit(&ir.Assign{Dst: site.flag, Src: ir.True})
		}
	}
}

// findDefers prepares the defer statements of the activation. Those that not every return has passed get a flag, unset
// at first.
func (f *frame) findDefers(t *translator, order []*ssa.BasicBlock) {
	var sites []*ssa.Defer
	var exits []*ssa.RunDefers
	for _, b := range order {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Defer:
				sites = append(sites, instr)
			case *ssa.RunDefers:
				exits = append(exits, instr)
			}
		}
	}
	for _, site := range deferOrder(sites) {
		d := &deferred{site: site}
		if analysis.Cycles(site.Block(), nil) {
			d.loop = t.newDeferLoop()
		} else if slices.ContainsFunc(exits, func(r *ssa.RunDefers) bool { return !dominates(f, site, r) }) {
			d.flag = t.local("deferred", ir.Bool)
			t.emit(&ir.Assign{Dst: d.flag, Src: ir.False})
		}
		f.defers = append(f.defers, d)
	}
}

// runDefers makes the deferred calls, last first. No two of the statements stand in one loop, so the order of the sites is
// the order in which they were executed.
func (t *translator) runDefers() {
	f := t.frame
	t.within++
	defer func() { f.instead = token.NoPos; t.within-- }()
	for _, d := range slices.Backward(f.defers) {
		f.instead = d.site.Pos()
		switch {
		case d.inv == nil: // noted as unsupported, or not reached on the way here
		case d.loop != nil:
			t.runDeferLoop(d)
		case dominates(f, d.site, f.at):
			t.call(d.inv)
		default:
			t.saveAll()
			t.choose("defer",
				func() {
					t.assume(ir.V(d.flag))
					t.call(d.inv)
				},
				func() { t.assume(ir.Not(ir.V(d.flag))) })
		}
	}
}
