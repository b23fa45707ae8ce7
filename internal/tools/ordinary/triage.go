package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/internal/modproxy"
)

// triageText says by hand what the findings of the second half are: a line has the module, the code, the function, the class and
// a reason, with bars between them. Behind the function may be a place, as in "f at dir/file.go:12", for findings in one function that
// have different causes.
//
//go:embed triage
var triageText string

// notes end the page: what was found in verified functions.
//
//go:embed notes.md
var notes string

// classes are the classes of findings.
var classes = []struct{ name, meaning string }{
	{"real", "a data race, or a lock misused"},
	{"rule", "breaks a rule that Calvin documents, though this code may get away with it"},
	{"missing", "the code may well be right, but it takes an annotation to say why"},
	{"false", "a false alarm: the code alone shows that it is right"},
}

// A key tells a finding in whatever order and place it is printed.
type key struct{ module, code, function string }

// A triage is the class of a finding, and why.
type triage struct{ class, reason string }

// parseTriage reads the classes of findings.
func parseTriage(text string) (map[key]triage, error) {
	all := map[key]triage{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 5 || !slices.ContainsFunc(classes, func(c struct{ name, meaning string }) bool { return c.name == parts[3] }) {
			return nil, fmt.Errorf("line %d of the triage: want MODULE | CODE | FUNCTION | CLASS | REASON, found %q", i+1, line)
		}
		k := key{parts[0], parts[1], parts[2]}
		if _, twice := all[k]; twice {
			return nil, fmt.Errorf("line %d of the triage: %s %s %s is there twice", i+1, k.module, k.code, k.function)
		}
		all[k] = triage{parts[3], parts[4]}
	}
	return all, nil
}

// triaged writes the findings of the second half with their classes. What ends unknown is no finding of this kind.
func (p *page) triaged(b *bytes.Buffer) {
	n, total := map[string]int{}, 0
	causes := map[triage]int{}
	var rows bytes.Buffer
	for _, r := range p.of(true) {
		if r.check == nil {
			continue
		}
		for _, f := range r.check.Findings {
			if f.Verdict != "refuted" {
				continue
			}
			c := p.triageOf(r.module, f)
			n[c.class]++
			causes[c]++
			total++
			fmt.Fprintf(&rows, "| %s | %s | %s | %s | %s | %s |\n",
				r.module.Path, cell(f.Function), f.Position, f.Code, c.class, cell(c.reason))
		}
	}
	fmt.Fprintf(b, "What was mended after the modules were checked says so; it counts as it was.\n\n")
	fmt.Fprintf(b, "| class | findings | of them | meaning |\n| --- | ---: | ---: | --- |\n")
	for _, c := range classes {
		fmt.Fprintf(b, "| %s | %d | %s | %s |\n", c.name, n[c.name], percent(n[c.name], total), c.meaning)
	}
	if open := n["open"]; open > 0 {
		fmt.Fprintf(b, "| open | %d | %s | not looked at by hand |\n", open, percent(open, total))
	}
	fmt.Fprintf(b, "\n### Why there are findings that are not real\n\n| findings | class | cause |\n| ---: | --- | --- |\n")
	for _, c := range slices.SortedFunc(maps.Keys(causes), func(x, y triage) int {
		return cmp.Or(cmp.Compare(causes[y], causes[x]), cmp.Compare(x.class, y.class), cmp.Compare(x.reason, y.reason))
	}) {
		if c.class != "real" {
			fmt.Fprintf(b, "| %d | %s | %s |\n", causes[c], c.class, cell(c.reason))
		}
	}
	fmt.Fprintf(b, "\n### Each finding\n\n| module | function | place | code | class | why |\n| --- | --- | --- | --- | --- | --- |\n%s", &rows)
}

// triageOf is what was found out about a finding: at its line, or else in its function.
func (p *page) triageOf(m modproxy.OrdinaryModule, f modproxy.Finding) triage {
	line := f.Position
	if i := strings.LastIndexByte(line, ':'); i >= 0 {
		line = line[:i] // without the column
	}
	for _, where := range []string{f.Function + " at " + line, f.Function} {
		if c, ok := p.triage[key{m.Path, f.Code, where}]; ok {
			return c
		}
	}
	return triage{"open", "not looked at: " + f.Message}
}
