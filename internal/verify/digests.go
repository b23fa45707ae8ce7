package verify

import (
	"context"
	"encoding/hex"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
)

// A Digest names what is checked of one function, or of the annotations of a package, whose Function is empty. Whatever
// has the same sum has the same findings. The sum is empty of a function too large for that, and where a bug of calvin,
// which Run reports, leaves nothing to check.
type Digest struct {
	Package, Function string
	Start             token.Position
	Sum               string
}

// Digests returns the digests of all that Run checks in the packages: in those without annotations, if it is not asked for, only what
// touches annotated things. What a function is
// translated to depends on the other packages too: on whether one of them takes the address of a field, say. So a digest
// tells whether a function has to be checked again among more packages. Nothing is derived for it from the source of others.
// Packages with ill-formed annotations have none.
func Digests(pkgs []*packages.Package, unannotated bool) (all []Digest, err error) {
	defer func() {
		if p := recover(); p != nil {
			all, err = nil, fmt.Errorf("build: %v", p)
		}
	}()
	annots, malformed := annotate(pkgs, nil)
	whole := func(p *packages.Package) bool { return unannotated || annots[p.PkgPath].Annotated }
	concerned := func(p *packages.Package) bool { return whole(p) || importsAnnotated(p, annots) }
	if len(malformed) > 0 || !slices.ContainsFunc(pkgs, concerned) {
		return nil, nil
	}
	progs, err := build(pkgs, annots, desugar.Others{})
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if !concerned(p) {
			continue
		}
		prog := progs[p.PkgPath]
		if whole(p) {
			all = append(all, digestOf(p.PkgPath, "", packageSpan(p), func() *ir.Func { return prog.Declarations(p.PkgPath) }))
		}
		for _, fn := range functionsOf(prog, p.PkgPath, !whole(p)) {
			all = append(all, digestOf(fn.Package, fn.Name, fn.Span, func() *ir.Func {
				f, err := prog.Translate(context.Background(), fn)
				if err != nil { // it has no other
					panic(err)
				}
				return f
			}))
		}
	}
	return all, nil
}

func digestOf(pkg, function string, at ir.Span, translate func() *ir.Func) (result Digest) {
	result = Digest{Package: pkg, Function: function, Start: at.Start}
	defer func() { recover() }()
	if sum, ok := ir.Digest(ir.Exact, pkg, function, at.Start, translate()); ok {
		result.Sum = hex.EncodeToString(sum[:16])
	}
	return result
}
