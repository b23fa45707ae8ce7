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

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/internal/verifytest/marks"
	"github.com/calvin-go/calvin/internal/verifytest/weakening/hook"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// A unit is a package with marks, one of those below testdata/bad.
type unit struct {
	name     string // wrong/copies
	pkg      *packages.Package
	annots   map[string]*annot.Package
	what     func(*report.Diagnostic) string
	marks    map[int]string // what is to be found at which lines
	others   desugar.Others
	prog     *desugar.Program
	subjects []*subject   // the declarations with marks
	early    map[int]bool // sites passed before translations are repeated: while the program is looked at as a whole
}

// suites are the directories of packages with marks, and what findings count as there.
var suites = map[string]func(*report.Diagnostic) string{
	"wrong":       marks.Failed,
	"unsupported": marks.Unknown,
}

// loadUnits loads the packages with marks of which the name matches, all at once: so they share what they import.
func loadUnits(ctx context.Context, root string, match *regexp.Regexp) ([]*unit, error) {
	bad := filepath.Join(root, "testdata", "bad")
	var patterns []string
	for suite := range suites {
		entries, err := os.ReadDir(filepath.Join(bad, suite))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if name := suite + "/" + e.Name(); e.IsDir() && match.MatchString(name) {
				patterns = append(patterns, "./"+name)
			}
		}
	}
	if len(patterns) == 0 {
		return nil, fmt.Errorf("no package below %s matches %s", bad, match)
	}
	listing, err := load.List(ctx, load.Config{Dir: bad}, patterns...)
	if err != nil {
		return nil, err
	}
	pkgs, err := listing.Load(ctx)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != len(patterns) {
		return nil, fmt.Errorf("%d packages below %s, want %d", len(pkgs), bad, len(patterns))
	}
	var all []*unit
	for _, p := range pkgs {
		_, name, _ := strings.Cut(p.PkgPath, "testdata/bad/")
		suite, _, _ := strings.Cut(name, "/")
		u := &unit{name: name, pkg: p, what: suites[suite], marks: map[int]string{}, early: map[int]bool{}}
		u.annots = verify.Annotations([]*packages.Package{p})
		if dir := filepath.Join(name, marks.Contracts); exists(filepath.Join(bad, dir)) {
			if u.others.Contracts, err = verify.Contracts(ctx, listing, dir, []*packages.Package{p}); err != nil {
				return nil, err
			}
		}
		for _, m := range marks.Wanted(p) {
			if m.What != marks.Unfounded {
				u.marks[m.Line] = m.What
			}
		}
		all = append(all, u)
	}
	return all, nil
}

// build prepares the unit for translation, with whatever site is dropped.
func (u *unit) build() (prog *desugar.Program, err error) {
	defer recovered(&err)
	return desugar.Build([]*packages.Package{u.pkg}, u.annots, u.others)
}

func exists(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}

// profile builds the unit without a mutant, and notes which sites each declaration with marks passes.
func (u *unit) profile(ctx context.Context) (err error) {
	hook.Take()
	if u.prog, err = u.build(); err != nil {
		return fmt.Errorf("%s: %w", u.name, err)
	}
	byDecl := map[string]*subject{}
	for line := range u.marks {
		decl := marks.DeclAt(u.pkg, line)
		if byDecl[decl] == nil {
			byDecl[decl] = &subject{unit: u, decl: decl, marked: map[int]bool{}, passed: map[int]bool{}, begins: map[string]bool{}}
		}
		byDecl[decl].marked[line] = true
	}
	of := map[*subject]bool{}
	for _, fn := range u.prog.Functions(u.pkg.PkgPath) {
		s := byDecl[marks.DeclAt(u.pkg, fn.Start.Line)]
		if s == nil || fn.Trusted {
			continue
		}
		s.begins[beginning(fn)] = true
		if !of[s] {
			of[s] = true
			u.subjects = append(u.subjects, s)
		}
	}
	if s := u.outside(byDecl); s != nil {
		u.subjects = append(u.subjects, s)
	}
	for _, s := range u.subjects { // what is found out once and remembered is passed the first time only
		s.translate(ctx, u.prog)
	}
	for _, n := range hook.Take() {
		u.early[n] = true
	}
	for _, s := range u.subjects {
		forms, err := s.translate(ctx, u.prog)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name(), err)
		}
		s.sums = sums(forms)
		s.size = forms.size()
		for _, n := range hook.Take() {
			s.passed[n] = true
			delete(u.early, n)
		}
	}
	slices.SortStableFunc(u.subjects, func(a, b *subject) int { return a.size - b.size })
	for i, s := range u.subjects {
		s.rank = i
	}
	return nil
}

// outside returns the subject of the marks that stand in no function: what the annotations themselves are checked for.
func (u *unit) outside(byDecl map[string]*subject) *subject {
	all := &subject{unit: u, decl: "annotations", marked: map[int]bool{}, passed: map[int]bool{}}
	for decl, s := range byDecl {
		if !u.isFunction(decl) {
			for line := range s.marked {
				all.marked[line] = true
			}
		}
	}
	if len(all.marked) == 0 {
		return nil
	}
	return all
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

// recovered turns a panic into an error: the verifier has broken down.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%v", p)
	}
}
