package verify

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/library"
	"github.com/calvin-go/calvin/load"
)

// derive finds what the source of other packages says of those of their functions that the packages name and of which
// no table says anything. Only what has such functions is read, with all that it imports; where there are none this
// costs nothing.
func (r *run) derive(ctx context.Context, pkgs []*packages.Package) error {
	if r.listing == nil {
		return nil
	}
	unknown := desugar.Unknown(pkgs)
	for _, path := range importers(r.listing, pkgs) {
		delete(unknown, path)
	}
	r.others.Derived = map[string]*library.Row{}
	r.leaveSilent(unknown)
	if len(unknown) == 0 {
		return nil
	}
	set, err := summary.Among(ctx, r.listing, slices.Sorted(maps.Keys(unknown)), r.opts.Cache)
	if err != nil {
		return ctx.Err() // what cannot be read says nothing
	}
	for path, names := range unknown {
		for _, name := range names {
			if row := derivedRow(set, path, name); row != nil {
				r.others.Derived[name] = row
			}
		}
	}
	return nil
}

// leaveSilent takes the rows of functions of which the source is known to tell nothing, and leaves these out: where
// there are no others their packages need not be read.
func (r *run) leaveSilent(unknown map[string][]string) {
	for path, names := range unknown {
		for _, text := range summary.Silent(path) {
			if row, err := library.Parse(path, text); err == nil && slices.Contains(names, row.Name) {
				r.others.Derived[row.Name] = row
				names = slices.DeleteFunc(names, func(name string) bool { return name == row.Name })
			}
		}
		if unknown[path] = names; len(names) == 0 {
			delete(unknown, path)
		}
	}
}

// importers lists the packages of a listing that import one of pkgs, through whatever lies between. Their functions may run code that is
// checked: what a summary says of reads and locks there is not enough.
func importers(l *load.Listing, pkgs []*packages.Package) (paths []string) {
	leads := map[string]bool{}
	for _, p := range pkgs {
		leads[p.PkgPath] = true
	}
	for p := range packages.Postorder(l.Roots()) {
		for _, dep := range p.Imports {
			if leads[dep.PkgPath] {
				leads[p.PkgPath] = true
			}
		}
		if leads[p.PkgPath] {
			paths = append(paths, p.PkgPath)
		}
	}
	return paths
}

// derivedRow returns the row that a summary writes; nil if there is no summary, or none that a row can tell.
func derivedRow(set *summary.Set, path, name string) *library.Row {
	sum := set.Func(name)
	if sum == nil {
		return nil
	}
	row, err := library.Parse(path, sum.Row())
	if err != nil {
		return nil
	}
	return row
}
