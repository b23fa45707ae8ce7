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

// A deadlock is a finding about the order of locks.
type deadlock struct {
	*report.Diagnostic
	peers bool // of two objects in no known order
}

// deadlocks are by package and function.
type deadlocks map[[2]string][]deadlock

// deadlocks finds locks that are acquired in a circle or against a stated order, where a chosen package comes into it, and of its functions
// one of those given. It keeps the findings for the functions in which they come about, and returns those of functions that are not
// checked.
func (r *run) deadlocks(ctx context.Context, pkgs, chosen []*packages.Package, functions []*desugar.Function) ([]*report.Diagnostic, *fault) {
	r.circles = deadlocks{}
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
	var others []*report.Diagnostic
	tell := func(d deadlock) {
		if fn, ok := around(d.Package, d.Function, asked); ok {
			r.circles[fn] = append(r.circles[fn], d)
		} else {
			others = append(others, d.Diagnostic)
		}
	}
	for _, part := range components(pkgs) {
		if !slices.ContainsFunc(part, func(p *packages.Package) bool { return wanted[p.PkgPath] }) {
			continue
		}
		found, fault := r.lockOrder(ctx, part)
		if found == nil {
			return others, fault
		}
		for _, c := range found.Cycles {
			if wanted[c.Package] && c.Concerns(concerns) {
				tell(deadlock{fromCycle(c), c.Peers})
			}
		}
		for _, v := range found.Violations {
			if wanted[v.Package] && v.Edge.Concerns(concerns) {
				tell(deadlock{fromViolation(v), false})
			}
		}
	}
	return others, nil
}

// lockOrder analyses packages. It gives nothing if that was ended, which what else is asked says, or after a fault.
func (r *run) lockOrder(ctx context.Context, part []*packages.Package) (found *lockorder.Result, f *fault) {
	f = r.guard("deadlocks", func() (err error) {
		if found, err = lockorder.Find(ctx, part, r.annots); ctx.Err() != nil {
			found, err = nil, nil
		}
		return err
	})
	return found, f
}

// around returns which of the checked functions one is, or is a literal in.
func around(pkg, name string, checked map[[2]string]bool) ([2]string, bool) {
	for !checked[[2]string{pkg, name}] {
		i := strings.LastIndexByte(name, '$')
		if i < 0 {
			return [2]string{}, false
		}
		name = name[:i]
	}
	return [2]string{pkg, name}, true
}

// addDeadlocks adds the findings about the order of locks to what was found of a function otherwise. That two objects may be locked in any
// order is not told where it is found that they may be one.
func (r *run) addDeadlocks(o *outcome) {
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
	for _, d := range r.circles[[2]string{o.fn.Package, o.fn.Name}] {
		if !d.peers || !twice[d.Start.Line] {
			o.findings = append(o.findings, d.Diagnostic)
		}
	}
}

func fromCycle(c *lockorder.Cycle) *report.Diagnostic {
	var edges []report.LockEdge
	for _, e := range c.Edges {
		edges = append(edges, lockEdge(e))
	}
	return report.FromLockCircle(c.Package, c.Function, ir.Span{Start: c.Position, End: c.End}, edges, c.Sure)
}

func fromViolation(v *lockorder.Violation) *report.Diagnostic {
	said := ir.Note{Span: spot(v.Stated), Text: "lock_order " + v.Order}
	return report.FromLockOrder(v.Package, v.Function, ir.Span{Start: v.Position, End: v.End}, lockEdge(v.Edge), said, v.Sure)
}

func lockEdge(e *lockorder.Edge) report.LockEdge {
	return report.LockEdge{
		Held: e.Held, Acquired: e.Acquired, Holds: callSteps(e.Holds), Takes: callSteps(e.Takes),
		Owes: owed[e.HeldBy], Awaits: e.AcquiredBy != lockorder.NoWaiting,
	}
}

// owed says what a goroutine does for who waits for it.
var owed = map[lockorder.Waiting]string{lockorder.WaitGroup: "call Done", lockorder.Channel: "close it or send"}

func callSteps(steps []lockorder.Step) []report.CallStep {
	var all []report.CallStep
	for _, s := range steps {
		all = append(all, report.CallStep{Span: ir.Span{Start: s.Position, End: s.End}, Function: s.Function})
	}
	return all
}

func spot(at token.Position) ir.Span { return ir.Span{Start: at, End: at} }
