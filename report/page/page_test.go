package page

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"math"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is what a page must show and not obey.
const hostile = `</script><script>document.title="x"</script><img src=x onerror="alert('y')"> "quoted" 'too' {{.}} -->`

const source = "package p\n\n//calvin:atomic\nfunc f() {\n\ts := `" + hostile + "`\n\t_ = s // and\n}\n"

func at(line int) token.Position {
	return token.Position{Filename: "/m/p.go", Line: line, Column: 2}
}

func span(line int) ir.Span { return ir.Span{Start: at(line), End: at(line)} }

// deadlock has all that a schedule can have: a goroutine that starts, a wait that ends, one that does not.
func deadlock() *report.TestResult {
	status := func(object int, kind, text string) []report.BugStatus {
		return []report.BugStatus{{Object: object, Kind: kind, Text: text}}
	}
	return &report.TestResult{
		Package: "m/p", Test: "TestDeadlock", Verdict: report.TestBug, Strategy: "auto", Executions: 7, Bug: &report.Bug{
			Kind: "deadlock", Message: "cycle: " + hostile, Position: at(5), Preemptions: 1, Trace: "/m/t.trace",
			Steps: []report.BugStep{
				{Goroutine: 1, Position: at(4), Text: "go f()", Object: -1, Starts: []int{2}},
				{Goroutine: 1, Position: at(5), Text: "<-ch", Object: 3, After: status(3, "channel", "1 waiting to receive")},
				{Goroutine: 2, Position: at(4), Text: "a.mu.Lock()", Object: 1, After: status(1, "Mutex", "held by G2")},
				{Goroutine: 2, Position: at(5), Text: "ch <- s", Object: 3, After: status(3, "channel", "empty")},
				{Goroutine: 1, Position: at(6), Text: "b.mu.Lock()", Object: 2, After: status(2, "Mutex", "held by G1")},
			},
			Links: []report.BugLink{{From: 3, To: 1}},
			Related: []report.BugNote{
				{Position: at(5), Text: "G1 waits in c.mu.Lock(): held by goroutine 2", Goroutine: 1, Object: 1, Why: "held by goroutine 2"},
				{Position: at(6), Text: "G2 waits in b.mu.Lock(): held by goroutine 1", Goroutine: 2, Object: 2, Why: "held by goroutine 1"},
			},
		},
	}
}

func race() *report.TestResult {
	return &report.TestResult{
		Package: "m/p", Test: "TestRace", Verdict: report.TestBug, Strategy: "dpor", Executions: 1, Bug: &report.Bug{
			Kind: "race", Message: "n is read here by goroutine 2 while goroutine 1 may write it", Position: at(6), Goroutine: 2,
			Related: []report.BugNote{{Position: at(5), Text: "the other access: n++"}},
			Steps: []report.BugStep{
				{Goroutine: 1, Position: at(4), Text: "go f()", Object: -1, Starts: []int{2}},
				{Goroutine: 1, Position: at(5), Text: "n++", Object: -1},
				{Goroutine: 0, Position: at(4), Text: "timer fires", Object: -1},
				{Goroutine: 2, Position: at(6), Text: "read n", Object: -1},
			},
		},
	}
}

func failure() *report.TestResult {
	return &report.TestResult{
		Package: "m/p", Test: "TestFailure", Verdict: report.TestBug, Bug: &report.Bug{
			Kind: "failure", Message: "want 2\nhave 1", Position: at(6), Goroutine: 1, Stack: "p.f(...)\n\t/m/p.go:6 " + hostile + "\ncreated by iter.Pull[...] in goroutine 3\n\titer.go:271",
			Steps: []report.BugStep{{Goroutine: 1, Position: at(5), Text: "n.Load()", Object: 1, After: []report.BugStatus{{Object: 1, Kind: "atomic", Text: "1"}}}},
		},
	}
}

