package singlethreaded

import (
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Functions returns those of the functions whose accesses nothing can disturb: functions of packages that import each other and of which
// all are single-threaded, if they use no variable that their callers cannot know of. All are functions whose
// instructions are at hand, and pkgs the packages that these are of.
//
// A function that calls one which uses such a variable is among them: the access is in the latter, and the variable leads
// nowhere.
func Functions(pkgs []*packages.Package, all []*ssa.Function) (found []*ssa.Function) {
	h := findHidden(pkgs)
	if h.leads {
		return nil
	}
	given := map[string]bool{}
	for _, p := range pkgs {
		given[p.PkgPath] = true
	}
	for _, fn := range all {
		declared := outermost(fn)
		obj, ok := declared.Object().(*types.Func)
		if given[pathOf(declared)] && !(ok && h.using[obj.Origin()]) {
			found = append(found, fn)
		}
	}
	return found
}

// outermost returns the declared function that a literal is in, of an instance the generic function.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn
}

// pathOf returns the import path of the package that a function is declared in.
func pathOf(fn *ssa.Function) string {
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path()
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		return obj.Pkg().Path()
	}
	return ""
}
