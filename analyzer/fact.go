package analyzer

import (
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Sources is the fact about a package: all that its importers have to know of it and of what it imports in turn, so that
// they find what they would find with all sources at hand. Drivers pass on facts about direct imports only, and not all of
// these, so a fact is complete in itself.
//
// What is in it is sorted, and depends on nothing but the packages: build systems compare facts byte by byte.
type Sources struct {
	Packages []Package // at hand, and those between them; by path
	Outside  []Export  // what these import besides; by path
	Settled  []string  // digests of what was checked where the packages themselves were analyzed; sorted
	Found    []string  // where something was found in them, and its code; sorted
	// Failed says why the package could not be analyzed: then neither can its importers be.
	Failed string
}

// A Package is one that is read from source.
type Package struct {
	Path, Name string
	GoVersion  string // as in go.mod; empty if it is not known
	// AtHand: its annotations and bodies count. Otherwise only its types do: it is imported by a package at hand and imports
	// one, or there would be two of each type.
	AtHand    bool
	Annotated bool // it may have annotations
	Imports   []Import
	Files     []File
}

// An Import says which package an import path means.
type Import struct{ Written, Path string }

// A File is a source file; its text is compressed.
type File struct {
	Name string
	Text []byte
}

// An Export is a package that is not read from source: its types, as gcexportdata writes them, compressed.
type Export struct {
	Path, Name string
	Data       []byte
}

// AFact makes Sources a fact.
func (*Sources) AFact() {}

func (s *Sources) String() string {
	var paths []string
	for _, p := range s.Packages {
		paths = append(paths, p.Path)
	}
	return fmt.Sprintf("sources of %s", strings.Join(paths, ", "))
}

// A collection puts facts together. Packages that are in several are the same in each.
type collection struct {
	packages map[string]Package
	outside  map[string]Export
	settled  map[string]bool
	found    map[string]bool
}

func newCollection() *collection {
	return &collection{map[string]Package{}, map[string]Export{}, map[string]bool{}, map[string]bool{}}
}

func (c *collection) add(s *Sources) {
	for _, p := range s.Packages {
		c.packages[p.Path] = p
	}
	for _, e := range s.Outside {
		c.outside[e.Path] = e
	}
	for _, d := range s.Settled {
		c.settled[d] = true
	}
	for _, f := range s.Found {
		c.found[f] = true
	}
}

func (c *collection) fact() *Sources {
	return &Sources{
		Packages: slices.SortedFunc(maps.Values(c.packages), func(a, b Package) int { return cmp.Compare(a.Path, b.Path) }),
		Outside:  slices.SortedFunc(maps.Values(c.outside), func(a, b Export) int { return cmp.Compare(a.Path, b.Path) }),
		Settled:  slices.Sorted(maps.Keys(c.settled)),
		Found:    slices.Sorted(maps.Keys(c.found)),
	}
}

// annotated reports whether some package may have annotations.
func (c *collection) annotated() bool {
	for _, p := range c.packages {
		if p.Annotated {
			return true
		}
	}
	return false
}

func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func expand(data []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(data))) }