func diagnostic() *report.Diagnostic {
	return &report.Diagnostic{
		Code: "CV0101", Verdict: report.Refuted, Span: span(6), Message: "s may not be read here: " + hostile, Package: "m/p", Function: "f",
		Clause: &ir.Note{Span: span(3), Text: "guarded_by mu"}, Needed: "mu held", Known: "held here: nothing",
		Entry:  []vcgen.Value{{Label: "mu", Text: "G2"}},
		Values: []vcgen.Value{{Label: "mu", Text: "G2"}},
		Trace: []report.Step{
			{Goroutine: "G2", Text: "other goroutines run", State: "mu = free", Others: true, Changes: []vcgen.Value{{Label: "mu", Text: "free"}}},
			{Goroutine: "G1", Span: span(5), Text: "mu.Lock()", Mover: "R", State: "mu = G1", Changes: []vcgen.Value{{Label: "mu", Text: "G1"}}},
			{Goroutine: "G1", Span: span(6), Text: "mu.Unlock()", Mover: "L", State: "mu = free, n = 3", Changes: []vcgen.Value{{Label: "mu", Text: "free"}, {Label: "n", Text: "3"}}},
			{Goroutine: "G1", Span: span(6), Text: "_ = s", Mover: "E", State: "needs mu held"},
		},
		Fixes: []report.Fix{{Message: "hold mu"}},
	}
}

func sample(t testing.TB) *Page {
	p := New(Options{Dir: "/m", Command: []string{"check", "-C", "/m", "-html=/tmp/x.html", "./..."}, Version: "v0", Source: func(file string) string {
		if file != "/m/p.go" {
			return ""
		}
		return source
	}})
	try := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	try(p.Test(deadlock()))
	try(p.Test(race()))
	try(p.Test(failure()))
	try(p.Diagnostic(diagnostic()))
	try(p.Diagnostic(&report.Diagnostic{Code: "CV0902", Verdict: report.Undecided, Span: span(4), Message: "could not prove that it holds", Package: "m/p", Function: "f", Limit: "5 s"}))
	try(p.Function(report.FunctionResult{Package: "m/p", Function: "f", Verdict: report.Failed, Reason: hostile}))
	try(p.Summary(report.Summary{Failed: 1, Findings: 1, Seconds: 0.25}))
	return p
}

func written(t testing.TB, p *Page) string {
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestViews compares what the page says of each finding, where lines are drawn included, with a golden file.
func TestViews(t *testing.T) {
	got, err := json.MarshalIndent(sample(t).views, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const file = "testdata/views.golden"
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("run with -update if this is right:\n%s", d)
	}
}

// TestEscapes: nothing that a finding or a source says becomes a part of the page.
func TestEscapes(t *testing.T) {
	got := written(t, sample(t))
	if n := strings.Count(got, "<script"); n != 2 {
		t.Errorf("%d scripts, want the data and the script", n)
	}
	if n := strings.Count(got, "</script"); n != 2 {
		t.Errorf("%d ends of scripts", n)
	}
	for _, s := range []string{"<img", "onerror=\"", `"quoted"`, "-->"} {
		if i := strings.Index(got, s); i >= 0 {
			t.Errorf("the page has %q: %s", s, got[max(0, i-60):i+60])
		}
	}
	if !strings.Contains(got, "&lt;/script&gt;&lt;script&gt;") {
		t.Error("the page does not show what it must not obey")
	}
	var data []viewData
	_, rest, _ := strings.Cut(got, `id="data">`)
	text, _, _ := strings.Cut(rest, "</script>")
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sample(t).data(), data); d != "" {
		t.Error(d)
	}
}

