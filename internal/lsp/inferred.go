package lsp

import (
	"fmt"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/infer"
)

// An inferred has the annotations that the code of a package suggests, once somebody asks. They are not verified: that happens
// when one of them is added.
type inferred struct {
	once sync.Once
	all  []*infer.Proposal
	err  error
}

// proposals are those of the package as the snapshot has it.
func (s *snapshot) proposals() ([]*infer.Proposal, error) {
	s.inferred.once.Do(func() {
		s.inferred.all, s.inferred.err = infer.Propose([]*packages.Package{s.pkg}, s.annots)
	})
	return s.inferred.all, s.inferred.err
}

// adding are the actions that add inferred annotations to what is declared between two offsets of a file, one each, and one
// for all of the file if there are several.
func (s *snapshot) adding(path string, from, to int) ([]codeAction, error) {
	all, err := s.proposals()
	if err != nil {
		return nil, fmt.Errorf("infer annotations: %w", err)
	}
	var actions []codeAction
	var here []*infer.Proposal
	text := s.texts[path]
	for _, p := range all {
		if p.Position.Filename != path {
			continue
		}
		here = append(here, p)
		begin := lineStart(text, p.Position.Line)
		if end := begin + strings.IndexByte(text[begin:]+"\n", '\n'); end < from || to < begin {
			continue
		}
		title := fmt.Sprintf("Add %s (%s)", p.Text(), p.Evidence)
		if a, ok := s.add(path, title, p); ok {
			actions = append(actions, a)
		}
	}
	if len(actions) > 0 && len(here) > 1 {
		if a, ok := s.add(path, fmt.Sprintf("Add all %d annotations that are inferred for this file", len(here)), here...); ok {
			actions = append(actions, a)
		}
	}
	return actions, nil
}

// add is the action that writes proposals into a file.
func (s *snapshot) add(path, title string, proposals ...*infer.Proposal) (codeAction, bool) {
	text := s.texts[path]
	files, _, err := infer.Write([]*packages.Package{s.pkg}, proposals, func(string) ([]byte, error) { return []byte(text), nil })
	after, ok := files[path]
	if err != nil || !ok {
		return codeAction{}, false
	}
	edit := workspaceEdit{Changes: map[string][]textEdit{uriOf(path): {lineEdit(text, string(after))}}}
	return codeAction{Title: title, Kind: "refactor.rewrite", Edit: &edit}, true
}

// lineEdit is the change from one text to another: of the lines from the first that differs to the last.
func lineEdit(before, after string) textEdit {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	begin := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		begin += len(a[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return textEdit{spanOf(before, begin, begin+len(strings.Join(a, ""))), strings.Join(b, "")}
}
