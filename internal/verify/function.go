package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/reduce"
	"github.com/calvin-go/calvin/report"
)

// An outcome is what became of one function.
type outcome struct {
	fn       *desugar.Function
	findings []*report.Diagnostic
	goals    int
	cached   bool   // no solver was asked about any of them
	proved   bool   // every goal of every program is, and there is nothing that was not looked at
	alone    bool   // nothing is to be proved, as no other goroutine can be at what it accesses
	doubt    string // why it is not verified though nothing was found in it itself
	accepted bool   // a finding was accepted by an ignore directive
	// unfinished is said of what was not looked at because of a finding, unless that finding is told.
	unfinished  []*report.Diagnostic
	begun       bool         // it was looked at at all
	late        string       // why it was put off, if it was
	twice       map[int]bool // the lines where two objects may be one that is locked already
	assumptions []ir.Note
	countsOn    []string // in words
	took        time.Duration
}

// a reduction makes a sequential program of a function, given the steps before which blocks are known to end.
type reduction struct {
	name string
	of   func(context.Context, *ir.Func, reduce.Ends) (*ir.Program, error)
}

func reductions() []reduction {
	access := func(ctx context.Context, f *ir.Func, _ reduce.Ends) (*ir.Program, error) {
		return reduce.Access(ctx, f)
	}
	return []reduction{{"access", access}, {"abstraction", reduce.AbstractionWith}}
}

// function checks one function. Whatever goes wrong in a stage is a finding of this function alone.
func (r *run) function(ctx context.Context, fn *desugar.Function) *outcome {
	o := &outcome{fn: fn}
	ctx, cancel := r.budget(ctx, fn.Package)
	defer cancel()
	start := time.Now()
	defer r.addDeadlocks(o)
	if fn.Refines == nil {
		o.findings, o.countsOn = slices.Clone(r.types.leaning[fn.Fn]), r.countsOn(fn)
	}
	if fn.Trusted {
		text := "the contract of " + fn.Name + " (trusted)"
		if fn.Lends {
			text += ", and that its callees keep no address that it passes to them"
		}
		o.assumptions = []ir.Note{{Span: fn.Span, Text: text}}
		return o
	}
	if fault := r.guard("check "+fn.Package+"."+fn.Name, func() error { return r.remembered(ctx, o) }); fault != nil {
		o.proved = false
		o.findings = append(o.findings, report.FromFault(fn.Package, fn.Name, fn.Span, fault.what, fault.file))
	}
	if fn.Outside {
		for _, d := range o.findings {
			atCaller(fn, d)
		}
	}
	o.took = time.Since(start)
	return o
}

// atCaller has a finding in what a function inlines from another package stand where the function calls it: it is the function that
// is at fault, as the other package is checked by itself.
func atCaller(fn *desugar.Function, d *report.Diagnostic) {
	own := func(s ir.Span) bool { return filepath.Dir(s.Start.Filename) == filepath.Dir(fn.Start.Filename) }
	if own(d.Span) {
		return
	}
	i := slices.IndexFunc(d.Related, func(n ir.Note) bool { return own(n.Span) })
	if i < 0 {
		return
	}
	was := ir.Note{Span: d.Span, Text: "in the callee"}
	d.Span = d.Related[i].Span
	d.Related = slices.Concat([]ir.Note{was}, d.Related[:i], d.Related[i+1:])
}

// remembered takes from an earlier run what is known of the function, and has it checked otherwise.
func (r *run) remembered(ctx context.Context, o *outcome) error {
	if !r.hasInferred(o.fn.Package) || r.isSingleThreaded(o.fn) {
		return r.stages(ctx, o)
	}
	if told, ok := r.earlier.recall(o.fn, r.taints.none()); ok {
		r.passing.Store(true) // where there is no limit it may come to more
		r.stats.recalled.Add(1)
		o.findings, o.unfinished = append(o.findings, told.Findings...), told.Unfinished
		o.goals, o.cached, o.proved, o.assumptions = told.Goals, true, told.Proved, told.Assumptions
		return nil
	}
	leaning := len(o.findings)
	err := r.stages(ctx, o)
	if err == nil {
		r.earlier.note(ctx, o, o.findings[leaning:])
	}
	return err
}

