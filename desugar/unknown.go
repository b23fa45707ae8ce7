package desugar

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/library"
)

// Unknown lists the functions and methods of other packages that the packages name and of which no table says anything, as go/types
// names them, by the paths of their packages.
func Unknown(pkgs []*packages.Package) map[string][]string {
	ours := map[string]bool{}
	for _, p := range pkgs {
		ours[p.PkgPath] = true
	}
	named := map[string]map[string]bool{}
	for _, p := range pkgs {
		for _, obj := range p.TypesInfo.Uses {
			fn, ok := obj.(*types.Func)
			if !ok || fn.Pkg() == nil || ours[fn.Pkg().Path()] || !isUnknown(fn.Origin()) {
				continue
			}
			path := fn.Pkg().Path()
			if named[path] == nil {
				named[path] = map[string]bool{}
			}
			named[path][fn.Origin().FullName()] = true
		}
	}
	unknown := map[string][]string{}
	for path, names := range named {
		unknown[path] = slices.Sorted(maps.Keys(names))
	}
	return unknown
}

// translated are the packages of which calls are translated one by one, and those that no source tells of.
var translated = []string{"reflect", "runtime", "sync", "sync/atomic", "testing", "unsafe"}

// HasModel reports whether calls of a function are translated in a way of their own.
func HasModel(fn *types.Func) bool {
	_, handled := handlings[fn.FullName()]
	_, ends := endings[fn.FullName()]
	return standardLibrary()[fn.FullName()] != nil || handled || ends || sequenceOf(fn.FullName()) != nil ||
		fn.Pkg() != nil && slices.Contains(translated, fn.Pkg().Path()) || analysis.IsTrustedMethod(fn) || analysis.LockMethod(fn)
}

// isUnknown reports whether no table says anything of a function.
func isUnknown(fn *types.Func) bool {
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return false // no source says what that does
	}
	name := fn.FullName()
	_, handled := handlings[name]
	_, ends := endings[name]
	return !handled && !ends && library.Of(name) == nil && !slices.Contains(translated, fn.Pkg().Path())
}
