// Package index takes the results of a whole run, as calvin check and calvin explore write them into a directory, and the history of
// earlier runs, and gives one HTML page: verdicts and how they changed, findings, packages, types, and what was relied on.
//
//	results.go  reads results
//	history.go  reads and writes the history
//	sources.go  counts functions and annotations in the source
//	index.go    the page as a whole
//	rows.go     its tables
//	markdown.go a summary for pages of others
//
// The page is one file and loads nothing. The same results and history give the same page.
package index

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report/page"
)

// PageName is the name of the page in a directory of results.
const PageName = "index.html"

// Options are what the page needs to know beside the results.
type Options struct {
	Title   string // of what was run, such as the module's path
	Version string // of calvin; may be empty
	// Source returns what the source says of the package in a directory, nil if it cannot be read. Directories are relative to the
	// one in which the commands ran.
	Source func(dir string) *Source
}

// A bar is a row of stretches.
type bar []stretch

// A stretch of a bar is a number of things with one verdict.
type stretch struct {
	Class, Name string
	N           int
	Delta       string // since the run before; empty for none
}

// A card is a box on top of the page.
type card struct {
	Title string
	Total int
	Bar   bar
	Words string // below the bar
}

// A column is a run in the chart of the history.
type column struct {
	Label, Time string
	Functions   bar
	Tests       bar
	Words       string // for who points at it
}

// maxRuns is how many runs the chart shows, the last.
const maxRuns = 30

// classes are the colours of verdicts.
var classes = map[string]string{
	"verified": "good", "ok": "good", "trusted": "fair", "skipped": "fair", "failed": "bad", "bug": "bad", "unknown": "open", "incomplete": "open",
	"error": "open", "concurrent": "good", "callers": "fair", "undecided": "open", "refuted": "bad", "ill-formed": "bad", "not checked": "none",
}

var (
	functionVerdicts = []string{"verified", "trusted", "unknown", "failed"}
	testVerdicts     = []string{"ok", "skipped", "incomplete", "error", "bug"}
	safeties         = []string{"concurrent", "callers", "undecided"}
)

// barOf makes a bar of numbers of each verdict, in order, with what has changed since before; nil for no comparison.
func barOf(order []string, now, before map[string]int) (b bar) {
	for _, name := range order {
		s := stretch{Class: classes[name], Name: name, N: now[name]}
		if before != nil && s.N != before[name] {
			s.Delta = fmt.Sprintf("%+d", s.N-before[name])
		}
		if s.N > 0 || s.Delta != "" {
			b = append(b, s)
		}
	}
	return b
}

// count counts verdicts.
func count(verdicts map[string]string) map[string]int {
	n := map[string]int{}
	for _, v := range verdicts {
		n[v]++
	}
	return n
}

//go:embed index.html
var indexHTML string

//go:embed index.css
var indexCSS string

//go:embed index.js
var indexJS string

var tmpl = template.Must(template.New("index").Funcs(template.FuncMap{"breaks": page.Breaks}).Parse(indexHTML))

