package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// intro begins the page.
//
//go:embed intro.md
var intro string

// pageOf is the page.
func pageOf(rows []row, every int) []byte {
	var b bytes.Buffer
	b.WriteString(intro)
	fmt.Fprintf(&b, "\nOf the packages, one of %d was checked.\n", every)
	b.WriteString("\n| solver | functions | same verdict | verified by it alone | verified by the first alone | failed for one, unknown for the other | time |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range rows {
		if r.results.Packages > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %.1f × |\n",
				label(r), len(r.results.Verdicts), r.same, len(r.proves), len(r.misses), r.other, r.ratio)
		}
	}
	b.WriteString("\n| solver | calls contradictory what can be true |\n| --- | --- |\n")
	for _, r := range rows {
		wrong := "nothing"
		if len(r.results.Wrong) > 0 {
			wrong = strings.Join(r.results.Wrong, ", ")
		}
		if len(r.results.Unanswered) > 0 {
			wrong += "; no answer to " + strings.Join(r.results.Unanswered, ", ")
		}
		if r.results.Refused != "" {
			wrong += "; " + r.results.Refused
		}
		fmt.Fprintf(&b, "| %s | %s |\n", label(r), wrong)
	}
	list(&b, "Verified by another than the first alone", rows, func(r row) []string { return r.proves })
	list(&b, "Verified by the first alone", rows, func(r row) []string { return r.misses })
	return b.Bytes()
}

// label names a solver: its version, and how it is asked.
func label(r row) string { return strings.TrimPrefix(r.results.Version, "z3 ") }

// list writes the functions that a solver differs about.
func list(b *bytes.Buffer, title string, rows []row, of func(row) []string) {
	begun := false
	for _, r := range rows {
		for _, f := range of(r) {
			if !begun {
				fmt.Fprintf(b, "\n## %s\n\n", title)
				begun = true
			}
			fmt.Fprintf(b, "- %s: %s\n", label(r), f)
		}
	}
}
