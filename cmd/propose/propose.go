// Package propose takes package patterns and gives annotations that their code suggests and that the verifier does not refute:
// what package infer proposes is written into the files, in memory, and what fails for its sake is left out again, until
// nothing does. This is Houdini over annotations (Flanagan and Leino, FME 2001).
//
//	propose.go  the rounds
//	observe.go  what the tests show
//	blame.go    which proposal a finding speaks against
//	tokens.go   places in a file before and after annotations were added
package propose

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// Options say what to propose annotations for.
type Options struct {
	Load     load.Config
	Patterns []string
	// Check has what verify.Run is to be told besides what to check.
	Check verify.Options
	// Static leaves out the verifier: proposals are what the code suggests, and nothing is proved.
	Static bool
	// Tests, if not nil, has the tests of the packages run, to see which locks are held then.
	Tests *Exploration
}

// A Result is what is proposed.
type Result struct {
	Packages int
	Kept     []*Kept
	Dropped  []Dropped
	// Files are those that change, by name: what they are and what they become.
	Files map[string]Change
	// Malformed are the annotations in the packages that mean nothing; with any, nothing is proposed.
	Malformed []*report.Diagnostic
	Rounds    int
	// Tests and Executions count what was run.
	Tests, Executions int
}

// A Change is a file before and after.
type Change struct{ Before, After []byte }

// A Kept proposal was not refuted.
type Kept struct {
	*infer.Proposal
	// Proved: every function that the proposal concerns is verified with it, but for the accesses that disagree. Else Reason
	// says what keeps it from being so.
	Proved bool
	Reason string
}

// A Dropped proposal does not hold.
type Dropped struct {
	*infer.Proposal
	Reason string
}

// A search is the state of one Run.
type search struct {
	opts     Options
	listing  *load.Listing
	pkgs     []*packages.Package // as they are
	kept     []*infer.Proposal
	result   *Result
	overlay  map[string][]byte
	places   map[string]*tokens // of files with proposals, after against before
	findings []*report.Diagnostic
	verdicts map[string]report.FunctionResult // by package and function
}

// Run infers annotations for the packages. It fails if they cannot be loaded, then with a *load.Error.
func Run(ctx context.Context, opts Options) (*Result, error) {
	listing, err := load.List(ctx, opts.Load, opts.Patterns...)
	if err != nil {
		return nil, err
	}
	return Listed(ctx, listing, opts)
}

// Listed is Run for packages that have been listed.
func Listed(ctx context.Context, listing *load.Listing, opts Options) (*Result, error) {
	pkgs, err := listing.Load(ctx)
	if err != nil {
		return nil, err
	}
	s := &search{opts: opts, listing: listing, pkgs: pkgs, result: &Result{Packages: len(pkgs)}}
	malformed, err := s.malformed(ctx)
	if err != nil || len(malformed) > 0 {
		s.result.Malformed = malformed
		return s.result, err
	}
	var observed []infer.Observation
	if opts.Tests != nil {
		if observed, err = s.observe(ctx); err != nil {
			return nil, err
		}
	}
	if s.kept, err = infer.Propose(pkgs, verify.Annotations(pkgs), observed...); err != nil {
		return nil, err
	}
	if err := s.rounds(ctx); err != nil {
		return nil, err
	}
	return s.result, nil
}

// malformed returns the annotations that mean nothing.
func (s *search) malformed(ctx context.Context) ([]*report.Diagnostic, error) {
	check := s.opts.Check
	check.Packages, check.Load = s.pkgs, s.opts.Load
	check.Only = func(string) bool { return false }
	r, err := verify.Run(ctx, check)
	if err != nil {
		return nil, err
	}
	return r.Findings, nil
}

