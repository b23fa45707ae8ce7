package digest

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// reach returns for each package those whose functions its own may reach, itself among them, sorted. Leads are the
// packages to whose functions facts about others lead; what facts lead to that are about none anybody may reach.
func reach(facts *analysis.Facts, pkgs []*packages.Package, leads map[string]map[string]bool) map[string][]string {
	imports := map[string][]string{}
	for _, p := range pkgs {
		packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) {
			if facts.Packages[q.PkgPath] != nil {
				imports[p.PkgPath] = append(imports[p.PkgPath], q.PkgPath)
			}
		})
	}
	called, methods := methodNames(facts)
	all := map[string][]string{}
	for _, p := range pkgs {
		reached := map[string]bool{}
		var add func(path string)
		add = func(path string) {
			if reached[path] {
				return
			}
			reached[path] = true
			for _, q := range imports[path] {
				add(q)
			}
			for q := range leads[path] {
				add(q)
			}
			for name := range called[path] {
				for _, q := range methods[name] {
					add(q)
				}
			}
		}
		add(everyone)
		add(p.PkgPath)
		delete(reached, everyone)
		all[p.PkgPath] = slices.Sorted(maps.Keys(reached))
	}
	return all
}

// methodNames returns the names of methods that the functions of each package call through interfaces, and the packages that
// declare a method of each name.
func methodNames(facts *analysis.Facts) (called map[string]map[string]bool, methods map[string][]string) {
	called, methods = map[string]map[string]bool{}, map[string][]string{}
	for fn := range facts.AllFunctions() {
		home := everyone
		if info := facts.InfoOf(fn); info != nil {
			home = info.Ssa.Pkg.Path()
		}
		if called[home] == nil {
			called[home] = map[string]bool{}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
					called[home][call.Common().Method.Name()] = true
				}
			}
		}
	}
	for _, path := range facts.Paths {
		for _, obj := range facts.Packages[path].Syntax().TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil && !slices.Contains(methods[fn.Name()], path) {
				methods[fn.Name()] = append(methods[fn.Name()], path)
			}
		}
	}
	return called, methods
}
