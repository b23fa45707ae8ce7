package index

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/browsertest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a golden file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("run with -update if this is right:\n%s", d)
	}
}

// written is the page of the results in testdata/run, after the runs that its history has.
func written(t *testing.T) (string, History) {
	t.Helper()
	r, err := Read("testdata/run")
	if err != nil {
		t.Fatal(err)
	}
	h, err := ReadHistory("testdata/run/" + HistoryName)
	if err != nil {
		t.Fatal(err)
	}
	h = h.Add("c2", "2026-01-04T00:00:00Z", r)
	var b strings.Builder
	err = Write(&b, r, h, Options{Title: "m", Version: "v0", Source: func(dir string) *Source {
		if dir == "a" {
			return &Source{Functions: 5, Annotations: map[string]int{"guarded_by": 2, "atomic": 1, "ensures": 2}}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), h
}

// TestPage compares the page, without its style and script, and the history with golden files.
func TestPage(t *testing.T) {
	page, h := written(t)
	body := regexp.MustCompile(`(?s)<style>.*?</style>`).ReplaceAllString(page, "<style></style>")
	body = regexp.MustCompile(`(?s)<script>.*?</script>`).ReplaceAllString(body, "<script></script>")
	body = regexp.MustCompile(`'sha256-[^']*'`).ReplaceAllString(body, "'sha256-'")
	golden(t, "page.golden", body)
	lines, err := h.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "history.golden", string(lines))
	if again, _ := written(t); again != page {
		t.Error("the same results give another page")
	}
}

// TestMarkdown compares the summary with a golden file.
func TestMarkdown(t *testing.T) {
	r, err := Read("testdata/run")
	if err != nil {
		t.Fatal(err)
	}
	_, h := written(t)
	var b strings.Builder
	if err := Markdown(&b, r, h); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.golden", b.String())
	r.Findings = slices.Repeat(r.Findings, mostFindings)
	b.Reset()
	if err := Markdown(&b, r, h); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\nand 100 more\n") {
		t.Error("of many findings it does not say how many more there are")
	}
}

// TestHostile: nothing that a finding says becomes a part of the page, and the page loads nothing.
func TestHostile(t *testing.T) {
	page, _ := written(t)
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d scripts, want the one of the page", n)
	}
	if !strings.Contains(page, "&lt;/script&gt;") {
		t.Error("the page does not show what it must not obey")
	}
	for _, re := range []string{`\ssrc\s*=[^=]*https?:`, `@import`, `url\(`, `<link [^>]*href="[^d]`, `<iframe`, `fetch\(`} {
		if m := regexp.MustCompile(re).FindString(page); m != "" {
			t.Errorf("the page has %q", m)
		}
	}
}

// TestHistory: what is written is what is read, a run with the label of the last takes its place, and what did not run keeps its verdicts.
func TestHistory(t *testing.T) {
	functions := func(verdict string) *Results {
		return &Results{Checked: true, Functions: []Function{{Package: "m", Function: "F", Verdict: verdict}, {Package: "m", Function: "F", Verdict: "verified"}}}
	}
	tests := &Results{Explored: true, Tests: []Test{{Package: "m", Test: "TestX", Verdict: "ok"}}}
	var h History
	h = h.Add("a", "", functions("failed"))
	h = h.Add("b", "", functions("unknown"))
	h = h.Add("b", "", functions("trusted"))
	h = h.Add("c", "t", tests)
	if got := h.Add("e", "", &Results{Checked: true, Findings: []Finding{{Verdict: "ill-formed"}}}); got.last().Functions["m.F"] != "trusted" {
		t.Error("a function that was not looked at, as an annotation is in error, has lost its verdict")
	}
	h = h.Add("d", "", &Results{Checked: true})
	want := History{
		{"a", "", map[string]string{"m.F": "failed"}, nil},
		{"b", "", map[string]string{"m.F": "trusted"}, nil},
		{"c", "t", map[string]string{"m.F": "trusted"}, map[string]string{"m.TestX": "ok"}},
		{"d", "", map[string]string{}, map[string]string{"m.TestX": "ok"}},
	}
	if d := cmp.Diff(want, h); d != "" {
		t.Error(d)
	}
	lines, err := h.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), HistoryName)
	if err := os.WriteFile(file, lines, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := ReadHistory(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := got.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(lines), string(again)); d != "" {
		t.Error(d)
	}
}

