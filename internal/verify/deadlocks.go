package verify

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/lockorder"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// deadlocks finds goroutines that may wait for each other for ever because of locks, where a chosen package comes into it, and of
// its functions one of those given.
func (r *run) deadlocks(ctx context.Context, pkgs, chosen []*packages.Package, functions []*desugar.Function) ([]*lockorder.Cycle, error) {
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
		found, err := lockorder.Find(ctx, part)
		if ctx.Err() != nil {
			return cycles, nil // what else is asked says so
		}
		if err != nil {
			return nil, fmt.Errorf("deadlocks: %w", err)
		}
		for _, c := range found.Cycles {
			if wanted[c.Package] && c.Concerns(concerns) {
				cycles = append(cycles, c)
			}
		}
	}
	return cycles, nil
}

// fromCycles gives the findings. That two objects may be locked in any order is not told where it is found that they may be one.
func fromCycles(cycles []*lockorder.Cycle, outcomes []*outcome) []*report.Diagnostic {
	type line struct {
		file string
		line int
	}
	twice := map[line]bool{}
	for _, o := range outcomes {
		for _, d := range o.findings {
			if report.IsSelfDeadlock(d) {
				for _, at := range append([]ir.Note{{Span: d.Span}}, d.Related...) {
					twice[line{at.Start.Filename, at.Start.Line}] = true
				}
			}
		}
	}
	var findings []*report.Diagnostic
	for _, c := range cycles {
		if !c.Peers || !twice[line{c.Position.Filename, c.Position.Line}] {
			findings = append(findings, fromCycle(c))
		}
	}
	return findings
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