// stages takes the function through the pipeline. The outcome is proved only at the very end, where nothing has gone
// amiss. An error is a bug of calvin.
func (r *run) stages(ctx context.Context, o *outcome) error {
	if ctx.Err() != nil {
		o.findings = append(o.findings, r.interrupted(ctx, o.fn.Package, o.fn.Name, o.fn.Span))
		return nil
	}
	o.begun = true
	if r.isSingleThreaded(o.fn) {
		o.alone, o.proved, o.assumptions = true, true, r.assumedAlone(o.fn)
		return nil
	}
	known := r.packages[o.fn.Package]
	if was, ok := known.recall(o.fn); ok && r.taints.none() {
		o.assumptions, o.goals, o.cached, o.proved = was.Assumptions, was.Goals, true, true
		r.stats.recalled.Add(1)
		return nil
	}
	f, err := r.translate(ctx, o.fn)
	switch {
	case err != nil && ctx.Err() != nil:
		o.findings = append(o.findings, r.interrupted(ctx, o.fn.Package, o.fn.Name, o.fn.Span))
		return nil
	case err != nil:
		return err
	}
	o.assumptions = slices.Concat(f.Assumptions, r.opts.Checks.of(f).believed(f), r.opts.Checks.of(f).assumptions())
	r.dumpFunc(f)
	if len(f.Unsupported) > 0 {
		for _, n := range f.Unsupported {
			o.findings = append(o.findings, report.FromUnsupported(f, n))
		}
		return r.refute(ctx, o, f)
	}
	o.doubt = r.taints.of(f)
	key := r.proofKey("function", f)
	if was, ok := r.proofs.recall(key); ok {
		o.goals, o.cached, o.proved = was.Goals, true, true
		known.note(o.fn, provedFunction{o.goals, o.assumptions})
		return nil
	}
	proved, err := r.underEach(ctx, o, f)
	if err != nil {
		return err
	}
	if o.proved = proved; proved && len(o.findings) == 0 {
		r.proofs.remember(key, proven{o.goals})
		known.note(o.fn, provedFunction{o.goals, o.assumptions})
	}
	return nil
}

// underEach proves a function under each of the reductions, and notes what that shows. It reports whether all is proved.
func (r *run) underEach(ctx context.Context, o *outcome, f *ir.Func) (proved bool, err error) {
	series := r.prover.Series()
	defer series.Close()
	proved, o.cached = true, true
	var failed []*ir.Assert
	var accesses proof
	refuted := false
	for i, red := range reductions() {
		ctx, cancel := ctx, context.CancelFunc(func() {})
		if refuted {
			ctx, cancel = r.within(ctx, afterFinding, errEnough)
		}
		pr, err := r.program(ctx, series, f, red, failed)
		cancel()
		if err != nil {
			return false, err
		}
		if found := pr.refutations(); pr.interrupted && (len(found) > 0 || context.Cause(ctx) == errEnough) {
			proved, o.findings, o.unfinished = false, append(o.findings, found...), pr.findings[len(found):]
			break
		}
		refuted = refuted || slices.ContainsFunc(pr.findings, isRefuted)
		failed = append(failed, pr.failed...)
		o.goals += pr.goals
		o.findings = append(o.findings, pr.findings...)
		proved = proved && pr.proved
		o.cached = o.cached && pr.cached
		if !proved && r.opts.Prover.First {
			return false, nil
		}
		if i == 0 {
			accesses = pr
		}
	}
	return proved, r.addBehind(ctx, o, f, accesses)
}

// refute looks for findings that show an execution in a function that has something without a translation, on the ways
// that do not lead to it. It is not verified in any case.
func (r *run) refute(ctx context.Context, o *outcome, f *ir.Func) error {
	if !f.Partial {
		return nil
	}
	o.doubt = r.taints.of(f)
	series := r.prover.Series()
	defer series.Close()
	pr, err := r.program(ctx, series, f, reductions()[0], nil)
	if err != nil {
		return err
	}
	o.findings = append(o.findings, pr.refutations()...)
	return r.addBehind(ctx, o, f, pr)
}

