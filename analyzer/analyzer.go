// Package analyzer takes a package, and facts about its imports, and gives findings. It is calvin check as a
// [golang.org/x/tools/go/analysis.Analyzer], for vet, nogo, golangci-lint and other drivers.
//
// The findings are the same as those of calvin check for the package together with all its imports. A driver gives a
// pass the types of the imports, and facts that it kept when it analyzed them. Contracts are not enough: calvin check
// also needs the bodies of functions without a contract, which addresses other packages take, and which functions run
// in goroutines. So a fact holds the sources of a package and of its imports. A pass builds packages from these
// sources, as package load does from directories. From there on everything is as in calvin check.
//
//	settings.go  what to check
//	fact.go      what importers are told
//	unit.go      what a pass has to tell
//	universe.go  packages, made of facts
//	report.go    findings, as the driver takes them
//
// An importer can impose new conditions on a package, for example if it takes the address of one of its fields.
// Digests tell which functions of the package this concerns. The pass of the importer checks these functions again,
// and reports what it finds in them.
package analyzer

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
)

// Analyzer has the default settings, and flags to change them.
var Analyzer = New(Default())

const doc = `prove annotated concurrent code

Packages that say in comments who may touch a variable and what a function does, as seen by other goroutines, are held to
that for every schedule and every input. What is not proved is reported, with its code: calvin explain CODE tells more.`

// New returns an analyzer with the settings, which its flags may change.
func New(s Settings) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name: "calvin", Doc: doc, URL: "https://github.com/calvin-go/calvin/blob/main/docs/vet.md",
		FactTypes: []analysis.Fact{new(Sources)},
		Flags:     s.flags(),
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		err := run(pass, &s)
		if err != nil {
			pass.ExportPackageFact(&Sources{Failed: err.Error()})
		}
		return nil, err
	}
	return a
}

// run analyzes a package. What cannot be analyzed is an error: nothing is passed over in silence.
func run(pass *analysis.Pass, s *Settings) error {
	u, err := newUnit(pass, strings.Split(s.Modules, ","))
	if err != nil || u == nil {
		return err
	}
	opts, err := s.options()
	if err != nil {
		return err
	}
	if u.all.annotated() || s.All {
		if err := u.check(opts, s); err != nil {
			return fmt.Errorf("%s: %w", u.own.Path, err)
		}
	}
	if u.own.Name != "main" { // which nothing imports
		pass.ExportPackageFact(u.all.fact())
	}
	return nil
}

// check reports what is wrong with the package at hand, and with what it imports because of it.
func (u *unit) check(opts verify.Options, s *Settings) error {
	world := newUniverse(u.all, u.pass.TypesSizes)
	pkgs, err := world.atHand()
	if err != nil || len(pkgs) == 0 {
		return err
	}
	opts.Packages, opts.Load.Overlay = pkgs, world.texts
	where := &places{pass: u.pass, texts: world.texts}
	digests, err := verify.Digests(pkgs, s.All)
	if err != nil { // a bug of calvin, which Run reports
		return u.report(opts, where, everything)
	}
	again := u.unsettled(digests)
	for _, d := range digests {
		u.all.settled[d.Sum] = true
	}
	delete(u.all.settled, "")
	known := maps.Clone(u.all.found)
	if u.checked {
		opts.Only = func(path string) bool { return path == u.own.Path }
		if err := u.report(opts, where, everything); err != nil {
			return err
		}
	}
	if len(again) == 0 || !u.checked {
		return nil
	}
	return u.checkAgain(opts, again, where, known)
}

// checkAgain checks declarations of imported packages among the packages that are at hand here. What is known was reported
// before.
func (u *unit) checkAgain(opts verify.Options, again map[declaration]bool, where *places, known map[string]bool) error {
	concerned, annotations := map[string]bool{}, map[string]bool{}
	for d := range again {
		concerned[d.pkg] = true
		annotations[d.pkg] = annotations[d.pkg] || d.function == ""
	}
	opts.Only = func(path string) bool { return concerned[path] }
	opts.Choose = func([]*packages.Package, map[string]*annot.Package) func(*desugar.Function) bool {
		return func(fn *desugar.Function) bool { return again[declaration{fn.Package, fn.Name, fn.Start}] }
	}
	return u.report(opts, where, func(d *report.Diagnostic) bool {
		return !known[key(d)] && (d.Function != "" || d.Goal.Check == "" || annotations[d.Package])
	})
}

func everything(*report.Diagnostic) bool { return true }

// report verifies packages and reports those findings that are of interest.
func (u *unit) report(opts verify.Options, where *places, wanted func(*report.Diagnostic) bool) error {
	result, err := verify.Run(context.Background(), opts)
	if err != nil {
		return err
	}
	for _, d := range each(result.Findings) {
		if wanted(d) {
			u.all.found[key(d)] = true
			where.report(d)
		}
	}
	return nil
}

// A declaration is something that has a digest.
type declaration struct {
	pkg, function string
	at            token.Position
}

// unsettled returns what is to be checked again in imported packages.
func (u *unit) unsettled(digests []verify.Digest) map[declaration]bool {
	again := map[declaration]bool{}
	for _, d := range digests {
		if d.Package != u.own.Path && !u.all.settled[d.Sum] {
			again[declaration{d.Package, d.Function, d.Start}] = true
		}
	}
	return again
}

// each returns the findings, and those grouped under them.
func each(groups []*report.Diagnostic) []*report.Diagnostic {
	var all []*report.Diagnostic
	for _, d := range groups {
		all = append(append(all, d), d.Also...)
	}
	return all
}

// key is what findings of one thing have in common, whatever is known around it.
func key(d *report.Diagnostic) string { return d.Code + " " + d.Start.String() }
