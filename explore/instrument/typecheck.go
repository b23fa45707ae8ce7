package instrument

import (
	"context"
	"go/token"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// check parses and type-checks packages, which come after those that they import; of those that are not wanted, no
// bodies of functions. That packages.Load does not do it saves having the go command compile the tests as they are,
// which takes as long again as compiling them instrumented.
func (c Config) check(ctx context.Context, fset *token.FileSet, source, wanted []*packages.Package) error {
	exports, err := c.exports(ctx, source)
	if err != nil {
		return err
	}
	k := &load.Checker{Fset: fset, Read: os.ReadFile, Export: func(path string) string { return exports[path] }}
	for _, p := range source {
		if err := k.Check(p, slices.Contains(wanted, p)); err != nil {
			return err
		}
	}
	_, err = load.Checked(ctx, load.Config{Dir: c.Dir, Tags: c.Tags}, nil, source, nil)
	return err
}

// exports finds the export data of what the packages import and is not among them, by import path.
func (c Config) exports(ctx context.Context, source []*packages.Package) (map[string]string, error) {
	paths := map[string]bool{}
	for _, p := range source {
		for _, dep := range p.Imports {
			if dep.PkgPath != "unsafe" && dep.PkgPath != "C" && !slices.Contains(source, dep) {
				paths[dep.PkgPath] = true
			}
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	deps, err := c.load(ctx, packages.NeedName|packages.NeedExportFile, false, slices.Sorted(maps.Keys(paths)))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, p := range deps {
		files[p.PkgPath] = p.ExportFile
	}
	return files, nil
}
