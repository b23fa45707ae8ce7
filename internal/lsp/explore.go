package lsp

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

// An Exploration says which tests to explore, and how.
type Exploration struct {
	Dir         string // of the package
	Tags        string
	Env         []string
	Run         *regexp.Regexp // nil: all tests
	Annotations bool           // what they say is evaluated; a violation is a bug
	Time        time.Duration  // for a test
	// Progress, if not nil, is told in words how far it has come.
	Progress func(text string)
}

// A pageWriter writes a page.
type pageWriter interface{ Write(io.Writer) error }

// bugSource names us next to what exploring has found.
const bugSource = "calvin explore"

// explore explores tests, one request after the other, as a test may take all processors.
func (s *server) explore(ctx context.Context, title string, how Exploration) ([]*report.TestResult, error) {
	if s.config.Explore == nil {
		return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "this server explores nothing"}
	}
	if !s.exploring.TryLock() {
		return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: "tests are being explored: wait, or end that first"}
	}
	defer s.exploring.Unlock()
	ctx, progress := s.progress(ctx, "calvin: "+title)
	defer progress.end()
	how.Tags, how.Env = s.config.Check.Load.Tags, s.config.Check.Load.Env
	how.Progress = progress.say
	tests, err := s.config.Explore(ctx, how)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, &rpc.Error{Code: rpc.Internal, Message: err.Error()}
	}
	return tests, nil
}

// outcomeOf says in a line what became of a test.
func outcomeOf(t *report.TestResult) string {
	executions := report.Thousands(t.Executions) + " executions"
	if t.Executions == 1 {
		executions = "1 execution"
	}
	switch {
	case t.Bug != nil:
		return fmt.Sprintf("%s: %s: %s (%s)", t.Test, t.Bug.Kind, t.Bug.Message, executions)
	case t.Verdict == report.TestOK && t.Complete:
		return fmt.Sprintf("%s: no bug in any schedule (%s)", t.Test, executions)
	case t.Reason != "":
		return fmt.Sprintf("%s: %s: %s", t.Test, t.Verdict, t.Reason)
	}
	return fmt.Sprintf("%s: no bug found in %s (%s)", t.Test, executions, t.Verdict)
}

// openBug has the page of a test with a bug opened.
func (s *server) openBug(ctx context.Context, dir string, t *report.TestResult) error {
	if s.config.NewPage == nil {
		return nil
	}
	p := s.config.NewPage(dir, func(file string) string {
		text, _ := s.textOf(file)
		return text
	})
	if err := p.Test(t); err != nil {
		return err
	}
	_, err := s.open(ctx, t.Test, p)
	return err
}

// showBugs shows the bugs of tests as diagnostics, in place of those that the same tests had. They go when a file of the package changes.
func (s *server) showBugs(dir string, tests []*report.TestResult) {
	found := map[string][]shown{}
	for _, t := range tests {
		if t.Bug == nil {
			continue
		}
		for _, b := range append([]*report.Bug{t.Bug}, t.More...) {
			path := b.Position.Filename
			if !filepath.IsAbs(path) {
				continue // in code of others
			}
			found[path] = append(found[path], shown{s.bugDiagnostic(t, b), t.Test})
		}
	}
	s.mu.Lock()
	var changed []string
	for path, old := range s.bugs {
		kept := slices.DeleteFunc(old, func(d shown) bool {
			return slices.ContainsFunc(tests, func(t *report.TestResult) bool { return t.Test == d.function })
		})
		if s.bugs[path] = kept; len(kept) < len(old) {
			changed = append(changed, path)
		}
	}
	for path, ds := range found {
		s.bugs[path] = append(s.bugs[path], ds...)
		changed = append(changed, path)
	}
	s.mu.Unlock()
	s.republish(dir, changed)
}

// forgetBugs takes back what exploring has found in the package of a file, which has changed. The caller has the lock.
func (s *server) forgetBugs(dir string) {
	var changed []string
	for path := range s.bugs {
		if filepath.Dir(path) == dir {
			delete(s.bugs, path)
			changed = append(changed, path)
		}
	}
	if len(changed) > 0 {
		s.work.Go(func() { s.republish(dir, changed) })
	}
}

// republish shows the diagnostics of files again, with what exploring has found there.
func (s *server) republish(dir string, paths []string) {
	for _, path := range paths {
		s.mu.Lock()
		u := s.units[filepath.Dir(path)]
		s.mu.Unlock()
		if u == nil {
			u = &unit{server: s, dir: filepath.Dir(path), shown: map[string][]shown{}} // of a file that is not open
		}
		u.checking.Lock()
		u.send(path, nil)
		u.checking.Unlock()
	}
}

func (s *server) bugDiagnostic(t *report.TestResult, b *report.Bug) diagnostic {
	d := diagnostic{Severity: severityError, Source: bugSource, Range: s.wordIn(b.Position.Filename, b.Position.Line, b.Position.Column),
		Message: fmt.Sprintf("%s: %s (%s)", b.Kind, b.Message, t.Test)}
	relate := func(file string, line, column int, text string) {
		if filepath.IsAbs(file) {
			d.RelatedInformation = append(d.RelatedInformation, relatedLocation{location{uriOf(file), s.wordIn(file, line, column)}, text})
		}
	}
	for _, n := range b.Related {
		relate(n.Position.Filename, n.Position.Line, n.Position.Column, n.Text)
	}
	for i, step := range b.Steps {
		if i >= maxSteps {
			break
		}
		relate(step.Position.Filename, step.Position.Line, step.Position.Column, fmt.Sprintf("step %d, G%d: %s", i+1, step.Goroutine, step.Text))
	}
	return d
}

// maxSteps bounds the steps that a diagnostic leads to; the page has all.
const maxSteps = 100

// wordIn is the range of the word at a place in a file.
func (s *server) wordIn(file string, line, column int) textRange {
	text, err := s.textOf(file)
	if err != nil || line < 1 {
		return textRange{position{max(line-1, 0), 0}, position{max(line-1, 0), 0}}
	}
	begin := lineStart(text, line)
	from := begin + max(column-1, 0)
	if column < 1 {
		whole, _, _ := strings.Cut(text[begin:], "\n")
		from += len(whole) - len(strings.TrimLeft(whole, " \t"))
	}
	from = min(from, len(text))
	return spanOf(text, from, from+wordAt(text, from))
}

var _ pageWriter = (*page.Page)(nil)