// TestNoNetwork: the page loads nothing, and says so to the browser.
func TestNoNetwork(t *testing.T) {
	got := written(t, sample(t))
	for _, re := range []string{`\ssrc\s*=[^=]*https?:`, `@import`, `url\(`, `<link [^>]*href="[^d]`, `<iframe`, `fetch\(`, `XMLHttpRequest`} {
		if m := regexp.MustCompile(re).FindString(got); m != "" {
			t.Errorf("the page has %q", m)
		}
	}
	if !strings.Contains(got, `content="default-src &#39;none&#39;;`) && !strings.Contains(got, `content="default-src 'none';`) {
		t.Error("the page may load something")
	}
}

// TestPlaces: a page names no directory of the machine that it was made on.
func TestPlaces(t *testing.T) {
	p := newPlaces("/home/me/m", []Root{{"/home/me/go/pkg/mod", ""}, {"/usr/local/go/", "$GOROOT/"}, {"/home/me", "~/"}, {"", "nothing"}})
	for file, want := range map[string]string{
		"/home/me/m/p/x.go": "p/x.go",
		"/home/me/m":        ".",
		"/home/me/go/pkg/mod/e.org/x@v1.0.0/y.go": "e.org/x@v1.0.0/y.go",
		"/usr/local/go/src/sync/mutex.go":         "$GOROOT/src/sync/mutex.go",
		"/home/me/other/x.go":                     "~/other/x.go",
		"/srv/build/a/b/x.go":                     "…/b/x.go",
		"p/x.go":                                  "p/x.go",
		"":                                        "",
	} {
		if got := p.file(file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	if got, want := p.text("at /home/me/m/x.go:3 and /usr/local/go/src/a.go:4"), "at x.go:3 and $GOROOT/src/a.go:4"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, test := range []struct{ args, want string }{
		{"check -html x.html -json x.json ./...", "check ./..."},
		{"check --C=/home/me/m -html=/tmp/x.html -run=A=B ./...", "check -run=A=B ./..."},
		{"explore -trace=/srv/build/a/t -C /home/me/m .", "explore -trace=…/a/t ."},
		{"replay -html x.html /home/me/m/calvin-traces/a.trace", "replay calvin-traces/a.trace"},
		{"check C html", "check C html"},
	} {
		if got := p.command(strings.Fields(test.args)); got != test.want {
			t.Errorf("%s: %q, want %q", test.args, got, test.want)
		}
	}
}

// TestNoPaths: what findings say is written without paths of the machine, too.
func TestNoPaths(t *testing.T) {
	if got := written(t, sample(t)); strings.Contains(got, "/m/") || strings.Contains(got, "/tmp/") {
		t.Error("the page has a path of the machine")
	}
}

func TestClean(t *testing.T) {
	for _, test := range []struct {
		name string
		fill func(*Page) error
		want string
	}{
		{"verified", func(p *Page) error {
			p.Function(report.FunctionResult{Function: "f", Verdict: report.Verified, Goals: 3})
			return p.Summary(report.Summary{Verified: 1})
		}, "Nothing found"},
		{"unknown", func(p *Page) error {
			p.Function(report.FunctionResult{Function: "f", Verdict: report.Unknown, Reason: "it uses cgo"})
			return p.Summary(report.Summary{Unknown: 1})
		}, "No finding to show"},
		{"nothing", func(p *Page) error { return p.Summary(report.Summary{}) }, "There was nothing to look at."},
		{"explored", func(p *Page) error {
			p.Test(&report.TestResult{Test: "TestX", Verdict: report.TestOK, Bound: -1})
			return p.TestSummary(report.TestSummary{OK: 1})
		}, "Nothing found"},
		{"incomplete", func(p *Page) error {
			p.Test(&report.TestResult{Test: "TestX", Verdict: report.TestIncomplete, Bound: -1})
			return p.TestSummary(report.TestSummary{Incomplete: 1})
		}, "No finding to show"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := New(Options{Command: []string{"check"}})
			if err := test.fill(p); err != nil {
				t.Fatal(err)
			}
			if got := written(t, p); !strings.Contains(got, test.want) {
				t.Errorf("the page does not say %q", test.want)
			}
		})
	}
}

func TestOperand(t *testing.T) {
	for text, want := range map[string]string{
		"c.mu.Lock()":                       "c.mu",
		"defer c.mu.Unlock()":               "c.mu",
		"if !s.mu.TryLock()":                "s.mu",
		"wg.Go(func() { f(a.b()) })":        "wg",
		"done: wg.Go(func() { mu.Lock() })": "wg",
		"close(ch)":                         "ch",
		"ch <- <-other":                     "ch",
		"case p.in <- v":                    "p.in",
		"v, ok := <-p.out":                  "p.out",
		"for v := range work":               "work",
		"range work":                        "work",
		"atomic.AddInt64(&s.n, 1)":          "s.n",
		"s.n.CompareAndSwap(0, 1)":          "s.n",
		"for !n.Load()":                     "n",
		"once.Do(f)":                        "once",
		"cells[i].mu.RLock()":               "cells[i].mu",
		"select":                            "",
		"f(x)":                              "",
	} {
		if got := operand(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Two locks of one name are told apart, and one lock has all the names that it goes by.
func TestNameObjects(t *testing.T) {
	lock := func(object int, text string) report.BugStep {
		return report.BugStep{Object: object, Text: text, After: []report.BugStatus{{Object: object, Kind: "Mutex", Text: "x"}}}
	}
	objects, index := nameObjects(&report.Bug{Steps: []report.BugStep{
		lock(7, "from.mu.Lock()"), lock(9, "from.mu.Lock()"), lock(9, "to.mu.Lock()"), lock(7, "to.mu.Lock()"),
		lock(4, "a.mu.Lock()"), lock(4, "b.mu.Lock()"), lock(4, "c.mu.Lock()"), lock(4, "d.mu.Lock()"), lock(5, "select"),
	}})
	var got []string
	for _, o := range objects {
		got = append(got, o.Name)
	}
	want := []string{"from.mu = to.mu", "from.mu = to.mu (2)", "a.mu = b.mu = c.mu = …"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[int]int{7: 0, 9: 1, 4: 2}, index); d != "" {
		t.Error(d)
	}
}

// TestLongSchedule: of a schedule with very many steps, the last, with what objects were before, and the links among them.
func TestLongSchedule(t *testing.T) {
	r := deadlock()
	b := r.Bug
	first := b.Steps[0]
	first.Object, first.After = 9, []report.BugStatus{{Object: 9, Kind: "Mutex", Text: "free"}}
	first.Text = "early.Lock()"
	b.Steps = append(slices.Repeat([]report.BugStep{first}, maxRows), b.Steps...)
	b.Links = []report.BugLink{{From: 3, To: maxRows + 2}, {From: maxRows + 3, To: maxRows + 1}}
	p := New(Options{})
	if err := p.Test(r); err != nil {
		t.Fatal(err)
	}
	v := p.views[0]
	if got, want := v.Rows[len(v.Rows)-3].Text, "b.mu.Lock()"; v.Before != 5 || len(v.Rows) != maxRows+2 || got != want {
		t.Errorf("%d steps are not shown, %d are, the last %q", v.Before, len(v.Rows), got)
	}
	if v.Objects[0] != (object{"early", "Mutex", "free"}) {
		t.Error(v.Objects[0])
	}
	var got []link
	for _, l := range v.Links {
		if l.Kind != "start" {
			got = append(got, l)
		}
	}
	want := []link{{maxRows - 2, maxRows - 4, "order"}, {maxRows, maxRows - 3, "wants"}, {maxRows + 1, maxRows - 1, "wants"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestLongFile: of a long file, what is near the lines that are named.
func TestLongFile(t *testing.T) {
	text := strings.Repeat("x\n", wholeFile+500)
	s := sources{read: func(string) string { return text }, index: map[string]int{}}
	s.use("f.go", 3)
	s.use("f.go", 900)
	var got []string
	for i, l := range s.files(path.Base)[0].Lines {
		if l.Number == 0 || i == 0 {
			got = append(got, fmt.Sprintf("%d at %d", l.Number, i))
		}
	}
	want := []string{"1 at 0", fmt.Sprintf("0 at %d", 3+around), fmt.Sprintf("0 at %d", 3+around+2*around+2)}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	s.use("gone.go", 1)
	s.read = func(string) string { return "" }
	if !s.files(path.Base)[1].Missing {
		t.Error("a file that cannot be read is not missing")
	}
}

func FuzzColour(f *testing.F) {
	for _, s := range []string{source, "", "\n", "x", "/* a\nb */ `c\nd`", "\"open", "\xff\x00", "a\r\nb", "// +checklocks:mu\nf(); g()"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var lines []string
		for _, words := range colour(text) {
			line := ""
			for _, w := range words {
				line += w.Text
			}
			lines = append(lines, line)
		}
		want := strings.ReplaceAll(strings.TrimRight(text, "\n"), "\r", "")
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// TestContrast: text has the contrast that WCAG 2.2 asks for, 4.5 to 1, on every ground that it may stand on, and lines
// have 3 to 1, in light and dark.
func TestContrast(t *testing.T) {
	colours := map[string][2]float64{}
	for _, m := range regexp.MustCompile(`(--\w[\w-]*): light-dark\(#(\w{6}), #(\w{6})\)`).FindAllStringSubmatch(Colours+pageCSS, -1) {
		name := m[1]
		if name == "--hue" {
			name += m[2]
		}
		colours[name] = [2]float64{luminance(t, m[2]), luminance(t, m[3])}
	}
	pairs := [][2]string{
		{"--bad", "--bad-bg"}, {"--open", "--open-bg"}, {"--text", "--bad-bg"}, {"--kw", "--bad-bg"}, {"--str", "--bad-bg"}, {"--ann", "--bad-bg"}, {"--faint", "--open-bg"}, {"--text", "--open-bg"}, {"--bad", "--open-bg"},
	}
	hue := 0
	for name := range colours {
		if strings.HasPrefix(name, "--hue") {
			hue++
			pairs = append(pairs, [2]string{name, "--bg"}, [2]string{name, "--select"}, [2]string{name, "--open-bg"})
		}
	}
	if hue != hues {
		t.Errorf("%d colours of lanes, want %d", hue, hues)
	}
	for _, text := range []string{"--text", "--faint", "--accent", "--bad", "--open", "--good", "--kw", "--str", "--com", "--ann"} {
		for _, ground := range []string{"--bg", "--panel", "--select"} {
			pairs = append(pairs, [2]string{text, ground})
		}
	}
	for _, pair := range pairs {
		a, ok := colours[pair[0]]
		b, ground := colours[pair[1]]
		if !ok || !ground {
			t.Fatalf("there is no %v", pair)
		}
		for theme, name := range []string{"light", "dark"} {
			hi, lo := max(a[theme], b[theme]), min(a[theme], b[theme])
			if c := (hi + 0.05) / (lo + 0.05); c < 4.5 {
				t.Errorf("%s on %s, %s: contrast %.2f", pair[0], pair[1], name, c)
			}
		}
	}
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(t *testing.T, hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// TestAlso: of findings with one cause the page names the other places, or the other functions that come to the same place.
func TestAlso(t *testing.T) {
	d, elsewhere, other := diagnostic(), diagnostic(), diagnostic()
	elsewhere.Span, other.Function = span(5), "g"
	d.Also = []*report.Diagnostic{elsewhere, other, diagnostic()}
	p := New(Options{Dir: "/m", Source: func(string) string { return source }})
	if err := p.Diagnostic(d); err != nil {
		t.Fatal(err)
	}
	got := written(t, p)
	if n, m := strings.Count(got, "the same cause: "), strings.Count(got, "the same in g"); n != 1 || m != 1 {
		t.Errorf("%d other places and %d other functions, want one each", n, m)
	}
}
