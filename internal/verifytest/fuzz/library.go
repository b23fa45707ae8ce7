package fuzz

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
	"github.com/calvin-go/calvin/load"
)

// A Library is the packages of the standard library that programs import. The go command is asked about them once, and not
// for each batch: that would have it compile the batch besides.
type Library struct {
	packages map[string]*packages.Package // by import path
}

// ListLibrary asks the go command about the standard library.
func ListLibrary(ctx context.Context) (*Library, error) {
	roots, err := packages.Load(&packages.Config{
		Mode:    packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedTypesSizes,
		Context: ctx, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off"),
	}, program.Imports()...)
	if err != nil {
		return nil, fmt.Errorf("list the standard library: %w", err)
	}
	l := &Library{packages: map[string]*packages.Package{}}
	for p := range packages.Postorder(roots) {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("list the standard library: %s: %w", p.PkgPath, p.Errors[0])
		}
		l.packages[p.PkgPath] = p
	}
	return l, nil
}

// check type-checks packages of one file each, given by import path in the order of imports. A file is named after its package.
func (l *Library) check(paths []string, texts map[string][]byte) ([]*packages.Package, error) {
	known := maps.Clone(l.packages)
	for path, p := range known {
		c := *p // Check notes there what was read
		known[path] = &c
	}
	checker := load.Checker{
		Fset:   token.NewFileSet(),
		Read:   func(name string) ([]byte, error) { return texts[name], nil },
		Export: func(path string) string { return l.packages[path].ExportFile },
	}
	var all []*packages.Package
	for _, at := range paths {
		file := fileOf(at)
		f, err := parser.ParseFile(token.NewFileSet(), file, texts[file], parser.ImportsOnly)
		if err != nil {
			return nil, fmt.Errorf("generated program: %w", err)
		}
		p := &packages.Package{
			ID: at, PkgPath: at, Name: path.Base(at), GoFiles: []string{file}, CompiledGoFiles: []string{file},
			Imports: map[string]*packages.Package{}, TypesSizes: l.packages["sync"].TypesSizes, Module: &packages.Module{Path: path.Dir(at), Main: true, GoVersion: "1.26"},
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil || known[name] == nil {
				return nil, fmt.Errorf("generated program: %s imports %s", at, spec.Path.Value)
			}
			p.Imports[name] = known[name]
		}
		if err := checker.Check(p, true); err != nil {
			return nil, err
		}
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("generated program: %w\n%s", p.Errors[0], texts[file])
		}
		known[at] = p
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return all, nil
}

// fileOf is the file of a package.
func fileOf(path string) string { return "/" + path + ".go" }
