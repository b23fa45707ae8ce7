package lsp

import (
	"context"
	"go/ast"
)

// lenses say above each function what became of it: the quiet mark of what is verified.
func (s *server) lenses(_ context.Context, p documentParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	lenses := []codeLens{}
	if b.known == nil {
		return lenses, nil
	}
	for _, d := range b.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if res, ok := b.known.functions[nameOf(fn)]; ok {
			at := spanOf(b.text, b.offset(fn.Name.Pos()), b.offset(fn.Name.End()))
			lenses = append(lenses, codeLens{at, command{Title: verdictText(res)}})
		}
	}
	return lenses, nil
}
