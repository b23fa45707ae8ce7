package lsp

import (
	"context"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// tokenTypes is the legend of semantic tokens: what is in an annotation.
var tokenTypes = []string{"keyword", "variable", "number", "string", "operator", "function"}

const (
	tokenKeyword = iota
	tokenVariable
	tokenNumber
	tokenString
	tokenOperator
	tokenFunction
)

// tokens gives colour to what is inside annotations, which to the editor are comments.
func (s *server) tokens(_ context.Context, p documentParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	reserved := map[string]bool{}
	for _, w := range annot.Words() {
		reserved[w.Name] = !slices.Contains([]string{"integer", "seq", "set", "mmap", "skip"}, w.Name) // these are names elsewhere
	}
	for _, w := range []string{"nil", "true", "false"} {
		reserved[w] = true
	}
	out := semanticTokens{Data: []uint32{}}
	var last position
	add := func(from, to, kind int) {
		at := place(b.text, from)
		start := at.Character
		if at.Line == last.Line {
			start -= last.Character
		}
		out.Data = append(out.Data, uint32(at.Line-last.Line), uint32(start), uint32(units(b.text[from:to])), uint32(kind), 0)
		last = at
	}
	for _, c := range commentsOf(b.file, b.fset, b.text) {
		add(c.from+len("//"), c.from+len(annot.Prefix)-len(":"), tokenKeyword)
		if c.args > c.from+len(annot.Prefix) {
			add(c.from+len(annot.Prefix), c.args, tokenKeyword)
		}
		for _, t := range scanTokens(b.text[c.args:c.to], reserved) {
			add(c.args+t.from, c.args+t.to, t.kind)
		}
	}
	return out, nil
}

type scanned struct{ from, to, kind int }

// scanTokens finds the words of the arguments of an annotation. They are Go's, as are nearly all its operators.
func scanTokens(args string, reserved map[string]bool) []scanned {
	file := token.NewFileSet().AddFile("", 1, len(args))
	var sc scanner.Scanner
	sc.Init(file, []byte(args), nil, 0)
	var all []scanned
	for {
		pos, tok, lit := sc.Scan()
		at := file.Offset(pos)
		switch {
		case tok == token.EOF:
			return all
		case tok == token.SEMICOLON && lit == "\n", tok == token.ILLEGAL:
			continue
		case tok == token.IDENT && reserved[lit], tok.IsKeyword():
			all = append(all, scanned{at, at + len(lit), tokenKeyword})
		case tok == token.IDENT:
			kind := tokenVariable
			if strings.HasPrefix(args[at+len(lit):], "(") {
				kind = tokenFunction
			}
			all = append(all, scanned{at, at + len(lit), kind})
		case tok == token.INT:
			all = append(all, scanned{at, at + len(lit), tokenNumber})
		case tok.IsLiteral():
			all = append(all, scanned{at, at + len(lit), tokenString})
		case tok.IsOperator():
			if n := len(tok.String()); !strings.ContainsAny(tok.String(), "()[]{},.;") {
				all = append(all, scanned{at, at + n, tokenOperator})
			}
		}
	}
}
