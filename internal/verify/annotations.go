package verify

import (
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/elementpointers"
	"github.com/calvin-go/calvin/desugar/gostatements"
	"github.com/calvin-go/calvin/desugar/inlining"
	"github.com/calvin-go/calvin/desugar/scalars"
	"github.com/calvin-go/calvin/desugar/unsafestrings"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// annotations are those of the matched packages, by import path.
type annotations = map[string]*annot.Package

// Annotations reads the annotations of the packages, by import path, without checking anything else. What is ill-formed is
// left out.
func Annotations(pkgs []*packages.Package) map[string]*annot.Package {
	all, _ := annotate(pkgs, nil)
	return all
}

// A Reading is what was read of the annotations of some packages.
type Reading struct {
	annots annotations
	// malformed has, by import path, what is ill-formed.
	malformed map[string][]*report.Diagnostic
	of        map[string]*packages.Package
}

// rewrite brings the syntax of the packages into the form that is checked. Unseen are those that it has not had before.
func rewrite(pkgs, unseen []*packages.Package) {
	inlining.Replace(unseen)
	gostatements.Wrap(pkgs)
	unsafestrings.Rewrite(pkgs, unseen)
	elementpointers.Replace(unseen)
	scalars.Replace(unseen)
}

// Read rewrites the packages as Run wants them, and reads their annotations. What an earlier reading has is not read
// again of packages that are the same, and that import only such.
func Read(pkgs []*packages.Package, earlier *Reading) *Reading {
	now := &Reading{malformed: map[string][]*report.Diagnostic{}, of: map[string]*packages.Package{}}
	known := annotations{}
	var unseen []*packages.Package // somebody may be reading the syntax of the rest
	for _, p := range pkgs {
		now.of[p.PkgPath] = p
		if earlier != nil && earlier.of[p.PkgPath] == p {
			known[p.PkgPath] = earlier.annots[p.PkgPath]
		} else {
			unseen = append(unseen, p)
		}
	}
	rewrite(pkgs, unseen)
	var found []*report.Diagnostic
	now.annots, found = annotateAgain(known, pkgs, nil)
	for _, d := range found {
		now.malformed[d.Package] = append(now.malformed[d.Package], d)
	}
	for path, a := range now.annots {
		if known[path] == a {
			now.malformed[path] = earlier.malformed[path]
		}
	}
	return now
}

// Annotations returns the annotations by import path.
func (r *Reading) Annotations() map[string]*annot.Package { return r.annots }

// fresh returns the annotations, for a run that notes in them what is asked, and what is ill-formed.
func (r *Reading) fresh(pkgs []*packages.Package) (annotations, []*report.Diagnostic) {
	all := annotations{}
	var malformed []*report.Diagnostic
	for _, p := range pkgs {
		own := *r.annots[p.PkgPath]
		all[p.PkgPath] = &own
		malformed = append(malformed, copies(r.malformed[p.PkgPath])...)
	}
	return all, malformed
}

// annotate reads the annotations of the packages, and those inferred for some by import path, and returns a finding for each
// that is ill-formed. A package comes after those that it imports, whose pure functions its annotations may call. Inferred annotations that
// mean nothing are taken out.
func annotate(pkgs []*packages.Package, inferred map[string][]annot.Inferred) (annotations, []*report.Diagnostic) {
	return annotateAgain(nil, pkgs, inferred)
}

// annotateAgain is annotate where the annotations without those inferred are known; about what is ill-formed in those
// it says nothing. It reads those again of packages for which something is inferred, and of those that import one.
func annotateAgain(known annotations, pkgs []*packages.Package, inferred map[string][]annot.Inferred) (annotations, []*report.Diagnostic) {
	matched := map[*packages.Package]bool{}
	for _, p := range pkgs {
		matched[p] = true
	}
	all := annotations{}
	var malformed []*report.Diagnostic
	again := map[*packages.Package]bool{}
	for p := range packages.Postorder(pkgs) {
		_, own := inferred[p.PkgPath]
		again[p] = known[p.PkgPath] == nil && matched[p] || own
		for _, dep := range p.Imports {
			again[p] = again[p] || again[dep]
		}
		if !matched[p] {
			continue
		}
		if !again[p] {
			all[p.PkgPath] = known[p.PkgPath]
			continue
		}
		src := annot.Source{
			Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Imports: all, Inferred: inferred[p.PkgPath],
		}
		a, errs := annot.Check(src)
		for i := slices.IndexFunc(errs, isInferred); i >= 0; i = slices.IndexFunc(errs, isInferred) {
			src.Inferred = slices.DeleteFunc(src.Inferred, func(inf annot.Inferred) bool { return inf.Object == errs[i].Inferred })
			a, errs = annot.Check(src)
		}
		if len(errs) > 0 && len(src.Inferred) > 0 { // what is inferred contradicts what is written, which counts
			src.Inferred = []annot.Inferred{}
			a, errs = annot.Check(src)
		}
		if src.Inferred != nil {
			inferred[p.PkgPath] = src.Inferred
		}
		all[p.PkgPath] = a
		for _, e := range errs {
			malformed = append(malformed, report.FromAnnotation(p.PkgPath, p.Fset, e))
		}
	}
	return all, malformed
}

func isInferred(err *annot.Error) bool { return err.Inferred != nil }

// wellFormed leaves out the packages with ill-formed annotations, and those that import them.
func wellFormed(pkgs []*packages.Package, malformed []*report.Diagnostic) []*packages.Package {
	faulty := map[string]bool{}
	for _, d := range malformed {
		faulty[d.Package] = true
	}
	if faulty[""] { // a contract file of which not even the package is known
		return nil
	}
	rests := map[*packages.Package]bool{}
	for p := range packages.Postorder(pkgs) {
		rests[p] = faulty[p.PkgPath]
		for _, imported := range p.Imports {
			rests[p] = rests[p] || rests[imported]
		}
	}
	var sound []*packages.Package
	for _, p := range pkgs {
		if !rests[p] {
			sound = append(sound, p)
		}
	}
	return sound
}

// packageSpan is where findings about a whole package stand: its first package clause.
func packageSpan(p *packages.Package) ir.Span {
	if len(p.Syntax) == 0 {
		return ir.Span{}
	}
	f := p.Syntax[0]
	return ir.Span{Start: p.Fset.Position(f.Package), End: p.Fset.Position(f.Name.End())}
}
