package verify

import (
	"context"
	"slices"
	"time"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/reduce"
	"github.com/calvin-go/calvin/report"
)

// An outcome is what became of one function.
type outcome struct {
	fn          *desugar.Function
	findings    []*report.Diagnostic
	goals       int
	proved      bool   // every goal of every program is, and there is nothing that was not looked at
	doubt       string // why it is not verified though nothing was found in it itself
	accepted    bool   // a finding was accepted by an ignore directive
	assumptions []ir.Note
	took        time.Duration
}

// a reduction makes a sequential program of a function.
type reduction struct {
	name string
	of   func(*ir.Func) (*ir.Program, error)
}

func reductions() []reduction {
	return []reduction{{"access", reduce.Access}, {"abstraction", reduce.Abstraction}}
}

// function checks one function. Its outcome is proved only at the very end, where nothing has gone amiss.
func (r *run) function(ctx context.Context, fn *desugar.Function) *outcome {
	o := &outcome{fn: fn}
	start := time.Now()
	defer func() { o.took = time.Since(start) }()
	if fn.Trusted {
		o.assumptions = []ir.Note{{Span: fn.Span, Text: "the contract of " + fn.Name + " (trusted)"}}
		return o
	}
	f := r.translate(fn, o)
	if f == nil {
		return o
	}
	o.assumptions = slices.Concat(f.Assumptions, r.opts.Checks.assumptions())
	r.dumpFunc(f)
	if len(f.Unsupported) > 0 {
		for _, n := range f.Unsupported {
			o.findings = append(o.findings, report.FromUnsupported(f, n))
		}
		return o
	}
	o.doubt = r.taints.of(f)
	proved := true
	for _, red := range reductions() {
		proved = r.reduced(ctx, f, red, o) && proved
	}
	o.proved = proved
	return o
}

// translate gives the function in the core language; nil after a fault, which then is among the findings.
func (r *run) translate(fn *desugar.Function, o *outcome) *ir.Func {
	begun := time.Now()
	defer r.stats.since(stageTranslation, begun)
	var f *ir.Func
	if fault := r.guard("translate "+fn.Package+"."+fn.Name, func() error {
		f = r.prog.Translate(fn)
		return ir.CheckFunc(f)
	}); fault != nil {
		o.findings = append(o.findings, report.FromFault(fn.Package, fn.Name, fn.Span, fault.what, fault.file))
		return nil
	}
	return f
}

// reduced checks one sequential program of f, and reports whether all of it is proved.
func (r *run) reduced(ctx context.Context, f *ir.Func, red reduction, o *outcome) bool {
	begun := time.Now()
	var p *ir.Program
	var refused error
	fault := r.guard("reduce "+f.Package+"."+f.Name+" to "+red.name, func() error {
		if p, refused = red.of(f); refused != nil {
			return nil
		}
		return ir.CheckProgram(p)
	})
	r.stats.since(stageTranslation, begun)
	switch {
	case fault != nil:
		o.findings = append(o.findings, report.FromFault(f.Package, f.Name, f.Span, fault.what, fault.file))
		return false
	case refused != nil:
		o.findings = append(o.findings, report.FromUnsupported(f, ir.Note{Span: f.Span, Text: refused.Error()}))
		return false
	}
	pr := r.prove(ctx, f, p, red.name)
	o.goals += pr.goals
	o.findings = append(o.findings, pr.findings...)
	return pr.proved
}

// result gives the verdict. In doubt it is unknown.
func (o *outcome) result() report.FunctionResult {
	res := report.FunctionResult{
		Package: o.fn.Package, Function: o.fn.Name, Span: o.fn.Span, Goals: o.goals, Seconds: o.took.Seconds(),
		Assumptions: o.assumptions, Verdict: report.Unknown,
	}
	refuted := slices.IndexFunc(o.findings, func(d *report.Diagnostic) bool { return d.Verdict == report.Refuted })
	switch {
	case refuted >= 0:
		res.Verdict, res.Reason = report.Failed, o.findings[refuted].Message
	case len(o.findings) > 0:
		res.Reason = o.findings[0].Message
	case o.doubt != "":
		res.Reason = o.doubt
	case o.fn.Trusted:
		res.Verdict, res.Reason = report.Trusted, "its contract is believed"
	case o.accepted:
		res.Verdict, res.Reason = report.Trusted, "a finding in it is accepted"
	case o.proved:
		res.Verdict = report.Verified
	default:
		res.Reason = "it was not checked to the end"
	}
	return res
}
