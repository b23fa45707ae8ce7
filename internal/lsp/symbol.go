package lsp

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/calvin-go/calvin/annot"
)

// symbols are the contracts of a file: the functions, types and variables that have annotations, and these below them.
func (s *server) symbols(_ context.Context, p documentParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	comments := commentsOf(b.file, b.fset, b.text)
	symbols := []documentSymbol{}
	for _, d := range b.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			symbols = b.symbol(symbols, comments, nameOf(d), symbolFunction, d, d.Name, d.Doc)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				doc := d.Doc
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if d.Lparen.IsValid() {
						doc = s.Doc
					}
					symbols = b.symbol(symbols, comments, s.Name.Name, symbolStruct, s, s.Name, doc)
				case *ast.ValueSpec:
					if d.Lparen.IsValid() {
						doc = s.Doc
					}
					symbols = b.symbol(symbols, comments, s.Names[0].Name, symbolVariable, s, s.Names[0], doc)
				}
			}
		}
	}
	return symbols, nil
}

// symbol adds a declaration if there are annotations in it or in its comment.
func (b *buffer) symbol(to []documentSymbol, comments []comment, name string, kind int, n ast.Node, id *ast.Ident, doc *ast.CommentGroup) []documentSymbol {
	from, end := b.offset(n.Pos()), b.offset(n.End())
	if doc != nil {
		from = min(from, b.offset(doc.Pos()))
	}
	if i := strings.IndexByte(b.text[end:], '\n'); i >= 0 {
		end += i // an annotation may stand at the end of the line
	}
	sym := documentSymbol{Name: name, Kind: kind, Range: spanOf(b.text, from, end),
		SelectionRange: spanOf(b.text, b.offset(id.Pos()), b.offset(id.End()))}
	for _, c := range comments {
		if from <= c.from && c.to <= end {
			r := spanOf(b.text, c.from, c.to)
			sym.Children = append(sym.Children, documentSymbol{Name: c.verb, Detail: strings.TrimSpace(b.text[c.args:c.to]),
				Kind: symbolProperty, Range: r, SelectionRange: r})
		}
	}
	if len(sym.Children) == 0 {
		return to
	}
	return append(to, sym)
}

// workspaceSymbols are the names that annotations declare, of ghosts and of actions, in the packages of open files and
// in those of the same modules that these import. The names that code declares are the affair of the language server
// for Go.
func (s *server) workspaceSymbols(_ context.Context, p workspaceSymbolParams) (any, error) {
	s.mu.Lock()
	units := slices.Collect(maps.Values(s.units))
	s.mu.Unlock()
	found := []workspaceSymbol{}
	seen := map[location]bool{}
	for _, u := range units {
		known := u.known()
		if known == nil {
			continue
		}
		for _, d := range known.declared() {
			if !resembles(d.name, p.Query) {
				continue
			}
			at := known.pkg.Fset.Position(d.from)
			text, err := s.textOf(at.Filename)
			if err != nil {
				continue // the file is there no more
			}
			i := strings.Index(text[min(at.Offset, len(text)):], d.name)
			if i < 0 {
				continue // nor is the name
			}
			l := location{uriOf(at.Filename), spanOf(text, at.Offset+i, at.Offset+i+len(d.name))}
			if !seen[l] {
				seen[l] = true
				found = append(found, workspaceSymbol{Name: d.name, Kind: d.kind, Location: l, ContainerName: d.owner})
			}
		}
	}
	slices.SortFunc(found, func(a, b workspaceSymbol) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Location.URI, b.Location.URI), a.Location.Range.Start.Line-b.Location.Range.Start.Line)
	})
	return found, nil
}

// A declared is a name that an annotation declares: the first that reads so from a place on.
type declared struct {
	name  string
	kind  int
	owner string
	from  token.Pos
}

// declared lists the names that annotations declare, in no order.
func (s *snapshot) declared() []declared {
	var all []declared
	for _, p := range s.annots {
		for _, g := range p.Ghosts {
			owner := p.Types.Name()
			if g.Owner != nil {
				owner = g.Owner.Name()
			}
			all = append(all, declared{g.Var.Name(), symbolVariable, owner, g.Pos})
		}
		for fn, spec := range p.Funcs {
			all = append(all, actionsOf(fn.Name(), spec)...)
		}
	}
	return all
}

// actionsOf lists the names of the actions of a contract.
func actionsOf(owner string, spec *annot.FuncSpec) []declared {
	if spec.Performs == nil {
		return nil
	}
	var all []declared
	for _, a := range spec.Performs.Actions {
		if a.Name != "" && a.Start.IsValid() {
			all = append(all, declared{a.Name, symbolEvent, owner, a.Start})
		}
	}
	return all
}

// resembles reports whether a name has the letters of a query, in this order, whatever their case.
func resembles(name, query string) bool {
	for _, r := range query {
		i := strings.IndexFunc(name, func(c rune) bool { return unicode.ToLower(c) == unicode.ToLower(r) })
		if i < 0 {
			return false
		}
		_, size := utf8.DecodeRuneInString(name[i:])
		name = name[i+size:]
	}
	return true
}