// afterFinding is how long it is looked for more in a function after a finding that shows an execution. What follows
// from the same mistake may take minutes to tell, as a block that another goroutine interrupts is no block any more.
const afterFinding = 30 * time.Second

// errEnough is why a context ended if that time is over.
var errEnough = fmt.Errorf("after another finding it is looked at for %v only", afterFinding)

// settle has what was not looked at count as a finding, where the one that was the reason is not told as it is accepted; but what was put
// off is no finding.
func (o *outcome) settle() {
	if !slices.ContainsFunc(o.findings, isRefuted) {
		o.findings = append(o.findings, o.unfinished...)
	}
	o.putOff()
}

func isRefuted(d *report.Diagnostic) bool { return d.Verdict == report.Refuted }

// proofKey is the key of a proof about f.
func (r *run) proofKey(check string, f *ir.Func) cache.Key {
	defer r.stats.since(stageTranslation, time.Now())
	return r.proofs.key(check, f, r.opts.Checks.of(f))
}

// program proves one sequential program of f. Where blocks end is found on the way: none is supposed to end where only a
// solver can tell, until it refutes that. Failed are the assertions of earlier programs that are not proved.
func (r *run) program(ctx context.Context, series *prover.Series, f *ir.Func, red reduction, failed []*ir.Assert) (proof, error) {
	ends := reduce.Ends{}
	for {
		p, refused, err := r.reduce(ctx, f, red, ends)
		if err != nil {
			return proof{}, err
		}
		if ctx.Err() != nil {
			return r.givenUp(ctx, f), nil
		}
		if refused != nil {
			return unproved(refusal(f, refused)), nil
		}
		pr, err := r.prove(ctx, series, f, p, red.name, failed...)
		if err != nil || len(pr.ends) == 0 {
			return pr, err
		}
		for _, s := range pr.ends {
			ends[s] = true
		}
	}
}

// translate gives the function in the core language, or the error of the context if that ended it.
func (r *run) translate(ctx context.Context, fn *desugar.Function) (*ir.Func, error) {
	defer r.stats.since(stageTranslation, time.Now())
	f, err := r.progs[fn.Package].Translate(ctx, fn)
	if err != nil {
		return nil, err
	}
	if err := ir.CheckFunc(f); err != nil {
		return nil, fmt.Errorf("translation: %w", err)
	}
	return f, nil
}

// reduce gives a sequential program of f, or says why there is none.
func (r *run) reduce(ctx context.Context, f *ir.Func, red reduction, ends reduce.Ends) (p *ir.Program, refused, err error) {
	defer r.stats.since(stageTranslation, time.Now())
	if p, refused = red.of(ctx, f, ends); refused != nil {
		return nil, refused, nil
	}
	if err := ir.CheckProgram(p); err != nil {
		return nil, nil, fmt.Errorf("reduction to %s: %w", red.name, err)
	}
	return p, nil, nil
}

// result gives the verdict. In doubt it is unknown.
func (o *outcome) result() report.FunctionResult {
	res := report.FunctionResult{
		Package: o.fn.Package, Function: o.fn.Name, Span: o.fn.Span, Goals: o.goals, Seconds: o.took.Seconds(),
		Cached:      o.cached,
		Assumptions: o.assumptions, CountsOn: o.countsOn, Verdict: report.Unknown,
	}
	refuted := slices.IndexFunc(o.findings, isRefuted)
	switch {
	case refuted >= 0:
		res.Verdict, res.Reason = report.Failed, o.findings[refuted].Message
	case len(o.findings) > 0:
		res.Reason = o.findings[0].Message
	case o.doubt != "":
		res.Reason = o.doubt
	case o.late != "":
		res.Reason, res.Code = o.late, report.CodePutOff
	case o.fn.Trusted:
		res.Verdict, res.Reason = report.Trusted, "its contract is trusted"
	case o.accepted:
		res.Verdict, res.Reason = report.Trusted, "an ignore directive accepts a finding in it"
	case o.proved:
		res.Verdict = report.Verified
	default:
		res.Reason = "the check did not finish"
	}
	return res
}
