package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/infer"
)

// Which inlay hints there are: all, one kind, or none.
const (
	hintsAll      = "all"
	hintsLocks    = "locks"
	hintsInferred = "inferred"
	hintsOff      = "off"
)

// A held has the places of a package where the locks that are held change, once somebody asks.
type held struct {
	once sync.Once
	all  []infer.Holding
	err  error
}

func (s *snapshot) holdings() ([]infer.Holding, error) {
	s.held.once.Do(func() {
		s.held.all, s.held.err = infer.Holdings([]*packages.Package{s.pkg}, s.annots)
	})
	return s.held.all, s.held.err
}

// hints say at the ends of lines which locks are held from there on, where that changes, and which annotations the code suggests. Neither
// is proved: they are what package infer sees.
func (s *server) inlayHints(_ context.Context, p hintParams) (any, error) {
	path, text, known, err := s.at(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	hints := []inlayHint{}
	if known == nil || s.hints == hintsOff || known.texts[path] == "" {
		return hints, nil
	}
	lines := sameLines(known.texts[path], text)
	add := func(line int, label, tooltip string, edits []textEdit) {
		now, ok := lines[line-1]
		if !ok || now < p.Range.Start.Line || now > p.Range.End.Line {
			return
		}
		begin := lineStart(text, now+1)
		whole, _, _ := strings.Cut(text[begin:], "\n")
		at := place(text, begin+len(strings.TrimRight(whole, " \t\r")))
		hints = append(hints, inlayHint{Position: at, Label: label, Tooltip: tooltip, PaddingLeft: true, TextEdits: edits})
	}
	if s.hints != hintsInferred {
		if err := known.lockHints(path, add); err != nil {
			s.log("%v", err)
		}
	}
	if s.hints != hintsLocks {
		if err := known.inferredHints(path, known.texts[path] == text, add); err != nil {
			s.log("%v", err)
		}
	}
	slices.SortStableFunc(hints, func(a, b inlayHint) int { return a.Position.Line - b.Position.Line })
	return hints, nil
}

// lockHints has, for each line of a file after which other locks are held than before it, those.
func (s *snapshot) lockHints(path string, add func(line int, label, tooltip string, edits []textEdit)) error {
	all, err := s.holdings()
	if err != nil {
		return fmt.Errorf("find the locks that are held: %w", err)
	}
	for i := 0; i < len(all); i++ {
		h := all[i]
		if h.Position.Filename != path {
			continue
		}
		first := h
		for ; i+1 < len(all) && all[i+1].Position.Filename == path && all[i+1].Position.Line == h.Position.Line; i++ {
			h.Locks = all[i+1].Locks
		}
		switch {
		case !first.Entry && slices.Equal(first.Before, h.Locks):
		case first.Entry && len(h.Locks) > 0:
			add(h.Position.Line, "holds "+strings.Join(h.Locks, ", "), "The locks with which the function is called: as it says, as it releases them, or as all calls here have them.", nil)
		case len(h.Locks) == 0:
			add(h.Position.Line, "holds nothing", "No lock is held from here on.", nil)
		default:
			add(h.Position.Line, "holds "+strings.Join(h.Locks, ", "), "The locks that are held from here on.", nil)
		}
	}
	return nil
}

// inferredHints has the annotations that the code suggests for what is declared in a file. If the text is the one that
// is known, accepting a hint writes the annotation.
func (s *snapshot) inferredHints(path string, current bool, add func(line int, label, tooltip string, edits []textEdit)) error {
	all, err := s.proposals()
	if err != nil {
		return fmt.Errorf("infer annotations: %w", err)
	}
	for _, p := range all {
		if p.Position.Filename != path {
			continue
		}
		var edits []textEdit
		if a, ok := s.add(path, "", p); ok && current {
			edits = a.Edit.Changes[uriOf(path)]
		}
		add(p.Position.Line, p.Text()+" (inferred)", p.Evidence+". It is not proved until it is written.", edits)
	}
	return nil
}

// sameLines has for lines of one text, from 0, which lines of another they are: those before the first and after the last that differ.
func sameLines(before, after string) map[int]int {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	same := map[int]int{}
	i := 0
	for ; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		same[i] = i
	}
	for k := 1; len(a)-k >= i && len(b)-k >= i && a[len(a)-k] == b[len(b)-k]; k++ {
		same[len(a)-k] = len(b) - k
	}
	return same
}
