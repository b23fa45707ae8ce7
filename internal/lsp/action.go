package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/calvin-go/calvin/report"
)

// explainCommand shows the page of a code. Its argument is the code, its result the page, in Markdown.
const explainCommand = "calvin.explain"

// codeActions are the suggested fixes of the findings at a place, to have them explained, and to add the annotations that are
// inferred for what is declared there. A change is of the text that was checked: if that has changed, there is none.
func (s *server) codeActions(_ context.Context, p codeActionParams) (any, error) {
	path, text, known, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	actions := []codeAction{}
	if known == nil {
		return actions, nil
	}
	from, to := offset(text, p.Range.Start), offset(text, p.Range.End)
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

// execute explains a code. The page is shown as a message too: not every client shows results.
func (s *server) execute(_ context.Context, p executeParams) (any, error) {
	var code string
	if p.Command != explainCommand || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &code) != nil {
		return nil, &rpcError{codeInvalidParams, fmt.Sprintf("%s takes one code", explainCommand)}
	}
	page, ok := report.Explain(code)
	if !ok {
		return nil, &rpcError{codeInvalidParams, "there is no code " + code}
	}
	if s.showsPages {
		return page, nil
	}
	return page, s.conn.notify("window/showMessage", showMessageParams{severityInformation, page})
}