// rounds writes, verifies and drops.
func (s *search) rounds(ctx context.Context) error {
	for {
		s.result.Rounds++
		if err := s.write(); err != nil {
			return err
		}
		if len(s.kept) == 0 || s.opts.Static {
			break
		}
		if err := s.verify(ctx); err != nil {
			return err
		}
		blamed := s.blame()
		if len(blamed) == 0 {
			break
		}
		s.drop(blamed)
	}
	for name, after := range s.overlay {
		before, err := s.listing.Read(name)
		if err != nil {
			return fmt.Errorf("propose annotations: %w", err)
		}
		if s.result.Files == nil {
			s.result.Files = map[string]Change{}
		}
		s.result.Files[name] = Change{before, after}
	}
	for _, p := range s.kept {
		s.result.Kept = append(s.result.Kept, s.status(p))
	}
	return nil
}

func (s *search) drop(why map[*infer.Proposal]string) {
	s.kept = slices.DeleteFunc(s.kept, func(p *infer.Proposal) bool {
		reason, ok := why[p]
		if ok {
			s.result.Dropped = append(s.result.Dropped, Dropped{p, reason})
		}
		return ok
	})
}

// write makes the files with what is kept.
func (s *search) write() error {
	files, unplaced, err := infer.Write(s.pkgs, s.kept, s.listing.Read)
	if err != nil {
		return err
	}
	why := map[*infer.Proposal]string{}
	for _, p := range unplaced {
		why[p] = "what is declared together with it would be annotated, too"
	}
	s.drop(why)
	s.overlay, s.places = files, map[string]*tokens{}
	for name, after := range files {
		before, err := s.listing.Read(name)
		if err != nil {
			return fmt.Errorf("propose annotations: %w", err)
		}
		s.places[name] = align(before, after)
	}
	return nil
}

// verify checks the packages with what is kept.
func (s *search) verify(ctx context.Context) error {
	overlay := map[string][]byte{}
	for name, src := range s.opts.Load.Overlay {
		overlay[name] = src
	}
	for name, src := range s.overlay {
		overlay[name] = src
	}
	s.listing.Overlay(overlay)
	defer s.listing.Overlay(s.opts.Load.Overlay)
	pkgs, err := s.listing.Load(ctx)
	if err != nil {
		return fmt.Errorf("load the packages with what is proposed: %w", err)
	}
	concerned := map[string]bool{}
	for _, p := range s.kept {
		concerned[p.Package] = true
	}
	check := s.opts.Check
	check.Packages, check.Load = pkgs, s.opts.Load
	check.Load.Overlay = overlay
	check.Only = func(path string) bool { return concerned[path] }
	r, err := verify.Run(ctx, check)
	if err != nil {
		return err
	}
	s.findings = s.findings[:0]
	for _, d := range r.Findings {
		s.findings = append(s.findings, d)
		s.findings = append(s.findings, d.Also...)
	}
	s.verdicts = map[string]report.FunctionResult{}
	for _, f := range r.Functions {
		s.verdicts[f.Package+" "+f.Function] = f
	}
	return nil
}

// status says whether the proposal is proved.
func (s *search) status(p *infer.Proposal) *Kept {
	k := &Kept{Proposal: p, Proved: true}
	if s.opts.Static {
		return &Kept{Proposal: p, Reason: "the verifier was not asked"}
	}
	for _, name := range p.Functions {
		f, ok := s.verdict(p.Package, name)
		if !ok || f.Verdict == report.Verified || f.Verdict == report.Trusted {
			continue
		}
		if f.Verdict == report.Failed && s.failsAsExpected(p.Package, f.Function) {
			continue
		}
		return &Kept{Proposal: p, Reason: fmt.Sprintf("%s is %s: %s", f.Function, f.Verdict, f.Reason)}
	}
	return k
}

// verdict looks up a function; a function literal that is not checked by itself is part of the one around it.
func (s *search) verdict(pkg, name string) (report.FunctionResult, bool) {
	for {
		if f, ok := s.verdicts[pkg+" "+name]; ok {
			return f, true
		}
		i := strings.LastIndexByte(name, '$')
		if i < 0 {
			return report.FunctionResult{}, false
		}
		name = name[:i]
	}
}

// failsAsExpected reports whether all that is wrong with a function are accesses that are known to disagree.
func (s *search) failsAsExpected(pkg, function string) bool {
	for _, d := range s.findings {
		if d.Package == pkg && d.Function == function && s.disagreement(d) == nil {
			return false
		}
	}
	return true
}
