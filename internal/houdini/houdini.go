// Package houdini infers annotations by the algorithm of that name (Flanagan and Leino, FME 2001). It takes package
// patterns and gives annotations that the code suggests and that the verifier does not refute. It writes the
// proposals of package infer into the files, in memory, and runs the verifier. It drops the proposals that a finding
// contradicts, and repeats this until no finding contradicts any.
//
//	houdini.go  the rounds
//	observe.go  what the tests show
//	blame.go    which proposal a finding speaks against
//	tokens.go   places in a file before and after annotations were added
package houdini

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/internal/verify"
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
	opts    Options
	listing *load.Listing
	pkgs    []*packages.Package // as they are
	kept    []*infer.Proposal
	result  *Result
	overlay map[string][]byte
	places  map[string]*tokens // of files with proposals, after against before
	// findings and verdicts are by package and function; those of functions that what was dropped does not concern stay from
	// one round to the next.
	findings map[string][]finding
	verdicts map[string]report.FunctionResult
	dropped  []*infer.Proposal // in the last round
	latest   []finding         // of this round
	again    map[string]bool   // functions with findings that took a proposal down in the last round
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
		s.dropped = nil
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
			s.dropped = append(s.dropped, p)
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
		why[p] = "the directive would also apply to what is declared together with it"
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
	check.Packages, check.Load, check.Bare = pkgs, s.opts.Load, true
	check.Load.Overlay = overlay
	check.Only = func(path string) bool { return concerned[path] }
	check.Choose = func([]*packages.Package, map[string]*annot.Package) func(*desugar.Function) bool {
		return s.concerned()
	}
	r, err := verify.Run(ctx, check)
	if err != nil {
		return err
	}
	s.take(r)
	return nil
}

// A finding has its places in the files as they are.
type finding struct {
	*report.Diagnostic
	from, to token.Position
}

// take notes what the verifier says in this round, of the functions that it was asked about and of annotations.
func (s *search) take(r *verify.Result) {
	s.latest = nil
	if s.findings == nil {
		s.findings, s.verdicts = map[string][]finding{}, map[string]report.FunctionResult{}
	}
	for key := range s.findings {
		if strings.HasSuffix(key, " ") { // about a package
			delete(s.findings, key)
		}
	}
	for _, f := range r.Functions {
		key := f.Package + " " + f.Function
		s.verdicts[key] = f
		delete(s.findings, key)
	}
	for _, first := range r.Findings {
		for _, d := range append([]*report.Diagnostic{first}, first.Also...) {
			key := d.Package + " " + d.Function
			f := finding{d, s.original(d.Start), s.original(d.End)}
			s.findings[key], s.latest = append(s.findings[key], f), append(s.latest, f)
		}
	}
}

// concerned tells the functions that a proposal concerns, with those around function literals: what becomes of the others is
// none of our business. After the first round only those are asked about that what was dropped concerns.
func (s *search) concerned() func(*desugar.Function) bool {
	names := map[string]bool{}
	of := s.dropped
	if s.verdicts == nil {
		of = s.kept
	}
	for _, p := range of {
		for _, name := range p.Functions {
			for at := len(name); at >= 0; at = strings.LastIndexByte(name[:at], '$') {
				names[p.Package+" "+name[:at]] = true
			}
		}
	}
	return func(fn *desugar.Function) bool {
		name := fn.Package + " " + fn.Name
		return names[name] || s.again[name]
	}
}

// status says whether the proposal is proved.
func (s *search) status(p *infer.Proposal) *Kept {
	k := &Kept{Proposal: p, Proved: true}
	if s.opts.Static { // that nobody was asked goes without saying for each
		return &Kept{Proposal: p}
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
	return !slices.ContainsFunc(s.findings[pkg+" "+function], func(d finding) bool { return s.disagreement(d) == nil })
}
