package page

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/browsertest"
	"github.com/calvin-go/calvin/report"
)

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
	got := browsertest.Run(t, written(t, p), string(steps), 1300, 900)
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
		"to the last that is shown: f6 step 10000 of 10000, source p.go line 6",
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
	got := browsertest.DOM(t, written(t, sample(t)), 1300, 900)
	if !strings.Contains(got, `<html lang="en" class="js">`) || !strings.Contains(got, `aria-selected="true"`) {
		t.Error("the script has not run")
	}
	if !strings.Contains(got, "<title>5 findings · check ./...</title>") {
		t.Error("the title is another")
	}
}

// TestNarrow: on a narrow screen the text of steps can be read beside 64 goroutines, and nothing moves when the page opens.
func TestNarrow(t *testing.T) {
	p := New(Options{Source: func(string) string { return source }})
	if err := p.Test(long()); err != nil {
		t.Fatal(err)
	}
	got := browsertest.Run(t, written(t, p), `setTimeout(() => {
		const row = document.querySelector(".row"), code = row.querySelector("code");
		const box = (el) => el.getBoundingClientRect();
		const inside = [...row.children].every((c) => c.className === "hear" || box(c).right <= innerWidth && box(c).width > 20);
		document.querySelector("#result").textContent = JSON.stringify([
			"scrolled to " + scrollY,
			"sideways: " + (document.documentElement.scrollWidth > innerWidth),
			"lines: " + (box(row).height > 40 ? 2 : 1),
			"text can be read: " + (code.scrollWidth <= code.clientWidth),
			"all is inside: " + inside,
			"lanes are inside: " + (box(document.querySelector(".graph")).right < box(code).left),
		]);
	}, 300);`, browsertest.Narrow, 700)
	want := []string{
		"scrolled to 0", "sideways: false", "lines: 2", "text can be read: true", "all is inside: true", "lanes are inside: true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
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
