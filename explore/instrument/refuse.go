package instrument

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Some packages cannot be instrumented. One that others import runs as it is, which is said in a note. The tests of one that is
// under test are not explored, which is said of each of them.

// An unsupportedError says why a package cannot be instrumented.
type unsupportedError struct{ pkg, reason string }

func (e *unsupportedError) Error() string { return fmt.Sprintf("%s %s", e.pkg, e.reason) }

// refusals finds out which packages are refused.
type refusals struct {
	needed map[string]bool // by the runtime, which an instrumented package imports
}

// newRefusals looks at the sources of the runtime if one of the packages is of the standard library, which they import.
func newRefusals(ctx context.Context, c Config, sources fs.FS, all []*packages.Package) (*refusals, error) {
	out := &refusals{needed: map[string]bool{}}
	if !slices.ContainsFunc(all, inStandardLibrary) {
		return out, nil
	}
	paths, err := importsOf(sources)
	if err != nil {
		return nil, err
	}
	roots, err := c.load(ctx, packages.NeedName|packages.NeedImports|packages.NeedDeps, false, paths)
	if err != nil {
		return nil, fmt.Errorf("load what the runtime imports: %w", err)
	}
	for p := range packages.Postorder(roots) {
		out.needed[p.PkgPath] = true
	}
	return out, nil
}

// importsOf lists what the standard library has of what the files import.
func importsOf(sources fs.FS) ([]string, error) {
	found := map[string]bool{}
	err := fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !isRuntimeSource(path, d) || strings.HasPrefix(path, "simnet/") { // which no package of the standard library imports
			return err
		}
		src, err := fs.ReadFile(sources, path)
		if err != nil {
			return fmt.Errorf("read runtime: %w", err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
		if err != nil {
			return fmt.Errorf("read runtime: %w", err)
		}
		for _, spec := range f.Imports {
			if p, err := strconv.Unquote(spec.Path.Value); err == nil && !strings.Contains(p, ".") {
				found[p] = true
			}
		}
		return nil
	})
	return slices.Sorted(maps.Keys(found)), err
}

// isRuntimeSource reports whether a file of the sources is part of the runtime.
func isRuntimeSource(path string, d fs.DirEntry) bool {
	dir, _, _ := strings.Cut(path, "/")
	return slices.Contains([]string{"border", "rt", "simnet", "strategy", "worker"}, dir) && !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
}

// reason says why a package is refused, "" if it is not.
func (r *refusals) reason(p *packages.Package) string {
	path := p.PkgPath
	if p.ForTest != "" {
		path = p.ForTest
	}
	switch {
	case r.needed[path] && inStandardLibrary(p):
		return "is imported by the runtime that instrumented packages import"
	case usesCgo(p):
		return "uses cgo"
	}
	return ""
}

// usesCgo reports whether the compiler sees other files than the user's.
func usesCgo(p *packages.Package) bool {
	if p.PkgPath == "runtime/cgo" || p.Imports["runtime/cgo"] != nil || p.Imports["C"] != nil {
		return true
	}
	return slices.ContainsFunc(p.CompiledGoFiles, func(file string) bool { return !slices.Contains(p.GoFiles, file) })
}

// refuse takes packages that are refused out of the program.
func (prog *program) refuse(r *refusals) {
	for _, p := range prog.tests {
		if why := r.reason(p); why != "" && !slices.ContainsFunc(prog.refused, func(t TestPackage) bool { return t.Path == underTest(p) }) {
			prog.refused = append(prog.refused, TestPackage{Path: underTest(p), Refused: why})
		}
	}
	isRefused := func(p *packages.Package) bool {
		return slices.ContainsFunc(prog.refused, func(t TestPackage) bool { return t.Path == underTest(p) })
	}
	for _, p := range prog.tests {
		if isRefused(p) {
			prog.listTests(p)
		}
	}
	prog.tests = slices.DeleteFunc(prog.tests, isRefused)
	prog.libraries = slices.DeleteFunc(prog.libraries, func(p *packages.Package) bool {
		why := r.reason(p)
		if why != "" && len(p.GoFiles) > 0 {
			prog.notes = append(prog.notes, Note{token.Position{Filename: filepath.Dir(p.GoFiles[0])}, p.PkgPath + " " + why + ", and is not under control"})
		}
		return why != ""
	})
}

// listTests finds the tests of a package that is refused.
func (prog *program) listTests(p *packages.Package) {
	i := slices.IndexFunc(prog.refused, func(t TestPackage) bool { return t.Path == underTest(p) })
	u := &unit{pkg: p}
	for _, name := range p.GoFiles {
		if prog.refused[i].Dir == "" {
			prog.refused[i].Dir = filepath.Dir(name)
		}
		if f, err := parser.ParseFile(prog.fset, name, nil, parser.SkipObjectResolution|parser.ParseComments); err == nil && strings.HasSuffix(name, "_test.go") {
			u.testsOf(f)
		}
	}
	prog.refused[i].Tests = append(prog.refused[i].Tests, u.testNames()...)
}
