package main

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// families are what the first two digits of a code stand for.
var families = []struct{ prefix, title, words string }{
	{"CV01", "Access", "Who may touch a variable, and that two accesses do not race."},
	{"CV02", "Locks and waiting", "Locks that are taken, given back or waited for in a way that cannot end well."},
	{"CV03", "Contracts", "That a function takes effect in the atomic steps that its contract names, and in no other way."},
	{"CV04", "Calls and goroutines", "What a call or a `go` statement must bring along."},
	{"CV05", "Assertions, invariants, ownership", "What is promised of states and of objects."},
	{"CV06", "Run-time panics", "What the Go runtime would stop the program for. `-panics=false` assumes that it does not happen."},
	{"CV07", "Annotations by themselves", "Annotations that contradict each other, or that nothing can satisfy: a proof from them would prove anything."},
	{"CV08", "Ill-formed annotations", "Errors in what is written, with exit code 2. No annotation is ever passed over."},
	{"CV09", "Not decided", "The function is unknown, which is never the same as verified. It may be right."},
}

const head = `# What calvin check finds

Each code has a page: what it means and, where that can be shown in a few lines, a program that earns it and one that is right;
these are run by a test. In a terminal ` + "`calvin explain CODE`" + ` shows it. What ` + "`calvin explore`" + ` finds has no codes but kinds: [explore.md](explore.md).

This list is written by ` + "`go run ./internal/tools/docpages`" + `.
`

// diagnostics returns the page of all codes.
func diagnostics() (string, error) {
	var b strings.Builder
	b.WriteString(head)
	listed := 0
	for _, f := range families {
		fmt.Fprintf(&b, "\n## %s: %s\n\n%s\n\n| code | finding | |\n| --- | --- | --- |\n", f.prefix, f.title, f.words)
		for _, c := range report.Codes() {
			if !strings.HasPrefix(c.Code, f.prefix) {
				continue
			}
			text, ok := report.Explain(c.Code)
			if !ok {
				return "", fmt.Errorf("%s has no page", c.Code)
			}
			fmt.Fprintf(&b, "| [%s](../report/explain/%[1]s.md) | %s | %s |\n", c.Code, c.Title, strings.ReplaceAll(beginning(text), "|", `\|`))
			listed++
		}
	}
	if n := len(report.Codes()); listed != n {
		return "", fmt.Errorf("%d of %d codes belong to no family", n-listed, n)
	}
	return b.String(), nil
}

// beginning is the first sentence of a page's text.
func beginning(page string) string {
	_, rest, _ := strings.Cut(page, "\n\n") // after the title
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	paragraph = strings.Join(strings.Fields(paragraph), " ")
	code := false
	for i, r := range paragraph {
		switch {
		case r == '`':
			code = !code
		case r == '.' && !code && (i+1 == len(paragraph) || paragraph[i+1] == ' '):
			return paragraph[:i+1]
		}
	}
	return paragraph
}
