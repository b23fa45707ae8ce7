package emit

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// settled assumes of e, which load has read at the place p, what holds of the field in all objects.
func (t *Builder) settled(load *ssa.UnOp, p heap.Place, e *ir.Expr) {
	c := t.prog.Settled(load)
	if c == nil || t.Mem.Alone {
		return
	}
	if c.By != nil {
		t.madeHere(c)
	}
	if e.Sort.Name == heap.SliceSort.Name {
		t.Assume(ir.Le(ir.N(c.Min, heap.IntSort), t.Mem.Length(e)), ir.Le(t.Mem.Length(e), ir.N(c.Max, heap.IntSort)))
		return
	}
	t.Assume(ir.Ne(e, heap.ZeroOf(e.Sort)))
	if made := t.prog.MadeLock(p.Variable); made != nil && !p.IsLocal() {
		t.Assume(t.Mem.MadeFor(e, p.Variable))
		if made.Alone {
			t.Assume(t.Mem.MadeWith(e, p.Owner))
		}
	}
	if e.Op == ir.OpVar {
		t.Frame.NonNil[e.Var] = true
	}
}

// madeHere notes what is believed of those who use a type of the checked packages.
func (t *Builder) madeHere(c *analysis.Constant) {
	var names []string
	for _, f := range t.prog.ConstantsOf(c.By) {
		names = append(names, f.Name())
	}
	owner := analysis.StructName(c.By)
	if owner == nil {
		return
	}
	t.Assumption(owner.Pos(), "every %s comes from the packages at hand, which set %s", owner.Name(), strings.Join(names, ", "))
}
