package lsp

import (
	"context"
	"go/ast"
	"strings"
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
