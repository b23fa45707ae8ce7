package verify

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// What the checked functions rest on, and nobody checks in this run: the functions of packages that are at hand because
// checked ones import them keep to the annotations there, whether these are written or inferred.

// assumeUnchecked adds to the assumptions of functions what is said of the packages that theirs import, through whatever lies between.
func assumeUnchecked(results []report.FunctionResult, pkgs []*packages.Package, said map[string]ir.Note) {
	if len(said) == 0 {
		return
	}
	notes := map[string][]ir.Note{}
	for _, p := range pkgs {
		imports := map[string]bool{}
		eachImported(p, func(path string) { imports[path] = path != p.PkgPath })
		for _, q := range pkgs {
			if n, ok := said[q.PkgPath]; ok && imports[q.PkgPath] {
				notes[p.PkgPath] = append(notes[p.PkgPath], n)
			}
		}
	}
	for i := range results {
		results[i].Assumptions = slices.Concat(results[i].Assumptions, notes[results[i].Package])
	}
}

// unchecked has, by path, what is assumed of packages that are read and not checked.
func (r *run) unchecked(pkgs []*packages.Package) map[string]ir.Note {
	notes := map[string]ir.Note{}
	for _, p := range pkgs {
		a := r.annots[p.PkgPath]
		if r.given(p.PkgPath) || a == nil || !a.Annotated {
			continue
		}
		whose := "its annotations"
		if a.Inferred {
			whose = "the annotations that are inferred for it"
		}
		notes[p.PkgPath] = ir.Note{Span: packageSpan(p), Text: fmt.Sprintf("package %s is read and not checked here: its functions keep to %s, and to what is asked of all functions", p.PkgPath, whose)}
	}
	return notes
}
