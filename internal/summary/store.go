package summary

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/load"
)

// A Set has the summaries of the packages of a listing, and reads those of a package when they are asked for. It may be used by
// many goroutines at once.
type Set struct {
	store    *cache.Store
	mu       sync.Mutex
	keys     map[string]cache.Key
	embedded map[string]string // the hashes of sources of which the summaries are part of the program
	contents map[string]*contents
}

// contents are the summaries of a package.
type contents struct {
	Types     []string          // whose methods are all known
	Constants map[string]string // see constants.go
	Functions map[string]*Summary
}

// stored is how the cache has them.
type stored struct {
	*Summary
	Shape shape `json:"S"`
}

type storedContents struct {
	Embedded  string `json:",omitempty"` // if not empty there is nothing else: the summaries are those that are embedded for this source
	Types     []string
	Constants map[string]string
	Functions []stored
}

// Of returns the summaries of all packages that a listing has and that they import. Those that the store has are not computed anew.
func Of(ctx context.Context, l *load.Listing, store *cache.Store) (*Set, error) {
	return of(ctx, l, l.Roots(), store, nil)
}

// Among is Of for packages at some paths among those that a listing has and that they import, and for what these import
// in turn. Those of the standard library that are part of the program are not computed either.
func Among(ctx context.Context, l *load.Listing, paths []string, store *cache.Store) (*Set, error) {
	var roots []*packages.Package
	for p := range packages.Postorder(l.Roots()) {
		if slices.Contains(paths, p.PkgPath) {
			roots = append(roots, p)
		}
	}
	return of(ctx, l, roots, store, embeddedFor(l))
}

// of is Of for some packages; known, if not nil, has those that need not be computed.
func of(ctx context.Context, l *load.Listing, roots []*packages.Package, store *cache.Store, known *sources) (*Set, error) {
	s := &Set{store: store, keys: map[string]cache.Key{}, embedded: map[string]string{}, contents: map[string]*contents{}}
	var missing []*packages.Package // each after those that it imports
	for p := range packages.Postorder(roots) {
		if p.PkgPath == "unsafe" {
			continue
		}
		key, err := s.key(p)
		if err != nil {
			return nil, err
		}
		s.keys[p.PkgPath] = key
		switch {
		case store.Has(key):
		case known != nil && known.of(p) != "":
			s.embedded[p.PkgPath] = known.of(p)
			store.Put(key, storedContents{Embedded: known.of(p)}) // so that its source need not be read again; that it cannot be kept is no fault
		default:
			missing = append(missing, p)
		}
	}
	if err := s.summarise(ctx, l, missing); err != nil {
		return nil, err
	}
	return s, nil
}

// key returns the key of a package's summaries: what it is compiled to, and the keys of what it imports.
func (s *Set) key(p *packages.Package) (cache.Key, error) {
	h := cache.NewHash("summaries")
	h.Text(p.PkgPath)
	if load.NamesContent(p.ExportFile) {
		h.Text(p.ExportFile)
	} else if p.ExportFile != "" {
		data, err := os.ReadFile(p.ExportFile)
		if err != nil {
			return cache.Key{}, fmt.Errorf("read export data of %s: %w", p.PkgPath, err)
		}
		h.Text(string(data))
	} else {
		return cache.Key{}, nil // it does not compile
	}
	for _, path := range sortedKeys(p.Imports) {
		if path == "unsafe" {
			continue
		}
		key := s.keys[p.Imports[path].PkgPath]
		if key == (cache.Key{}) {
			return key, nil
		}
		h.Text(path, string(key[:]))
	}
	return h.Key(), nil
}

// Func returns the summary of the function that go/types calls name, of a generic one without its type parameters; nil if it is not known.
func (s *Set) Func(name string) *Summary {
	name = plainName(name)
	if sum := s.of(ownerOf(name)).Functions[name]; sum != nil {
		return sum
	}
	return intrinsic(name)
}

// ownerOf returns the path of the package that a function is summarised with.
func ownerOf(name string) string {
	name = plainName(name)
	if owner, _, ok := strings.Cut(name, "!"); ok {
		return owner
	}
	return packageOf(name)
}

// Package returns the summaries of a package, sorted by name.
func (s *Set) Package(path string) []*Summary {
	c := s.of(path)
	var list []*Summary
	for _, name := range sortedKeys(c.Functions) {
		list = append(list, c.Functions[name])
	}
	return list
}

// complete reports whether all methods of a type are known.
func (s *Set) complete(typ string) bool {
	_, found := slices.BinarySearch(s.of(packageOf(typ)).Types, typ)
	return found
}

// constant returns the type of what a variable always holds; see constants.go.
func (s *Set) constant(variable string) string { return s.of(packageOf(variable)).Constants[variable] }

// of returns the summaries of a package, none if there are none.
func (s *Set) of(path string) *contents {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.contents[path]; c != nil {
		return c
	}
	c := &contents{Functions: map[string]*Summary{}}
	read := s.read(path)
	c.Types, c.Constants = read.Types, read.Constants
	for _, f := range read.Functions {
		f.Summary.shape = f.Shape
		c.Functions[f.Name] = f.Summary
	}
	s.contents[path] = c
	return c
}

// read returns what is kept of a package, or embedded.
func (s *Set) read(path string) (read storedContents) {
	key, ok := s.keys[path]
	if !ok {
		return read
	}
	if s.embedded[path] == "" && s.store.Get(key, &read) {
		s.embedded[path] = read.Embedded
	}
	if s.embedded[path] != "" {
		read = readEmbedded(s.embedded[path])
	}
	return read
}

func (c *contents) stored() storedContents {
	out := storedContents{Types: c.Types, Constants: c.Constants}
	for _, name := range sortedKeys(c.Functions) {
		out.Functions = append(out.Functions, stored{c.Functions[name], c.Functions[name].shape})
	}
	return out
}
