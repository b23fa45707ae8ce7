package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

// intro begins the page.
//
//go:embed intro.md
var intro string

// latency ends it. Command editlatency writes the tables in it.
//
//go:embed latency.md
var latency string

// Results are those of all tables.
type results []part

// A part has the results of a table.
type part struct {
	title   string
	results []result
}

// count says how many rows have a verdict.
func (p part) count(v verdict) int {
	n := 0
	for _, r := range p.results {
		if r.verdict == v {
			n++
		}
	}
	return n
}

// exit is the exit code: 1 if rows are handled badly without a reason that is known, or well in spite of one.
func (rs results) exit(stderr io.Writer) int {
	code := 0
	for _, p := range rs {
		for _, r := range p.results {
			switch {
			case r.verdict == badly && r.row.bad == "":
				fmt.Fprintf(stderr, "%s %s: %s\n", r.number, r.row.ask, r.reason)
				code = 1
			case r.verdict == well && r.row.bad != "":
				fmt.Fprintf(stderr, "%s %s: is handled well, though the table has a reason why it is not\n", r.number, r.row.ask)
				code = 1
			}
		}
	}
	return code
}

// pageOf is the page.
func pageOf(rs results) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	b.WriteString("\n| part | rows | well | badly | left out |\n| --- | ---: | ---: | ---: | ---: |\n")
	var all part
	for _, p := range rs {
		summary(&b, p)
		all.results = append(all.results, p.results...)
	}
	all.title = "all"
	summary(&b, all)
	for i, p := range rs {
		if len(p.results) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %d. %s\n\n| | asked | now | |\n| --- | --- | --- | --- |\n", i+1, p.title)
		for _, r := range p.results {
			now := code(r.saw)
			if r.verdict != well {
				now = cell(r.reason)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.number, cell(r.row.ask), now, r.verdict)
		}
	}
	fmt.Fprintf(&b, "\n%s", latency)
	return b.Bytes()
}

func summary(b *bytes.Buffer, p part) {
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", p.title, len(p.results), p.count(well), p.count(badly), p.count(leftOut))
}

// cell is a text as a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(text)
}

// code is what a program printed, as a cell of a table. A link in it is none of the page's.
func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.NewReplacer("|", `\|`, "\n", " ", "`", "'", "\t", " ", "](", "] (").Replace(text) + "`"
}
