package lsp

import (
	"context"
	"go/ast"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// lenses say above each function what became of it: the quiet mark of what is verified. Beside what is not they show
// the execution, and look for it in the tests of the package; above a test they explore it.
func (s *server) lenses(_ context.Context, p documentParams) (any, error) {
	b, err := s.buffer(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	lenses := []codeLens{}
	for _, d := range b.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		at := spanOf(b.text, b.offset(fn.Name.Pos()), b.offset(fn.Name.End()))
		if b.known != nil {
			if res, ok := b.known.functions[nameOf(fn)]; ok {
				lenses = append(lenses, codeLens{at, command{Title: verdictText(res)}})
			}
		}
		for _, c := range s.offers(b, fn) {
			lenses = append(lenses, codeLens{at, c})
		}
	}
	return lenses, nil
}

// offers are the commands about a function.
func (s *server) offers(b *buffer, fn *ast.FuncDecl) []command {
	uri := uriOf(b.path)
	if isTest(b.path, fn) {
		if s.config.Explore == nil {
			return nil
		}
		return []command{{Title: "explore this test", Command: exploreCommand, Arguments: []any{uri, fn.Name.Name}}}
	}
	var offers []command
	if b.known == nil {
		return nil
	}
	found := b.known.findingsOf(nameOf(fn))
	if s.config.NewPage != nil && hasTrace(found) {
		offers = append(offers, command{Title: "show the execution", Command: showCommand, Arguments: []any{uri, nameOf(fn)}})
	}
	if s.config.Explore != nil && len(found) > 0 && hasTests(filepath.Dir(b.path)) {
		offers = append(offers, command{Title: "look for it in the tests", Command: confirmCommand, Arguments: []any{uri, nameOf(fn)}})
	}
	return offers
}

// isTest reports whether go test runs a function as a test.
func isTest(path string, fn *ast.FuncDecl) bool {
	rest, ok := strings.CutPrefix(fn.Name.Name, "Test")
	lower := rest != "" && 'a' <= rest[0] && rest[0] <= 'z'
	return ok && !lower && strings.HasSuffix(path, "_test.go") && fn.Recv == nil && fn.Type.Params.NumFields() == 1 && fn.Name.Name != "TestMain"
}

// hasTests reports whether there are test files in a directory.
func hasTests(dir string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return err == nil && len(files) > 0
}

// findingsOf are the findings in a function, each by itself.
func (s *snapshot) findingsOf(function string) []*report.Diagnostic {
	var found []*report.Diagnostic
	for _, d := range s.findings {
		for _, f := range append([]*report.Diagnostic{d}, d.Also...) {
			if f.Function == function {
				found = append(found, f)
			}
		}
	}
	return found
}

func hasTrace(found []*report.Diagnostic) bool {
	for _, d := range found {
		if len(d.Trace) > 0 {
			return true
		}
	}
	return false
}
