package weakening

import (
	"context"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/testdata/marks"
	"github.com/calvin-go/calvin/testdata/weakening/hook"
)

// A unit is a package with marks, one of those below testdata/bad.
type unit struct {
	name  string // wrong/copies
	pkg   *packages.Package
	what  func(*report.Diagnostic) string
	cache *cache.Store
	// thorough: goals of mutants get as much work as others.
	thorough bool
	// trusted: that nothing differs without a mutant is not looked at.
	trusted bool

	sites map[int]bool            // passed by anything
	build map[int]bool            // passed before any function is translated, or by the checks of annotations
	decls map[string]map[int]bool // passed by the functions of a declaration
	cost  map[string]time.Duration
	total time.Duration
	wrong map[string]bool // the declarations with marks

	digests []verify.Digest // of the translations, without a mutant
}

// suites are the directories of packages with marks, and what findings count as there.
var suites = []struct {
	dir  string
	what func(*report.Diagnostic) string
}{
	{"wrong", marks.Failed},
	{"unsupported", marks.Unknown},
}

// loadUnits loads the packages with marks of which the name matches.
func loadUnits(ctx context.Context, root string, match *regexp.Regexp, store *cache.Store, thorough, trusted bool) ([]*unit, error) {
	var all []*unit
	for _, s := range suites {
		dir := filepath.Join(root, "testdata", "bad", s.dir)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, e := range entries {
			if name := s.dir + "/" + e.Name(); e.IsDir() && match.MatchString(name) {
				names = append(names, e.Name())
			}
		}
		for _, name := range names {
			pkgs, err := load.Load(ctx, load.Config{Dir: dir}, "./"+name)
			if err != nil {
				return nil, err
			}
			if len(pkgs) != 1 {
				return nil, fmt.Errorf("%s/%s: %d packages", dir, name, len(pkgs))
			}
			all = append(all, &unit{name: s.dir + "/" + name, pkg: pkgs[0], what: s.what, cache: store, thorough: thorough, trusted: trusted})
		}
	}
	return all, nil
}

// patience bounds the translation of one function, and the proof of one.
const patience = 60 * time.Second

// quickly bounds the solver's work on each goal of a mutant: a goal that is not proved counts as a finding, as one that is
// refuted, and most that a mutant makes true are proved at once. It is a tenth of what is usual.
const quickly = 500_000

// check verifies the unit with one site dropped, and returns what differs from the marks. Only, if not nil, are the
// declarations of which functions are checked.
func (u *unit) check(ctx context.Context, drop int, only map[string]bool) ([]marks.Problem, error) {
	limit := patience
	if drop < 0 {
		limit = 0
	}
	hook.Drop(drop, limit)
	defer hook.Drop(-1, 0)
	hook.Take()
	opts := verify.Options{
		Packages: []*packages.Package{u.pkg},
		Checks:   verify.AllChecks,
		Workers:  1,
		Budget:   patience,
		Cache:    u.cache,
		Faults:   os.TempDir(),
		Done:     func(report.FunctionResult, []*report.Diagnostic) { hook.Drop(drop, limit) },
	}
	if only != nil {
		opts.Choose = func([]*packages.Package, map[string]*annot.Package) func(*desugar.Function) bool {
			return func(fn *desugar.Function) bool { return only[marks.DeclAt(u.pkg, fn.Start.Line)] }
		}
	}
	if drop < 0 {
		u.profile(&opts)
		opts.Budget = 0
		if u.trusted {
			opts.Checks = verify.Checks{}
		}
	} else if !u.thorough {
		opts.Prover.RLimit = quickly
	}
	start := time.Now()
	result, err := verify.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	if drop < 0 {
		u.total = time.Since(start)
		u.sites = map[int]bool{}
		for _, passed := range u.decls {
			for n := range passed {
				u.sites[n] = true
			}
		}
		for n := range u.build {
			u.sites[n] = true
		}
		if u.digests, err = verify.Digests(opts.Packages, false); err != nil {
			return nil, err
		}
	}
	for _, d := range result.Findings {
		switch {
		case d.Code == report.CodeInternal && strings.Contains(d.Message, "too long"):
			return []marks.Problem{{Text: "the translation does not come to an end"}}, nil
		case d.Limit == patience.String(): // who has more patience may see that all is as it should be
			return nil, nil
		}
	}
	counts := func(string) bool { return true }
	if only != nil {
		counts = func(decl string) bool { return only[decl] || !u.isFunction(decl) }
	}
	return marks.Compare(u.pkg, result, u.what, counts), nil
}

// profile has a run note which sites each function passes, and how long it takes.
func (u *unit) profile(opts *verify.Options) {
	u.build, u.decls, u.cost = map[int]bool{}, map[string]map[int]bool{}, map[string]time.Duration{}
	take := func(into map[int]bool) {
		for _, n := range hook.Take() {
			into[n] = true
		}
	}
	opts.First = func(*desugar.Function) bool { // called before any function is translated
		take(u.build)
		return false
	}
	opts.Done = func(f report.FunctionResult, _ []*report.Diagnostic) {
		decl := marks.DeclAt(u.pkg, f.Start.Line)
		if u.decls[decl] == nil {
			u.decls[decl] = map[int]bool{}
		}
		take(u.decls[decl])
		u.cost[decl] += time.Duration(f.Seconds * float64(time.Second))
	}
	u.wrong = map[string]bool{}
	for _, m := range marks.Wanted(u.pkg) {
		u.wrong[marks.DeclAt(u.pkg, m.Line)] = true
	}
}

// isFunction reports whether the declaration at the place is that of a function.
func (u *unit) isFunction(place string) bool {
	for _, f := range u.pkg.Syntax {
		for _, d := range f.Decls {
			if _, ok := d.(*ast.FuncDecl); ok && u.pkg.Fset.Position(d.Pos()).String() == place {
				return true
			}
		}
	}
	return false
}

// trial returns what the mutant is held against, before it is known what it changes; false if the unit does not pass its
// site, or has nothing wrong there.
func (u *unit) trial(s *Site) (trial, bool) {
	t := trial{unit: u, only: map[string]bool{}}
	for decl := range u.decls {
		if u.wrong[decl] && (u.build[s.N] || u.decls[decl][s.N]) {
			t.only[decl] = true
			t.cost += u.cost[decl]
		}
	}
	passed := u.build[s.N] || len(t.only) > 0
	if !passed && s.translates() {
		passed = u.sites[s.N] // what one function finds out may matter to another
	}
	return t, passed
}

// changed leaves in a trial only functions of which the mutant changes the translation. Others are as without it.
func (t trial) changed(s *Site) (trial, bool) {
	if !s.translates() {
		return t, true
	}
	hook.Drop(s.N, patience)
	defer hook.Drop(-1, 0)
	hook.Take()
	digests, err := verify.Digests([]*packages.Package{t.pkg}, false)
	if err != nil { // it breaks down
		return t, true
	}
	if !slices.Contains(hook.Take(), s.N) { // it is passed only when translations are reduced
		return t, true
	}
	only, differs := map[string]bool{}, len(digests) != len(t.digests)
	for i, d := range digests {
		if differs || d == t.digests[i] {
			continue
		}
		if decl := marks.DeclAt(t.pkg, d.Start.Line); d.Function != "" && t.wrong[decl] {
			only[decl] = true
		} else if d.Function == "" {
			differs = true
		}
	}
	if differs {
		return t, true
	}
	t.only = only
	return t, len(only) > 0
}
