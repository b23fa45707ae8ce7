// Package digest takes what was found of a program, and gives for each package a hash of all that the translation of its
// functions depends on. If an edit leaves the hash of a package as it was, its functions need not be translated again.
//
// A translation depends on declarations and annotations of any package, on the facts, and on the bodies of functions. It
// gets to the body of a function of another package in three ways: by its name, in what the package imports; by the name
// of a method that is called through an interface; or from a fact whose value is a function, as where a variable keeps
// one. So there are four parts:
//
//   - the text of all packages without the bodies of functions that have no annotations in them
//   - all facts that are not about one function
//   - the text of the package, of what it imports, and of the packages of functions that it may reach by methods or facts
//   - the facts about functions of these packages
//
// The files, each using those before it:
//
//	places.go  positions that an edit elsewhere does not change
//	facts.go   facts, written out
//	reach.go   packages whose functions others may reach
//	digest.go  the four parts as one hash
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"go/types"
	"hash"
	"io"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// Sources give the texts that were parsed.
type Sources struct {
	Text func(file string) ([]byte, error)
	// MayAnnotate reports whether there may be an annotation in a text.
	MayAnnotate func(text []byte) bool
	// NamesContent reports whether a file of export data is named by a hash of what is in it.
	NamesContent func(file string) bool
}

// A Sum is the hash of what the translations of a package's functions depend on.
type Sum = [sha256.Size]byte

// Packages returns the sums of the packages of the program, by import path; also is whatever else was found. An error says why
// there are none: sources that are no longer what was parsed, or export data that no hash names.
func Packages(facts *analysis.Facts, sources Sources, also string) (map[string]Sum, error) {
	var pkgs []*packages.Package
	for _, path := range facts.Paths {
		pkgs = append(pkgs, facts.Packages[path].Syntax())
	}
	w := &writer{facts: facts, places: newPlaces(facts.Fset, pkgs), lines: map[string][]string{}, leads: map[string]map[string]bool{},
		functions: map[*ssa.Function]string{}, types: map[types.Type]string{}}
	if err := w.write(); err != nil {
		return nil, err
	}
	shared := sha256.New()
	part(shared, also)
	whole, err := texts(shared, w.places, pkgs, sources)
	if err != nil {
		return nil, err
	}
	found := w.sums()
	part(shared, found[everyone])
	base := string(shared.Sum(nil))
	sums := map[string]Sum{}
	for path, reached := range reach(facts, pkgs, w.leads) {
		h := sha256.New()
		part(h, base, path)
		for _, other := range reached {
			part(h, other, whole[other], found[other])
		}
		sums[path] = Sum(h.Sum(nil))
	}
	return sums, nil
}

// Outside returns the hash of what packages say outside the bodies of functions without annotations, and of all that
// they import beside each other, and by import path the hash of the whole text of each. An error says why there are
// none, as for Packages.
func Outside(pkgs []*packages.Package, sources Sources) (outside Sum, whole map[string]string, err error) {
	h := sha256.New()
	if whole, err = texts(h, newPlaces(pkgs[0].Fset, pkgs), pkgs, sources); err != nil {
		return Sum{}, nil, err
	}
	return Sum(h.Sum(nil)), whole, nil
}

// texts adds to a hash what packages say outside of bodies, and what they import beside each other. It returns the
// hashes of all that each says, by import path.
func texts(outside hash.Hash, places *places, pkgs []*packages.Package, sources Sources) (map[string]string, error) {
	whole := map[string]string{}
	for _, p := range pkgs {
		part(outside, p.PkgPath, p.Name, fmt.Sprintf("%T%v", p.TypesSizes, p.TypesSizes))
		if p.Module != nil {
			part(outside, p.Module.GoVersion)
		}
		h := sha256.New()
		for _, name := range slices.Concat(p.CompiledGoFiles, p.OtherFiles) {
			text, err := sources.Text(name)
			if err != nil {
				return nil, fmt.Errorf("read package %s: %w", p.PkgPath, err)
			}
			declared, err := places.declarations(name, text, sources.MayAnnotate)
			if err != nil {
				return nil, err
			}
			part(outside, name, declared)
			part(h, name, string(text))
		}
		whole[p.PkgPath] = string(h.Sum(nil))
	}
	return whole, imported(outside, pkgs, whole, sources)
}

// part adds strings to a hash; no two sequences of parts look the same.
func part(h hash.Hash, parts ...string) {
	for _, s := range parts {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(s))))
		io.WriteString(h, s)
	}
}

// imported adds what the packages import beside each other: export data, or sources without bodies.
func imported(h hash.Hash, pkgs []*packages.Package, among map[string]string, sources Sources) (err error) {
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		_, own := among[p.PkgPath]
		switch {
		case err != nil || own || p.PkgPath == "unsafe":
		case len(p.Syntax) > 0:
			for _, name := range p.CompiledGoFiles {
				text, e := sources.Text(name)
				if e != nil {
					err = fmt.Errorf("read package %s: %w", p.PkgPath, e)
					return
				}
				part(h, p.PkgPath, name, string(text))
			}
		case sources.NamesContent(p.ExportFile):
			part(h, p.PkgPath, p.ExportFile)
		default:
			err = fmt.Errorf("the export data of %s has no hash", p.PkgPath)
		}
	})
	return err
}