// Write writes the page of the last run of a history, whose results these are.
func Write(w io.Writer, r *Results, h History, opts Options) error {
	script := page.ThemeScript + indexJS
	sum := sha256.Sum256([]byte(script))
	b := &builder{results: r, history: h, opts: opts, sources: map[string]*Source{}}
	data := map[string]any{
		"Title": opts.Title, "Version": opts.Version, "Label": h.last().Label, "Time": h.last().Time, "Seconds": fmt.Sprintf("%.1f s", r.Seconds),
		"Good": b.good(), "Class": b.class(), "Verdict": b.verdict(), "Problems": r.Problems, "Pages": r.Pages,
		"Cards": b.cards(), "Columns": b.columns(), "Runs": len(h), "Changes": split(b.changes(), 15), "Findings": split(b.findings(), 50), "Total": b.results.total(),
		"Packages": b.packages(), "Groups": b.groups(), "Types": b.types(), "Notes": b.notes(),
		"CSS": template.CSS(page.Colours + indexCSS), "JS": template.JS(script), "Hash": "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
	if err := tmpl.Execute(w, data); err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	return nil
}

// A list is divided into what is seen at once and the rest.
type list[T any] struct {
	N           int
	First, Rest []T
}

func split[T any](all []T, n int) list[T] {
	n = min(n, len(all))
	return list[T]{len(all), all[:n], all[n:]}
}

// A builder makes the parts of a page.
type builder struct {
	results *Results
	history History
	opts    Options
	sources map[string]*Source // by directory
	known   map[string]bool    // packages; see split
}

// before is the state before the last run, and whether there is one.
func (b *builder) before() (State, bool) {
	if n := len(b.history); n > 1 {
		return b.history[n-2], true
	}
	return State{}, false
}

// good reports whether nothing is wrong or open.
func (b *builder) good() bool {
	now := b.history.last()
	for _, all := range []map[string]string{now.Functions, now.Tests} {
		for _, v := range all {
			if c := classes[v]; c != "good" && c != "fair" {
				return false
			}
		}
	}
	return len(b.results.Findings)+len(b.results.Problems) == 0 && len(now.Functions)+len(now.Tests) > 0
}

// class is the colour of the run.
func (b *builder) class() string {
	if b.good() {
		return "good"
	}
	now := b.history.last()
	bad := func(verdict string) bool { return classes[verdict] == "bad" }
	if slices.ContainsFunc(b.results.Findings, func(f Finding) bool { return bad(f.Verdict) }) ||
		len(b.results.Problems) > 0 || count(now.Functions)["failed"]+count(now.Tests)["bug"] > 0 {
		return "bad"
	}
	return "open"
}

// verdict is the run in a few words.
func (b *builder) verdict() string {
	now := b.history.last()
	functions, tests := count(now.Functions), count(now.Tests)
	var words []string
	say := func(n int, one, many string) {
		if n == 1 {
			words = append(words, "1 "+one)
		} else if n > 1 {
			words = append(words, fmt.Sprintf("%d %s", n, many))
		}
	}
	say(len(b.results.Problems), "problem", "problems")
	say(b.results.total(), "finding", "findings")
	say(functions["failed"], "function failed", "functions failed")
	say(tests["bug"], "test with a bug", "tests with a bug")
	say(functions["unknown"], "function unknown", "functions unknown")
	say(b.results.PutOff, "of them put off", "of them put off")
	say(tests["incomplete"]+tests["error"], "test not explored to the end", "tests not explored to the end")
	switch {
	case len(words) > 0:
		return strings.Join(words, ", ")
	case len(now.Functions)+len(now.Tests) == 0:
		return "nothing was looked at"
	}
	return "nothing found"
}

// cards are the boxes on top.
func (b *builder) cards() (cards []card) {
	now := b.history.last()
	before, compared := b.before()
	counted := func(m map[string]string) map[string]int {
		if !compared {
			return nil
		}
		return count(m)
	}
	if len(now.Functions) > 0 {
		c := card{Title: "Functions", Total: len(now.Functions), Bar: barOf(functionVerdicts, count(now.Functions), counted(before.Functions))}
		if !b.results.Checked {
			c.Words = "of an earlier run: calvin check did not run"
		}
		cards = append(cards, c)
	}
	if len(now.Tests) > 0 {
		c := card{Title: "Tests", Total: len(now.Tests), Bar: barOf(testVerdicts, count(now.Tests), counted(before.Tests))}
		if !b.results.Explored {
			c.Words = "of an earlier run: calvin explore did not run"
		}
		cards = append(cards, c)
	}
	if len(b.results.Types) > 0 {
		n := map[string]int{}
		for _, t := range b.results.Types {
			n[t.Safety]++
		}
		cards = append(cards, card{Title: "Types", Total: len(b.results.Types), Bar: named(barOf(safeties, n, nil))})
	}
	if c, ok := b.annotations(); ok {
		cards = append(cards, c)
	}
	return cards
}

// named has the words of people in place of those of the JSON form.
func named(b bar) bar {
	for i, s := range b {
		switch s.Name {
		case "concurrent":
			b[i].Name = "safe"
		case "callers":
			b[i].Name = "callers synchronise"
		}
	}
	return b
}

// columns are the last runs.
func (b *builder) columns() (columns []column) {
	for i, s := range b.history {
		if i < len(b.history)-maxRuns {
			continue
		}
		c := column{Label: s.Label, Time: s.Time, Functions: barOf(functionVerdicts, count(s.Functions), nil), Tests: barOf(testVerdicts, count(s.Tests), nil)}
		var words []string
		for _, s := range slices.Concat(c.Functions, c.Tests) {
			words = append(words, fmt.Sprintf("%d %s", s.N, s.Name))
		}
		c.Words = s.Label + ": " + strings.Join(words, ", ")
		columns = append(columns, c)
	}
	return columns
}
