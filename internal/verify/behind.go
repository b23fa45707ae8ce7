package verify

import (
	"context"
	"slices"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// What comes after an assertion is asked of the executions in which the assertion holds. So an access that is refused
// hides all that comes behind it, if no execution passes it. Where that access is a false alarm, or a mistake that
// somebody lives with, what it hides may be a data race.

// addBehind adds what refused accesses hide to the findings, in the time that there is after a finding.
func (r *run) addBehind(ctx context.Context, o *outcome, f *ir.Func, pr proof) error {
	if len(pr.refutations()) == 0 {
		return nil
	}
	ctx, cancel := r.within(ctx, afterFinding, errEnough)
	defer cancel()
	found, err := r.behind(ctx, f, pr)
	o.findings = append(o.findings, found...)
	return err
}

// behind gives the findings that refused accesses of the program hide: at accesses to other variables, which have a
// guard. Those of a variable without a guard, or of what is reached through one that was refused, would follow from the
// same mistake. The verdict does not depend on it, as there is a finding already; so it gives what it has if the time
// is over. An error is a bug of calvin.
func (r *run) behind(ctx context.Context, f *ir.Func, pr proof) (found []*report.Diagnostic, err error) {
	refused := slices.DeleteFunc(slices.Clone(pr.failed), func(a *ir.Assert) bool { return !ofAccess(a) })
	for len(refused) > 0 {
		p := withoutStatements(pr.program, func(s ir.Stmt) bool {
			a, ok := s.(*ir.Assert)
			return ok && ofAccess(a) && !hidden(a, refused)
		})
		next, err := r.behindOnce(ctx, f, p)
		if err != nil {
			return nil, err
		}
		for i, a := range next.failed {
			next.findings[i].Goal.Number = 1 + slices.Index(pr.asserts, a)
		}
		found, refused = append(found, next.refutations()...), append(refused, next.failed...)
		if len(next.failed) == 0 {
			break
		}
	}
	return found, nil
}

// behindOnce asks for the accesses of p alone. It finds nothing if the time is over before, or p is too large.
func (r *run) behindOnce(ctx context.Context, f *ir.Func, p *ir.Program) (proof, error) {
	wants := r.opts.Checks.of(f).wants
	vc, answers, err := r.ask(ctx, p, func(a *ir.Assert) bool { return ofAccess(a) && wants(a) }, func(g *vcgen.Goal) bool { return g.Assert != nil && ofAccess(g.Assert) })
	if answers == nil {
		return proof{}, err
	}
	return r.read(f, vc, answers, reductions()[0].name), nil
}

// ofAccess reports whether it is asserted that a variable may be accessed.
func ofAccess(a *ir.Assert) bool {
	return ir.ReadDenied <= a.Check.Kind && a.Check.Kind <= ir.WriteRace
}

// hidden reports whether the assertion is about a variable with a guard that is none of the refused ones, nor reached through one.
func hidden(a *ir.Assert, refused []*ir.Assert) bool {
	guarded := a.Check.Clause != nil || a.Check.Detail == ir.OnlyAtomic
	return guarded && !slices.ContainsFunc(refused, func(b *ir.Assert) bool {
		return report.Leads(b.Check.Subject, a.Check.Subject) || b.Check.Clause != nil && b.Check.Clause.Span == a.Check.Clause.Span
	})
}
