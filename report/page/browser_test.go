package page

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/report"
)

// dump opens a page in a browser, lets its scripts run, and returns what has become of it.
func dump(t *testing.T, page string) string {
	t.Helper()
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no chromium here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--window-size=1300,900", "--blink-settings=preferredColorScheme=1",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000", "--dump-dom", "file://"+file)
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errors)
	}
	return string(out)
}

// TestBrowser does with the page what a user does.
func TestBrowser(t *testing.T) {
	steps, err := os.ReadFile("testdata/steps.js")
	if err != nil {
		t.Fatal(err)
	}
	p := sample(t)
	if err := p.Test(long()); err != nil {
		t.Fatal(err)
	}
	page := written(t, p)
	page = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`).ReplaceAllString(page, "") // else steps.js would not run
	page = strings.Replace(page, "</body>", "<pre id=\"result\"></pre><script>"+string(steps)+"</script></body>", 1)
	_, rest, ok := strings.Cut(dump(t, page), `<pre id="result">`)
	text, _, _ := strings.Cut(rest, "</pre>")
	if !ok || text == "" {
		t.Fatal("the steps did not come to their end")
	}
	var got []string
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), &got); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"begin: f1 step 1 of 7, source p.go line 4",
		"down: f1 step 2 of 7, source p.go line 5",
		"right: f1 step 3 of 7, source p.go line 4",
		"up: f1 step 2 of 7, source p.go line 5",
		"waits for 4 · G2: ch <- s",
		"state: ch 1 waiting to receive; a.mu = c.mu –; b.mu –",
		"jump: f1 step 4 of 7, source p.go line 5",
		"end: f1 step 7 of 7, source p.go line 6",
		"beyond: f1 step 7 of 7, source p.go line 6",
		"home: f1 step 1 of 7, source p.go line 4",
		"before: f1 step 1 of 7, source p.go line 4",
		"row: f1 step 6 of 7, source p.go line 5",
		"slider: f1 step 5 of 7, source p.go line 6",
		"button: f1 step 4 of 7, source p.go line 5",
		"active: f1step4",
		"address: #f1s4",
		"next of its goroutine: f1 step 7 of 7, source p.go line 6",
		"before of its goroutine: f1 step 3 of 7, source p.go line 4",
		"object: What happens to ch: 2 steps; 2 · G1: <-ch → 1 waiting to receive; 4 · G2: ch <- s → empty",
		"its rows: 2,4",
		"of the object: f1 step 4 of 7, source p.go line 5",
		"no object: 0",
		"find: 2 of 4: f1 step 5 of 7, source p.go line 6",
		"enter: 3 of 4: f1 step 6 of 7, source p.go line 5",
		"enter: 4 of 4: f1 step 7 of 7, source p.go line 6",
		"shift enter: 3 of 4: f1 step 6 of 7, source p.go line 5",
		"not found: none: f1 step 6 of 7, source p.go line 5",
		"list: f4 step 1 of 4, source p.go line ",
		"entry: mu free",
		"check: f4 step 4 of 4, source p.go line 6",
		"place: f4 step 4 of 4, source p.go line 3",
		"undecided: f5 step - of -, source p.go line 4",
		"address followed: f2 step 4 of 4, source p.go line 6",
		"scrolled to: 0",
		"back again: f1 step 6 of 7, source p.go line 5",
		"scrolled to: 0",
		"one is shown: 1",
		"dots beside their rows: true, 7",
		"heads above their lanes: true",
		"long, last row in sight: true",
		"few rows are drawn: true",
		"long, first row in sight: true",
		"quick: true",
		"folded: G1goroutine 1: n.Add(0)n: 0p.go:1 | ⋯ 63 steps of G2, G3, G4, G5, … | G1goroutine 1: n.Add(64)n: 64p.go:5 | ⋯ 63 steps of G2, G3, G4, G5, …; Goroutines 1 of 64; lanes 1",
		"on to the next that is shown: f6 step 65 of 10000, source p.go line 5",
		"unfolded: 0,1,2",
		"and G3: G1goroutine 1: n.Add(0)n: 0p.go:1 | ⋯ 1 step of G2 | G3goroutine 3: n.Add(2)n: 2p.go:3 | ⋯ 61 steps of G4, G5, G6, G7, …",
		"all: Goroutines 64",
		"source line in sight: true",
		"theme: rgb(255, 255, 255), then rgb(255, 255, 255), then rgb(20, 22, 26), then rgb(255, 255, 255)",
		"title: 6 findings · check ./...",
		"in sight without scrolling sideways: true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestPolicy: the page's own script runs under its own policy.
func TestPolicy(t *testing.T) {
	got := dump(t, written(t, sample(t)))
	if !strings.Contains(got, `<html lang="en" class="js">`) || !strings.Contains(got, `aria-selected="true"`) {
		t.Error("the script has not run")
	}
	if !strings.Contains(got, "<title>5 findings · check ./...</title>") {
		t.Error("the title is another")
	}
}

// long is a schedule of 10,000 steps and 64 goroutines.
func long() *report.TestResult {
	b := &report.Bug{Kind: "failure", Message: "too long", Position: at(6), Goroutine: 1}
	for i := range 9999 {
		s := report.BugStep{Goroutine: i%64 + 1, Position: at(i%6 + 1), Text: fmt.Sprintf("n.Add(%d)", i), Object: 1}
		s.After = []report.BugStatus{{Object: 1, Kind: "atomic", Text: fmt.Sprint(i)}}
		if i > 0 {
			b.Links = append(b.Links, report.BugLink{From: i - 1, To: i})
		}
		b.Steps = append(b.Steps, s)
	}
	return &report.TestResult{Package: "m/p", Test: "TestLong", Verdict: report.TestBug, Strategy: "auto", Bug: b}
}
