package lsp

import (
	"context"
	"go/ast"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// codeActions are the suggested fixes of the findings at a place, to have them explained, and to add the annotations that are
// inferred for what is declared there. A change is of the text that was checked: if that has changed, there is none.
func (s *server) codeActions(_ context.Context, p codeActionParams) (any, error) {
	path, text, known, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	actions := []codeAction{}
	from, to := offset(text, p.Range.Start), offset(text, p.Range.End)
	if known == nil {
		return append(actions, s.offersAt(p.TextDocument.URI, from, to)...), nil
	}
	explained := map[string]bool{}
	for _, d := range known.findings {
		for _, f := range append([]*report.Diagnostic{d}, d.Also...) {
			if f.Start.Filename != path || f.Start.Offset > to || max(f.End.Offset, f.Start.Offset+1) < from {
				continue
			}
			if known.texts[path] == text {
				actions = append(actions, fixes(f, known)...)
			}
			if !explained[f.Code] {
				explained[f.Code] = true
				title := "Explain " + f.Code
				actions = append(actions, codeAction{Title: title, Kind: "quickfix",
					Command: &command{title, explainCommand, []any{f.Code}}})
			}
		}
	}
	actions = append(actions, s.offersAt(p.TextDocument.URI, from, to)...)
	if known.texts[path] == text {
		adding, err := known.adding(path, from, to)
		if err != nil {
			s.log("%v", err)
		}
		actions = append(actions, adding...)
	}
	return actions, nil
}

// fixes are those suggestions that say what to write.
func fixes(d *report.Diagnostic, known *snapshot) []codeAction {
	var actions []codeAction
	for _, f := range d.Fixes {
		edit := workspaceEdit{Changes: map[string][]textEdit{}}
		for _, e := range f.Edits {
			text, ok := known.texts[e.Start.Filename]
			if !ok {
				edit.Changes = nil // a file of another package
				break
			}
			uri := uriOf(e.Start.Filename)
			edit.Changes[uri] = append(edit.Changes[uri], textEdit{spanOf(text, e.Start.Offset, e.End.Offset), e.NewText})
		}
		if len(edit.Changes) > 0 {
			actions = append(actions, codeAction{Title: f.Message, Kind: "quickfix", Edit: &edit})
		}
	}
	return actions
}

// offersAt are the commands about the function at a place, for clients that show no lenses.
func (s *server) offersAt(uri string, from, to int) []codeAction {
	b, err := s.buffer(uri)
	if err != nil {
		return nil
	}
	var actions []codeAction
	for _, d := range b.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || b.offset(fn.Pos()) > to || b.offset(fn.End()) < from {
			continue
		}
		for _, c := range s.offers(b, fn) {
			c.Title = strings.ToUpper(c.Title[:1]) + c.Title[1:]
			actions = append(actions, codeAction{Title: c.Title, Kind: "quickfix", Command: &c})
		}
	}
	return actions
}
