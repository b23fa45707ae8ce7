package verify

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/desugar/singlethreaded"
	"github.com/calvin-go/calvin/ir"
)

// A parser, or a command that reads a file and writes another, has no goroutines. Its functions access what their callers pass
// them, and nothing can happen to that meanwhile. So there is nothing to prove of them where nothing is written and nobody asks
// about panics, and no precondition to find that a caller could miss.

// findSingleThreaded finds the functions of single-threaded code.
func (r *run) findSingleThreaded(pkgs []*packages.Package) {
	r.single = map[*ssa.Function]bool{}
	if r.opts.All || r.opts.Panics || len(r.files) > 0 {
		return
	}
	source := singlethreaded.Source{}
	if r.listing != nil {
		listed := map[string]*packages.Package{}
		packages.Visit(r.listing.Roots(), nil, func(p *packages.Package) { listed[p.PkgPath] = p })
		source.Package, source.Read = func(path string) *packages.Package { return listed[path] }, r.listing.Read
	}
	for _, part := range components(pkgs) {
		if slices.ContainsFunc(part, r.isWritten) || !singlethreaded.Are(part, source) {
			continue
		}
		all := slices.Collect(r.progs[part[0].PkgPath].AllFunctions())
		for _, fn := range singlethreaded.Functions(part, all) {
			r.single[fn] = true
		}
	}
}

// isWritten reports whether somebody has written an annotation in a package.
func (r *run) isWritten(p *packages.Package) bool {
	a := r.annots[p.PkgPath]
	return a != nil && a.Annotated && !a.Inferred
}

// isSingleThreaded reports whether nothing is to be proved of a function, as no other goroutine can be at what it accesses.
func (r *run) isSingleThreaded(fn *desugar.Function) bool {
	return fn.Refines == nil && fn.Fn != nil && !fn.Trusted && !fn.Outside && r.single[fn.Fn]
}

// assumedAlone is what is assumed of callers of a function that runs while nothing else does.
func (r *run) assumedAlone(fn *desugar.Function) []ir.Note {
	p := r.progs[fn.Package].Packages[fn.Package].Syntax()
	text := fmt.Sprintf("package %s starts no goroutine: who calls its functions lets no other goroutine use what it passes to them meanwhile, nor exported variables of the package", fn.Package)
	if p.Name == "main" {
		text = "functions of the standard library that a command without goroutines calls run none of its functions in another goroutine"
	}
	checks := r.opts.Checks
	checks.Panics = false // nobody asks
	return append([]ir.Note{{Span: packageSpan(p), Text: text}}, checks.assumptions()...)
}
