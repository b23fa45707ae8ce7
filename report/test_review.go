package report

import (
	"crypto/sha256"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// The forms for code review show the bugs that exploring tests finds, each cause once, at its place.

// bugTitles are the kinds of bugs, with what each means.
var bugTitles = map[string][2]string{
	"race":       {"data race", "Two accesses to one variable, one of them a write, that nothing orders."},
	"deadlock":   {"deadlock", "The test, or a cycle of goroutines, waits for ever."},
	"leak":       {"goroutine leak", "Goroutines wait for ever after the test has returned."},
	"failure":    {"failing test", "The test fails under this schedule."},
	"panic":      {"panic", "A panic that nothing recovers, or what the Go runtime calls a fatal error."},
	"livelock":   {"livelock", "All goroutines wait in loops for something that no goroutine will write, or go through the same states for ever."},
	"annotation": {"annotation not kept", "The program violates its annotations."},
}

const exploreURL = homeURL + "/blob/main/docs/explore.md"

// reported are the bugs of a test that are not reported with another.
func (t *TestResult) reported() (out []*Bug) {
	for _, b := range t.bugs() {
		if b.First == "" {
			out = append(out, b)
		}
	}
	return out
}

// text is what is said of a bug in forms that have no schedule in columns.
func (b *Bug) text() string {
	lines := []string{b.Message}
	if len(b.Tests) > 0 {
		lines = append(lines, b.In())
	}
	for _, n := range b.Related {
		lines = append(lines, n.Text)
	}
	if b.Trace != "" {
		lines = append(lines, "replay: calvin replay "+b.Trace)
	}
	if b.Untraced != "" {
		lines = append(lines, "it cannot be replayed: "+b.Untraced)
	}
	return strings.Join(lines, "\n")
}

// open says why nothing can be said of a test, or not all; "" if there is no such thing.
func (t *TestResult) open() string {
	if t.Verdict != TestIncomplete && t.Verdict != TestError && (t.Verdict != TestBug || t.Reason == "") {
		return ""
	}
	lines := []string{t.Package + "." + t.Test + ": " + t.Meaning()}
	if t.Reason != "" {
		lines = append(lines, t.Reason)
	}
	for _, s := range t.OutOfControl {
		lines = append(lines, "out of control: "+s)
	}
	return strings.Join(lines, "\n")
}

func spanOf(p token.Position) ir.Span { return ir.Span{Start: p} }

// Test takes the bugs of a test; why one is not explored, or not to the end, is a notification.
func (r *SARIF) Test(t *TestResult) error {
	for _, b := range t.reported() {
		r.results = append(r.results, r.bug(t, b))
	}
	if s := t.open(); s != "" {
		r.notifications = append(r.notifications, map[string]any{"level": "warning", "message": sarifText{Text: s}})
	}
	return nil
}

// TestSummary writes the log.
func (r *SARIF) TestSummary(TestSummary) error { return r.log() }

func (r *SARIF) bug(t *TestResult, b *Bug) sarifResult {
	res := sarifResult{
		RuleID: "explore/" + b.Kind, RuleIndex: r.bugRule(b.Kind), Level: "error", Message: sarifText{Text: b.text()},
		Locations:    []sarifLocation{r.location(spanOf(b.Position), "")},
		Fingerprints: map[string]string{"calvin/v1": r.bugFingerprint(t, b)},
		Properties:   map[string]any{"verdict": t.Verdict, "tests": b.Tests},
	}
	if len(b.Tests) == 0 {
		res.Properties["tests"] = []string{t.Test}
	}
	res.Locations[0].Logical = []sarifLogical{{t.Package + "." + t.Test, "function"}}
	for _, n := range b.Related {
		if n.Position.IsValid() {
			l := r.location(spanOf(n.Position), n.Text)
			l.ID = len(res.Related) + 1
			res.Related = append(res.Related, l)
		}
	}
	if len(b.Steps) > 0 {
		res.CodeFlows = []sarifCodeFlow{r.flow(each(b.Steps, func(s BugStep) Step {
			return Step{Span: spanOf(s.Position), Goroutine: GoroutineName(s.Goroutine), Text: s.Text}
		}))}
	}
	return res
}

// bugRule is the index of a kind of bug among the rules.
func (r *SARIF) bugRule(kind string) int {
	id := "explore/" + kind
	if i := slices.IndexFunc(r.rules, func(rule sarifRule) bool { return rule.ID == id }); i >= 0 {
		return i
	}
	title := bugTitles[kind]
	r.rules = append(r.rules, sarifRule{
		ID: id, Name: camel(title[0]), ShortDescription: sarifText{Text: title[0]}, FullDescription: sarifText{Text: title[1]},
		Help: sarifText{Text: title[1], Markdown: title[1]}, HelpURI: exploreURL,
		Properties: map[string]any{"tags": []string{"concurrency", "correctness"}, "precision": "very-high"},
	})
	return len(r.rules) - 1
}

var number = regexp.MustCompile(`[^\s:]+\.go:\d+(:\d+)?|\d+`)

// bugFingerprint identifies a bug in other versions of the source: by its kind, and what is said of it without places and numbers.
func (r *SARIF) bugFingerprint(t *TestResult, b *Bug) string {
	parts := []string{"explore", b.Kind, t.Package, r.opts.path(b.Position.Filename), number.ReplaceAllString(b.Message, "")}
	for _, n := range b.Related {
		parts = append(parts, number.ReplaceAllString(n.Text, ""))
	}
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:32]
	r.seen[sum]++
	return fmt.Sprintf("%s:%d", sum, r.seen[sum])
}

// Test writes a command for each bug, and a warning for a test that is not explored, or not to the end.
func (r *GitHub) Test(t *TestResult) error {
	for _, b := range t.reported() {
		r.count["error"]++
		var properties []string
		if b.Position.Filename != "" {
			properties = append(properties, "file="+commandProperty(r.opts.path(b.Position.Filename)), fmt.Sprint("line=", b.Position.Line))
			if b.Position.Column > 0 {
				properties = append(properties, fmt.Sprint("col=", b.Position.Column))
			}
		}
		properties = append(properties, "title="+commandProperty(bugTitles[b.Kind][0]+" ("+t.Test+")"))
		if err := r.write("::error %s::%s\n", strings.Join(properties, ","), commandData(b.text())); err != nil {
			return err
		}
	}
	if s := t.open(); s != "" {
		r.count["warning"]++
		return r.write("::warning title=%s::%s\n", commandProperty(t.Test), commandData(s))
	}
	return nil
}

// TestSummary writes the counts, and how many commands GitHub does not show.
func (r *GitHub) TestSummary(s TestSummary) error { return r.end("calvin: " + s.Counts()) }
