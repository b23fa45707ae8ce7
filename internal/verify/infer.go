package verify

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/report"
)

// infer infers annotations for packages that have none, and beside those that are written in packages where variables
// may need more. They count as if they were written there. It returns those that do, by position. Nothing rests on the
// guess: whatever is inferred is proved like what is written, and what disagrees is a finding. Only of packages that
// are read and not given it is supposed, as what is written there.
func (r *run) infer(pkgs []*packages.Package) ([]*report.Proposal, error) {
	inferred, any := map[string][]annot.Inferred{}, false
	modules := map[string]bool{}
	for _, p := range pkgs {
		if p.Module != nil && r.given(p.PkgPath) {
			modules[p.Module.Path] = true
		}
	}
	for _, p := range pkgs {
		given := r.given(p.PkgPath) || p.Module != nil && modules[p.Module.Path] // what given ones import of their modules suggests the same as if it were given
		if !given || r.opts.Only != nil && !r.opts.Only(p.PkgPath) {
			continue
		}
		if a := r.annots[p.PkgPath]; !a.Annotated || infer.Lacks(p, a) {
			inferred[p.PkgPath] = []annot.Inferred{}
			any = any || infer.Concerns(p)
		}
	}
	if len(inferred) == 0 {
		return nil, nil
	}
	var proposals []*infer.Proposal
	if any { // else the whole program would be analysed for a command that only calls others
		var err error
		if proposals, r.against.all, err = infer.ProposeAnyway(pkgs, r.annots); err != nil {
			return nil, fmt.Errorf("infer annotations: %w", err)
		}
	}
	for _, p := range proposals {
		if known, ok := inferred[p.Package]; ok && !r.annots[p.Package].Says(object(p)) {
			inferred[p.Package] = append(known, annot.Inferred{Object: object(p), Lines: p.Lines})
		}
	}
	var malformed []*report.Diagnostic
	if r.annots, malformed = annotateAgain(r.annots, pkgs, inferred); len(malformed) > 0 {
		return nil, fmt.Errorf("infer annotations: %s: %s", malformed[0].Start, malformed[0].Message)
	}
	return r.used(proposals, inferred), nil
}

// used are the proposals that count, as reports have them.
func (r *run) used(proposals []*infer.Proposal, inferred map[string][]annot.Inferred) []*report.Proposal {
	taken := map[types.Object]bool{}
	for _, all := range inferred {
		for _, inf := range all {
			taken[inf.Object] = true
		}
	}
	var used []*report.Proposal
	for _, p := range proposals {
		if taken[object(p)] {
			used = append(used, ProposalOf(p, report.Unproved, ""))
			r.inferred = append(r.inferred, p.Key())
			r.sources.inferred[p.Position.String()] = p.Text() + ", inferred: " + p.Evidence
		}
	}
	return used
}

// object is what a proposal is about.
func object(p *infer.Proposal) types.Object {
	if p.Var != nil {
		return p.Var
	}
	return p.Func
}

// ProposalOf is a proposal as reports have it.
func ProposalOf(p *infer.Proposal, status report.ProposalStatus, reason string) *report.Proposal {
	out := &report.Proposal{
		Package: p.Package, Name: p.Name, Position: p.Position, Directives: p.Lines, Evidence: p.Evidence,
		Agree: p.Agree, Total: p.Total, Status: status, Reason: strings.TrimSpace(reason),
	}
	for _, a := range p.Against {
		out.Against = append(out.Against, report.Disagreement(a))
	}
	return out
}

// noteAsked notes of which functions somebody asks whether they panic: by the options, in the package, or in their contracts.
func (r *run) noteAsked() {
	for _, a := range r.annots {
		switch {
		case !r.opts.Checks.Panics || !a.Annotated && !r.opts.All:
			a.Panics = annot.AskedOfNone
		case r.opts.Panics || r.opts.All || a.AsksPanics:
			a.Panics = annot.AskedOfAll
		default:
			a.Panics = annot.AskedOfContracts
		}
	}
}

// hasInferred reports whether the annotations of a package are inferred.
func (r *run) hasInferred(path string) bool {
	a := r.annots[path]
	return a != nil && a.Inferred
}
