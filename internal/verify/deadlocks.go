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

// lockOrders are the orders of locks of the parts of the program, and what ended the analysis before its end, if something did.
type lockOrders struct {
	found []*lockorder.Result
	fault *fault
}

// lockOrders begins to find the order of locks in the parts that have a wanted package, and returns what waits for it. Nothing else
// that is found of the packages goes into it, so that another processor can do it at the same time.
func (r *run) lockOrders(ctx context.Context, in *loaded, wanted map[string]bool) (wait func() *lockOrders) {
	if !r.opts.Checks.Abstraction {
		return func() *lockOrders { return &lockOrders{} }
	}
	orders, ended := &lockOrders{}, make(chan struct{})
	var parts [][]*packages.Package
	var kept []*keptOrder
	for _, part := range components(in.pkgs) {
		if slices.ContainsFunc(part, func(p *packages.Package) bool { return wanted[p.PkgPath] }) {
			parts, kept = append(parts, part), append(kept, r.keptOrder(part, in.text))
		}
	}
	go func() {
		defer close(ended)
		defer r.stats.since(stageLocks, time.Now())
		for i, part := range parts {
			found, fault := r.lockOrder(ctx, part, kept[i])
			if found == nil {
				orders.fault = fault
				return
			}
			orders.found = append(orders.found, found)
		}
	}()
	return func() *lockOrders { <-ended; return orders }
}

// inside tells the chosen packages that are not only looked at for what they do to annotated things of others.
func (r *run) inside(chosen []*packages.Package) map[string]bool {
	wanted := map[string]bool{}
	for _, p := range chosen {
		wanted[p.PkgPath] = !r.outside(p)
	}
	return wanted
}

// deadlocks takes from the orders of locks those that are acquired in a circle or against a stated order, where a
// wanted package comes into it, and of its functions one of those given. It keeps the findings for the functions in
// which they come about, and returns those of functions that are not checked.
func (r *run) deadlocks(orders *lockOrders, wanted map[string]bool, functions []*desugar.Function) []*report.Diagnostic {
	r.circles = deadlocks{}
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
	for _, found := range orders.found {
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
	return others
}

// lockOrder analyses packages. It gives nothing if that was ended, which what else is asked says, or after a fault.
func (r *run) lockOrder(ctx context.Context, part []*packages.Package, kept *keptOrder) (found *lockorder.Result, f *fault) {
	f = r.guard("deadlocks", func() (err error) {
		if found, err = r.findOrder(ctx, part, kept); ctx.Err() != nil {
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
	if o.twice == nil { // before any is accepted
		o.twice = map[int]bool{}
		for _, d := range o.findings {
			if report.IsSelfDeadlock(d) {
				for _, at := range append([]ir.Note{{Span: d.Span}}, d.Related...) {
					o.twice[at.Start.Line] = true
				}
			}
		}
	}
	for _, d := range r.circles[[2]string{o.fn.Package, o.fn.Name}] {
		if !d.peers || !o.twice[d.Start.Line] {
			o.findings = append(o.findings, d.Diagnostic)
		}
	}
}

// addLate adds these findings to what is settled already.
func (r *run) addLate(outcomes []*outcome) {
	for _, o := range outcomes {
		known := len(o.findings)
		if r.addDeadlocks(o); len(o.findings) == known {
			continue
		}
		r.accepted.accept(o) // nothing accepts what was left of the others
		if slices.ContainsFunc(o.findings, isRefuted) {
			o.findings = without(o.findings, func(d *report.Diagnostic) bool { return slices.Contains(o.unfinished, d) })
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
var owed = map[lockorder.Waiting]string{lockorder.WaitGroup: "call Done", lockorder.Channel: "close it or send", lockorder.Receiver: "receive"}

func callSteps(steps []lockorder.Step) []report.CallStep {
	var all []report.CallStep
	for _, s := range steps {
		all = append(all, report.CallStep{Span: ir.Span{Start: s.Position, End: s.End}, Function: s.Function})
	}
	return all
}

func spot(at token.Position) ir.Span { return ir.Span{Start: at, End: at} }
