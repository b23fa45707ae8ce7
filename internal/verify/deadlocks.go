package verify

import (
	"context"
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/lockorder"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// deadlocks finds goroutines that may wait for each other for ever because of locks, where a chosen package comes into it, and of
// its functions one of those given.
func (r *run) deadlocks(ctx context.Context, pkgs, chosen []*packages.Package, functions []*desugar.Function) ([]*lockorder.Cycle, *fault) {
	if !r.opts.Checks.Abstraction {
		return nil, nil
	}
	defer r.stats.since(stageLocks, time.Now())
	wanted := map[string]bool{}
	for _, p := range chosen {
		wanted[p.PkgPath] = !r.outside(p)
	}
	asked := map[[2]string]bool{}
	for _, fn := range functions {
		asked[[2]string{fn.Package, fn.Name}] = true
	}
	all := r.opts.Run == nil && r.opts.Choose == nil
	concerns := func(s lockorder.Step) bool { return all || asked[[2]string{s.Package, s.Function}] }
	var cycles []*lockorder.Cycle
	for _, part := range components(pkgs) {
		if !slices.ContainsFunc(part, func(p *packages.Package) bool { return wanted[p.PkgPath] }) {
			continue
		}
		var found *lockorder.Result
		fault := r.guard("deadlocks", func() (err error) {
			if found, err = lockorder.Find(ctx, part); ctx.Err() != nil {
				return nil
			}
			return err
		})
		switch {
		case ctx.Err() != nil:
			return cycles, nil // what else is asked says so
		case fault != nil:
			return nil, fault
		}
		for _, c := range found.Cycles {
			if wanted[c.Package] && c.Concerns(concerns) {
				cycles = append(cycles, c)
			}
		}
	}
	return cycles, nil
}

// tell has each circle told of the function in which its first edge comes about, and returns those of functions that are not
// checked.
func (r *run) tell(cycles []*lockorder.Cycle, functions []*desugar.Function) []*report.Diagnostic {
	checked := map[[2]string]bool{}
	for _, fn := range functions {
		checked[[2]string{fn.Package, fn.Name}] = true
	}
	r.cycles = map[[2]string][]*lockorder.Cycle{}
	var others []*report.Diagnostic
	for _, c := range cycles {
		fn := [2]string{c.Package, c.Function}
		for i := strings.LastIndexByte(fn[1], '$'); i >= 0 && !checked[fn]; i = strings.LastIndexByte(fn[1], '$') {
			fn[1] = fn[1][:i] // the function around the literal
		}
		if checked[fn] {
			r.cycles[fn] = append(r.cycles[fn], c)
		} else {
			others = append(others, fromCycle(c))
		}
	}
	return others
}

// addCycles adds the findings about circles to what was found of a function otherwise. That two objects may be locked in any order is not told
// where it is found that they may be one.
func (r *run) addCycles(o *outcome) {
	if o.fn.Refines != nil {
		return
	}
	twice := map[int]bool{} // lines
	for _, d := range o.findings {
		if report.IsSelfDeadlock(d) {
			for _, at := range append([]ir.Note{{Span: d.Span}}, d.Related...) {
				twice[at.Start.Line] = true
			}
		}
	}
	for _, c := range r.cycles[[2]string{o.fn.Package, o.fn.Name}] {
		if !c.Peers || !twice[c.Position.Line] {
			o.findings = append(o.findings, fromCycle(c))
		}
	}
}

func fromCycle(c *lockorder.Cycle) *report.Diagnostic {
	var edges []report.LockEdge
	for _, e := range c.Edges {
		edges = append(edges, report.LockEdge{Held: e.Held, Acquired: e.Acquired, Holds: callSteps(e.Holds), Takes: callSteps(e.Takes)})
	}
	return report.FromLockCircle(c.Package, c.Function, spot(c.Position), edges, c.Sure)
}

func callSteps(steps []lockorder.Step) []report.CallStep {
	var all []report.CallStep
	for _, s := range steps {
		all = append(all, report.CallStep{Span: spot(s.Position), Function: s.Function})
	}
	return all
}

func spot(at token.Position) ir.Span { return ir.Span{Start: at, End: at} }
