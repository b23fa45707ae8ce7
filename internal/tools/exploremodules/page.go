package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// markdown is the page of the results.
func markdown(results []result) string {
	var b strings.Builder
	summary(&b, results, func(p *pkg) []test { return p.Tests })
	unbuilt(&b, results)
	if leak := slices.ContainsFunc(results, func(r result) bool {
		return slices.ContainsFunc(r.Packages, func(p pkg) bool { return len(p.Again) > 0 })
	}); leak {
		b.WriteString("\n## Tests that leak, explored again without regard to leaks\n\n")
		summary(&b, results, func(p *pkg) []test { return p.Again })
	}
	findings(&b, results)
	for _, s := range sections {
		s.write(&b, results)
	}
	return b.String()
}

// Columns of a table of modules: tests by what became of them.
type columns struct{ tests, ok, bounded, part, bugs, failed int }

func count(tests []test) columns {
	c := columns{tests: len(tests)}
	for _, t := range tests {
		switch {
		case t.Verdict == "ok":
			c.ok++
		case t.Verdict == "bug":
			c.bugs++
		case t.Verdict == "error":
			c.failed++
		case t.Bound >= 0:
			c.bounded++
		default:
			c.part++
		}
	}
	return c
}

// summary writes a row for each module that has such tests.
func summary(b *strings.Builder, results []result, of func(*pkg) []test) {
	b.WriteString("| module | budget | tests | completely | within a bound | in part | with a finding | not explored |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name, budget string, tests []test) {
		c := count(tests)
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n", name, budget, c.tests, c.ok, c.bounded, c.part, c.bugs, c.failed)
	}
	var all []test
	for _, r := range results {
		var tests []test
		for i := range r.Packages {
			tests = append(tests, of(&r.Packages[i])...)
		}
		name := r.Module + " " + r.Version
		if r.Partial {
			name += " (unfinished)"
		}
		if len(tests) > 0 {
			row(name, fmt.Sprintf("%.0f s", r.Budget.Seconds()), tests)
			all = append(all, tests...)
		}
	}
	row("all", "", all)
}

// unbuilt says which packages have no results, and why.
func unbuilt(b *strings.Builder, results []result) {
	for _, r := range results {
		for _, p := range r.Packages {
			if p.Error != "" {
				fmt.Fprintf(b, "\n%s could not be built, so none of its tests was explored:\n\n```\n%s\n```\n", p.Path, p.Error)
			}
		}
	}
}

// goroutine is the number of a goroutine, which is another in every schedule.
var goroutine = regexp.MustCompile(`\bgoroutine \d+ `)

// findings writes a row for what was found at one place, with the tests that find it.
func findings(b *strings.Builder, results []result) {
	b.WriteString("\n## Findings\n\n| package | kind | place | what | tests |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range results {
		for _, p := range r.Packages {
			rows := grouped{}
			for _, t := range slices.Concat(p.Tests, p.Again) {
				if t.Bug == nil {
					continue
				}
				what := strings.Join(strings.Fields(t.Bug.Message), " ")
				what = goroutine.ReplaceAllString(what, "goroutine ")
				kind := t.Bug.Kind
				if t.Bug.Clock == "any" {
					kind += ", timers firing at any time"
				}
				rows.add(fmt.Sprintf("%s | %s | %s", kind, cell(t.Bug.Position), elided(cell(what))), t.Test)
			}
			rows.write(b, p.Path)
		}
	}
}

// A grouped has the tests of a package by what they have in common.
type grouped map[string][]string

func (g grouped) add(what, test string) { g[what] = append(g[what], test) }

func (g grouped) write(b *strings.Builder, path string) {
	for _, what := range slices.Sorted(maps.Keys(g)) {
		fmt.Fprintf(b, "| %s | %s | %s |\n", path, what, some(g[what]))
	}
}

// A section lists tests by a reason that they have.
type section struct {
	title   string
	reasons func(t *test) []string
}

var sections = []section{
	{"Not explored", func(t *test) []string {
		if t.Verdict != "error" {
			return nil
		}
		return []string{t.Reason}
	}},
	{"Outside control", func(t *test) []string { return t.OutOfControl }},
	{"Cut off", func(t *test) []string {
		if t.Truncated == 0 {
			return nil
		}
		return []string{"an execution has too many steps, goes round a loop that changes something each time, or goes on in time after the test"}
	}},
}

// write writes a row a reason, with the tests of a package that have it.
func (s section) write(b *strings.Builder, results []result) {
	var rows strings.Builder
	for _, r := range results {
		for _, p := range r.Packages {
			tests := grouped{}
			for _, t := range p.Tests {
				for _, reason := range s.reasons(&t) {
					first, _, _ := strings.Cut(reason, "\n")
					tests.add(cell(first), t.Test)
				}
			}
			tests.write(&rows, p.Path)
		}
	}
	if rows.Len() > 0 {
		fmt.Fprintf(b, "\n## %s\n\n| package | reason | tests |\n| --- | --- | --- |\n%s", s.title, &rows)
	}
}

// some names the first few tests.
func some(tests []string) string {
	const shown = 4
	if len(tests) <= shown {
		return strings.Join(tests, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(tests[:shown], ", "), len(tests)-shown)
}

// elided is the beginning of a text that is long.
func elided(s string) string {
	const most = 120
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// cache and goroot are where the module cache and the standard library are, which is elsewhere on other machines.
var (
	cache  = regexp.MustCompile(`/\S*/pkg/mod/`)
	goroot = regexp.MustCompile(`/\S*/go/src/`)
)

// cell is a text as one cell of a table.
func cell(s string) string {
	s = goroot.ReplaceAllString(cache.ReplaceAllString(s, ""), "")
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}