// TestErrors: what is wrong with the files in a directory is said with the file and the line.
func TestErrors(t *testing.T) {
	const summary = `{"kind":"summary","assumptions":0}` + "\n"
	for _, test := range []struct{ name, file, text, want string }{
		{"no file", "x.txt", "", "there are no results: calvin check -json"},
		{"no JSON", "check.json", summary + "panic: x\n", "check.json: line 2 is no result of calvin"},
		{"cut", "check.json", `{"kind":"func`, "check.json: line 1 is no result of calvin"},
		{"another kind", "check.json", `{"kind":"verdict"}`, `check.json: line 1: results of the kind "verdict" are not known: another version of calvin may have written them`},
		{"another verdict", "check.json", `{"kind":"function","verdict":"proved","assumptions":[]}`, `check.json: line 1: a function with the verdict "proved" is not known`},
		{"no verdict", "check.json", `{"kind":"test"}`, `check.json: line 1: a test with the verdict "" is not known`},
		{"other JSON", "package.json", `{"name":"x"}`, "package.json: line 1: it has no kind, so it is no result of calvin"},
		{"another form", "check.json", `{"kind":"function","verdict":"failed","assumptions":3}`, "check.json: line 1: assumptions: "},
		{"SARIF", "a.json", "{\n\t\"version\": \"2.1.0\"\n}", "a.json: line 1 is no result of calvin"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, test.file), []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Read(dir)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	if _, err := Read(filepath.Join(t.TempDir(), "gone")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("%v, want that there is no directory", err)
	}
	for text, want := range map[string]string{
		`{"version":2}`: "history.jsonl: line 1 has version 2, and this is calvin with version 1",
		`{}`:            "history.jsonl: line 1 has version 0",
		"\nx":           "history.jsonl: line 2 is no run",
	} {
		file := filepath.Join(t.TempDir(), HistoryName)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadHistory(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestProblems: a command that did not do its work is no good run.
func TestProblems(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"kind":"error","message":"m","problems":[{"position":"a.go:1:2","text":"undefined: x"}]}`, "a.go:1:2: undefined: x"},
		{`{"kind":"function","package":"m","function":"F","verdict":"verified","assumptions":[]}`, "check.json is not complete: the command ended before its last line"},
		{"", "check.json is not complete: the command ended before its last line"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "check.json"), []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{test.want}, r.Problems); d != "" {
			t.Error(d)
		}
		var b strings.Builder
		if err := Write(&b, r, History(nil).Add("a", "", r), Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), `<h1 class="bad">1 problem</h1>`) {
			t.Error("the page does not say so")
		}
	}
}

// TestStalePage: findings do not lead to a page of another run.
func TestStalePage(t *testing.T) {
	r, err := Read("testdata/run")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Link)
	}
	if d := cmp.Diff([]string{"check.html#f1", "check.html#f2", ""}, got); d != "" { // explore.html has two, and there is one bug
		t.Error(d)
	}
}

func TestReadSource(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":      "package a\n\ntype T struct {\n\t//calvin:guarded_by mu\n\tn int\n\t// +checklocks:mu\n\tm int\n}\n\nfunc F() {}\n\nfunc G()\n\n// calvin:no annotation\nfunc (T) H() { _ = \"//calvin:atomic\" }\n",
		"a_test.go": "package a\n\nfunc TestF() {}\n",
		"b.go":      "//go:build never\n\npackage a\n\nfunc I() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := &Source{Functions: 2, Annotations: map[string]int{"guarded_by": 1, "+checklocks": 1}}
	if d := cmp.Diff(want, ReadSource(dir)); d != "" {
		t.Error(d)
	}
	if got := ReadSource(t.TempDir()); got != nil {
		t.Errorf("an empty directory has %v", got)
	}
}

// TestBrowser filters the functions, and looks whether the page fits a narrow screen.
func TestBrowser(t *testing.T) {
	page, _ := written(t)
	if dom := browsertest.DOM(t, page, 1300, 900); !strings.Contains(dom, `<html lang="en" class="js">`) {
		t.Error("the script has not run under the policy of the page")
	}
	got := browsertest.Run(t, page, `
		const out = [], $ = (sel) => document.querySelector(sel);
		const seen = () => [...document.querySelectorAll(".subjects li")].filter((li) => li.closest("details").open && !li.hidden).map((li) => li.querySelector("b").textContent).join(", ");
		const text = $("[type=search]");
		const find = (s) => { text.value = s; text.dispatchEvent(new Event("input")); };
		out.push("all: " + seen());
		find("SLOW"); out.push("find: " + seen() + "; " + $(".hits").textContent);
		find("yaml"); out.push("by package: " + seen());
		find(""); $("[type=checkbox]").click(); out.push("wrong or open: " + seen());
		$("[type=checkbox]").click(); out.push("again: " + seen() + $(".hits").textContent);
		out.push("sideways: " + (document.documentElement.scrollWidth > innerWidth));
		const ground = () => getComputedStyle(document.body).backgroundColor;
		const grounds = [ground()];
		for (let i = 0; i < 2; i++) { $("#theme").click(); grounds.push(ground()); }
		out.push("theme: " + grounds.join(", then "));
		$("#result").textContent = JSON.stringify(out);`, browsertest.Narrow, 900)
	want := []string{
		"all: (*T).Set, TestSet, (*T).Slow, (*T).Get, (*T).Slow$1, TestGet",
		"find: (*T).Slow, (*T).Slow$1; 2 found",
		"by package: F",
		"wrong or open: (*T).Set, TestSet, (*T).Slow",
		"again: (*T).Set, TestSet, (*T).Slow, (*T).Get, (*T).Slow$1, TestGet",
		"sideways: false",
		"theme: rgb(255, 255, 255), then rgb(255, 255, 255), then rgb(20, 22, 26)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
