package lsp

import (
	"cmp"
	"context"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// A symbol is what a name stands for, in code or in an annotation.
type symbol struct {
	obj types.Object // nil for what only an annotation knows: then use says what it is
	key declaration  // of obj
	use annot.Use
}

// A declaration tells objects apart, whichever time their package was type-checked.
type declaration struct {
	at   token.Position
	name string
}

func declarationOf(fset *token.FileSet, obj types.Object) declaration {
	if obj.Pkg() == nil {
		return declaration{token.Position{}, obj.Name()} // one of Go's own
	}
	at := fset.Position(obj.Pos())
	at.Offset = 0 // export data has none
	return declaration{at, obj.Name()}
}

// origin is the declared field or method of an instance of a generic type.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Origin()
	case *types.Func:
		return obj.Origin()
	}
	return obj
}

// symbolAt is what the name at a place stands for; inside: it stands in an annotation.
func (b *buffer) symbolAt(at int) (s symbol, inside, ok bool) {
	if u, ok := b.use(at); ok {
		if u.IsWord() {
			return symbol{}, true, false
		}
		s := symbol{obj: u.Object, use: u.Use}
		if u.Object != nil {
			s.key = declarationOf(b.known.pkg.Fset, u.Object)
		}
		return s, true, true
	}
	if _, inside := b.under(at); inside {
		return symbol{}, true, false
	}
	obj, _, _ := b.object(at, false)
	if obj == nil {
		return symbol{}, false, false
	}
	obj = origin(obj)
	return symbol{obj: obj, key: declarationOf(b.known.pkg.Fset, obj)}, false, true
}

// in reports whether a name in an annotation stands for the symbol.
func (s symbol) in(fset *token.FileSet, u annot.Use) bool {
	if s.obj == nil {
		return s.use.Same(u)
	}
	return u.Object != nil && u.Name == s.key.name && declarationOf(fset, u.Object) == s.key
}

// isGhost reports whether annotations declare the symbol, and code does not know it.
func (s symbol) isGhost(known *snapshot) bool {
	if s.obj == nil {
		return true
	}
	if s.obj.Pkg() == nil || known.annots[s.obj.Pkg().Path()] == nil {
		return false
	}
	return slices.ContainsFunc(known.annots[s.obj.Pkg().Path()].Ghosts, func(g *annot.Ghost) bool { return g.Var.Pos() == s.obj.Pos() })
}

// elsewhere reports whether packages that import the symbol's may name it.
func (s symbol) elsewhere(known *snapshot) bool {
	if s.obj == nil || s.obj.Pkg() == nil || !s.obj.Exported() || s.isGhost(known) {
		return false // annotations of other packages cannot name a ghost
	}
	v, isVar := s.obj.(*types.Var)
	return !isVar || v.IsField() || s.obj.Parent() == s.obj.Pkg().Scope()
}

// An occurrence is where a name stands in a file.
type occurrence struct {
	path     string
	from, to int
}

// A world is a set of packages that were type-checked together, with their annotations.
type world struct {
	annots map[string]*annot.Package
	names  *names
	read   func(path string) (string, error)
}

// occurrences lists where the symbol stands in annotations, and, if code is set, in code, of the packages.
func (s symbol) occurrences(w world, pkgs []*packages.Package, code bool) []occurrence {
	var all []occurrence
	for _, p := range pkgs {
		add := func(from token.Pos, size int) {
			at := p.Fset.PositionFor(from, false)
			all = append(all, occurrence{at.Filename, at.Offset, at.Offset + size})
		}
		known := &snapshot{annots: w.annots, names: w.names}
		for _, u := range known.uses(p) {
			if s.in(p.Fset, u) {
				add(u.Start, int(u.End-u.Start))
			}
		}
		if !code || s.obj == nil || p.TypesInfo == nil {
			continue
		}
		for id, obj := range p.TypesInfo.Uses {
			if id.Name == s.key.name && declarationOf(p.Fset, origin(obj)) == s.key {
				add(id.Pos(), len(id.Name))
			}
		}
		for id, obj := range p.TypesInfo.Defs {
			if obj != nil && id.Name == s.key.name && declarationOf(p.Fset, origin(obj)) == s.key {
				add(id.Pos(), len(id.Name))
			}
		}
	}
	slices.SortFunc(all, func(a, b occurrence) int { return cmp.Or(cmp.Compare(a.path, b.path), a.from-b.from, a.to-b.to) })
	return slices.Compact(all)
}

// everywhere lists the occurrences of a symbol in the packages that are known, and in those that import it.
func (b *buffer) everywhere(ctx context.Context, sv *server, s symbol, code bool) []occurrence {
	all := s.occurrences(world{annots: b.known.annots, names: b.known.names}, b.known.pkgs, code)
	if !s.elsewhere(b.known) {
		return all
	}
	w, more, err := sv.dependents(ctx, b.known.pkg, s.obj.Pkg().Path(), b.known.pkgs)
	if err != nil { // they may not compile: what is known is better than nothing
		sv.log("packages that import %s: %v", s.obj.Pkg().Path(), err)
	}
	return append(all, s.occurrences(w, more, code)...)
}

// references lists the names in annotations that stand for what the name at a place does. The language server for Go knows those in
// code; asked inside an annotation it knows nothing, so there they are listed too.
func (s *server) references(ctx context.Context, p referenceParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	sym, inside, ok := b.symbolAt(offset(b.text, p.Position))
	if !ok {
		return []location{}, nil
	}
	locations := []location{}
	for _, o := range b.everywhere(ctx, s, sym, inside) {
		if !p.Context.IncludeDeclaration && sym.declaredAt(b.known, o) {
			continue
		}
		text, err := s.textOf(o.path)
		if err != nil {
			return nil, err
		}
		locations = append(locations, location{uriOf(o.path), spanOf(text, o.from, o.to)})
	}
	return locations, nil
}

// declaredAt reports whether an occurrence is the declaration.
func (s symbol) declaredAt(known *snapshot, o occurrence) bool {
	var at token.Position
	switch {
	case s.obj != nil:
		return s.key.at.Filename == o.path && known.pkg.Fset.Position(s.obj.Pos()).Offset == o.from
	case s.use.Bound != nil:
		at = known.pkg.Fset.Position(s.use.Bound.Pos)
	default:
		return false
	}
	return at.Filename == o.path && at.Offset == o.from
}

// highlights lists the names in annotations of this file that stand for what the name at a place does, and inside an annotation those in
// code.
func (s *server) highlights(_ context.Context, p positionParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	found := []highlight{}
	sym, inside, ok := b.symbolAt(offset(b.text, p.Position))
	if !ok || b.known.texts[b.path] != b.text {
		return found, nil
	}
	w := world{annots: b.known.annots, names: b.known.names}
	for _, o := range sym.occurrences(w, []*packages.Package{b.known.pkg}, inside) {
		if o.path == b.path {
			found = append(found, highlight{spanOf(b.text, o.from, o.to)})
		}
	}
	return found, nil
}
