package instrument

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// Config says what is to be instrumented. The zero Config takes the package in the working directory.
type Config struct {
	Dir      string // the directory to run the go command in, "" for the working directory
	Tags     string // build tags, separated by commas
	Env      []string
	Patterns []string // the packages under test
	// Instrument has patterns of further packages to instrument, beside those of the main modules that the tests reach.
	Instrument []string
	// Names makes all variables that goroutines may share known by numbers that mean the same in every execution, not only those that
	// hold objects of synchronisation. That costs time.
	Names bool
	// Annotations makes what annotations say be evaluated while the program runs.
	Annotations bool
	// Asked leaves out packages that are instrumented only because they look at the clock or at goroutines; Build.Clocks names them.
	Asked bool
	// Sockets leaves out packages that are instrumented only because they serve or connect.
	Sockets bool
}

// graph asks for what there is, without syntax and types.
const graph = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedModule | packages.NeedForTest | packages.NeedTypesSizes

// A program is the packages to instrument, with syntax and types.
type program struct {
	fset *token.FileSet
	// tests are the packages under test, each with its test files, and the external test packages; libraries are the
	// other packages. Both are sorted by path.
	tests, libraries []*packages.Package
	roots            []*packages.Package // all that the patterns name, and the test binaries
	source           []*packages.Package // these, and what of their imports is another in their tests, in the order of imports
	refused          []TestPackage       // packages under test that cannot be instrumented
	notes            []Note              // the same of libraries
	clocks           Clocks
	unasked          map[string]bool // libraries that nobody has asked for, by path: what is outside control there is not worth a note
}

func (p *program) all() []*packages.Package { return slices.Concat(p.libraries, p.tests) }

// loadProgram finds what the tests reach, and type-checks what is to be instrumented. With an error it may return a program that says for
// which libraries nobody has asked.
func loadProgram(ctx context.Context, c Config, sources fs.FS) (*program, error) {
	roots, err := c.load(ctx, graph, true, c.Patterns)
	if err != nil {
		return nil, err
	}
	libraries, err := c.libraries(ctx, roots)
	if err != nil {
		return nil, err
	}
	more, left, err := c.clocks(ctx, roots)
	if err != nil {
		return nil, err
	}
	if !c.Sockets && !c.Asked {
		more = append(more, servers(roots)...)
	}
	unasked := map[string]bool{}
	for _, path := range more {
		if !slices.Contains(libraries, path) {
			unasked[path] = true
		}
	}
	libraries = append(libraries, more...)
	prog := &program{roots: roots, unasked: unasked, fset: token.NewFileSet(), tests: variants(roots)}
	for p := range packages.Postorder(roots) {
		if p.ForTest == "" && slices.Contains(libraries, p.PkgPath) {
			prog.libraries = append(prog.libraries, p)
		}
	}
	refusals, err := newRefusals(ctx, c, sources, prog.all())
	if err != nil {
		return nil, err
	}
	prog.refuse(refusals)
	refused := map[string]bool{}
	for _, t := range prog.refused {
		refused[t.Path] = true
	}
	var source []*packages.Package // in the order of imports
	for p := range packages.Postorder(roots) {
		variant := p.ForTest != "" && !generatedMain(p) && !refused[p.ForTest]
		if variant || slices.Contains(prog.libraries, p) || slices.Contains(prog.tests, p) {
			source = append(source, p)
		}
	}
	slices.SortFunc(prog.libraries, byPath)
	// Those of the standard library come first, so that their sites have the same numbers, and the go command need not compile them again.
	others := slices.DeleteFunc(slices.Clone(prog.libraries), inStandardLibrary)
	prog.libraries = append(slices.DeleteFunc(prog.libraries, func(p *packages.Package) bool { return !inStandardLibrary(p) }), others...)
	prog.clocks = clocksOf(roots, left, func(p *packages.Package) bool { return slices.Contains(prog.libraries, p) })
	prog.source = source
	return prog, c.check(ctx, prog.fset, closed(roots, source), source)
}

// closed adds to source what has to be type-checked from source with it, in the order of imports: what imports one of these, and the
// packages of the same paths without test files. From export data each of these would have types of its own. The tests of what is not
// instrumented are not looked at.
func closed(roots, source []*packages.Package) []*packages.Package {
	own, in := map[string]bool{}, map[*packages.Package]bool{}
	for _, p := range source {
		own[p.PkgPath], in[p] = true, true
	}
	var out []*packages.Package
	for p := range packages.Postorder(roots) {
		if in[p] || p.ForTest == "" && !generatedMain(p) && (own[p.PkgPath] || importsAny(p, in)) {
			out, in[p] = append(out, p), true
		}
	}
	return out
}

func importsAny(p *packages.Package, set map[*packages.Package]bool) bool {
	for _, dep := range p.Imports {
		if set[dep] {
			return true
		}
	}
	return false
}

func byPath(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) }

// libraries lists the packages to instrument that are not under test themselves.
func (c Config) libraries(ctx context.Context, roots []*packages.Package) ([]string, error) {
	under := map[string]bool{} // the packages under test
	for _, p := range roots {
		if p.ForTest == "" && !generatedMain(p) {
			under[p.PkgPath] = true
		}
	}
	found := map[string]bool{}
	for p := range packages.Postorder(roots) {
		if p.Module != nil && p.Module.Main && p.ForTest == "" && !generatedMain(p) && !under[p.PkgPath] {
			found[p.PkgPath] = true
		}
	}
	if len(c.Instrument) > 0 {
		more, err := c.load(ctx, packages.NeedName|packages.NeedFiles|packages.NeedModule, false, c.Instrument)
		if err != nil {
			return nil, fmt.Errorf("-instrument: %w", err)
		}
		for _, p := range more {
			if p.Module == nil {
				return nil, fmt.Errorf("-instrument: %s is part of the standard library, which is modelled and not instrumented", p.PkgPath)
			}
			if !under[p.PkgPath] {
				found[p.PkgPath] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// generatedMain reports whether p is the main package of a test binary.
func generatedMain(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }

// variants keeps, of each package under test, the variant with its test files, and the external test package.
func variants(all []*packages.Package) []*packages.Package {
	withTests := map[string]bool{}
	for _, p := range all {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			withTests[p.PkgPath] = true
		}
	}
	var out []*packages.Package
	for _, p := range all {
		if !generatedMain(p) && (p.ForTest != "" || !withTests[p.PkgPath]) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, byPath)
	return out
}

// load asks the go command for packages.
func (c Config) load(ctx context.Context, mode packages.LoadMode, tests bool, patterns []string) ([]*packages.Package, error) {
	var flags []string
	if c.Tags != "" {
		flags = []string{"-tags=" + c.Tags}
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: mode, Context: ctx, Dir: c.Dir, Env: c.Env, BuildFlags: flags, Tests: tests,
	}, patterns...)
	return load.Checked(ctx, load.Config{Dir: c.Dir, Tags: c.Tags}, patterns, pkgs, err)
}
