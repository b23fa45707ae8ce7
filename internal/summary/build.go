package summary

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// summarise summarises packages that the store does not have, of which each comes after those that it imports: several
// at a time, as soon as what they import is done. What is found of a package depends on no order.
func (s *Set) summarise(ctx context.Context, l *load.Listing, missing []*packages.Package) error {
	if len(missing) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := map[*packages.Package]chan struct{}{} // closed at the end of each
	for _, p := range missing {
		done[p] = make(chan struct{})
	}
	next := make(chan *packages.Package)
	read := inTurns(l)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(missing)) {
		workers.Go(func() {
			b := newBuilder(l, s, read)
			for p := range next {
				if err := s.one(ctx, b, p, done); err != nil {
					cancel(err)
				}
				close(done[p])
			}
		})
	}
	// Workers wait for packages that were handed out before theirs alone, so that one of them always goes on.
	for _, p := range missing {
		next <- p
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// one summarises a package once all that it imports is done, and keeps what is found.
func (s *Set) one(ctx context.Context, b *builder, p *packages.Package, done map[*packages.Package]chan struct{}) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("summarise %s: %v", p.PkgPath, r)
		}
	}()
	for dep := range maps.Values(p.Imports) {
		if c := done[dep]; c != nil {
			<-c
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	c, err := b.summarise(p)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.contents[p.PkgPath] = c
	key := s.keys[p.PkgPath]
	s.mu.Unlock()
	return s.store.Put(key, c.stored())
}

// inTurns reads files of a listing for several goroutines.
func inTurns(l *load.Listing) func(name string) ([]byte, error) {
	var mu sync.Mutex
	return func(name string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		return l.Read(name)
	}
}

// A builder loads packages one by one. What it has read of others is its own.
type builder struct {
	checker load.Checker
	set     *Set
	copies  map[*packages.Package]*packages.Package
}

func newBuilder(l *load.Listing, s *Set, read func(name string) ([]byte, error)) *builder {
	exports := map[string]string{}
	for p := range packages.Postorder(l.Roots()) {
		exports[p.PkgPath] = p.ExportFile
	}
	b := &builder{set: s, copies: map[*packages.Package]*packages.Package{}}
	b.checker = load.Checker{Fset: token.NewFileSet(), Read: read, Export: func(path string) string { return exports[path] }}
	return b
}

// summarise summarises a package. One that does not type-check has no summaries.
func (b *builder) summarise(p *packages.Package) (*contents, error) {
	c := &contents{Functions: map[string]*Summary{}}
	if p.PkgPath == "runtime" || strings.HasPrefix(p.PkgPath, "internal/runtime/") {
		return c, nil // which no Go code describes
	}
	own := *p
	own.Imports = map[string]*packages.Package{}
	for path, dep := range p.Imports {
		if b.copies[dep] == nil {
			shallow := *dep
			b.copies[dep] = &shallow
		}
		own.Imports[path] = b.copies[dep]
	}
	if err := b.checker.Check(&own, true); err != nil {
		return nil, err
	}
	if own.IllTyped {
		return c, nil
	}
	return summarise(&own, newImports(b.set, p))
}

// imports are the summaries of what a package imports, through whatever lies between. What else is known depends on which packages are
// done, and is no part of the key under which its own are kept.
type imports struct {
	set   *Set
	paths map[string]bool
}

func newImports(s *Set, p *packages.Package) *imports {
	i := &imports{s, map[string]bool{}}
	for dep := range packages.Postorder([]*packages.Package{p}) {
		i.paths[dep.PkgPath] = dep != p
	}
	return i
}

func (i *imports) Func(key string) *Summary {
	if !i.paths[ownerOf(key)] {
		return intrinsic(plainName(key))
	}
	return i.set.Func(key)
}

func (i *imports) complete(typ string) bool { return i.paths[packageOf(typ)] && i.set.complete(typ) }

func (i *imports) constant(variable string) string {
	if !i.paths[packageOf(variable)] {
		return ""
	}
	return i.set.constant(variable)
}
