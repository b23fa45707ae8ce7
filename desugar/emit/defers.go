package emit

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// FindDefers prepares the defer statements of the activation. Those that not every return has passed get a flag, unset
// at first.
func (f *Frame) FindDefers(t *Builder, order []*ssa.BasicBlock) {
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
		d := &Deferred{Site: site}
		if analysis.Cycles(site.Block(), nil) {
			d.Loop = t.newDeferLoop()
		} else if slices.ContainsFunc(exits, func(r *ssa.RunDefers) bool { return !Dominates(f, site, r) }) {
			d.Flag = t.Local("deferred", ir.Bool)
			t.Emit(&ir.Assign{Dst: d.Flag, Src: ir.False})
		}
		f.Defers = append(f.Defers, d)
	}
}

func (t *Builder) newDeferLoop() *deferLoop {
	l := &deferLoop{Count: t.Local("deferred", ir.Int)}
	t.Emit(&ir.Assign{Dst: l.Count, Src: ir.N(0, ir.Int)})
	return l
}

// deferOrder sorts defer statements by the order in which they are executed.
func deferOrder(sites []*ssa.Defer) []*ssa.Defer {
	rest := slices.Clone(sites)
	var sorted []*ssa.Defer
	for len(rest) > 0 {
		first := slices.IndexFunc(rest, func(d *ssa.Defer) bool {
			return !slices.ContainsFunc(rest, func(e *ssa.Defer) bool {
				return e.Block() != d.Block() && analysis.Reaches(e.Block(), d.Block()) && !analysis.Reaches(d.Block(), e.Block())
			})
		})
		sorted = append(sorted, rest[first])
		rest = slices.Delete(rest, first, first+1)
	}
	return sorted
}

// InOneLoop reports whether another defer statement of the activation stands in a loop with d.
func (f *Frame) InOneLoop(d *ssa.Defer) bool {
	return slices.ContainsFunc(f.Defers, func(o *Deferred) bool {
		b := o.Site.Block()
		return o.Site != d && (b == d.Block() || analysis.Reaches(b, d.Block()) && analysis.Reaches(d.Block(), b))
	})
}
