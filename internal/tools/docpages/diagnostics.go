package main

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// families are what the first two digits of a code stand for.
var families = []struct{ prefix, title, words string }{
	{"CV01", "Access", "Which goroutine may access a variable, and which accesses may race."},
	{"CV02", "Locks and waiting", "A goroutine acquires, releases or awaits a lock in a way that ends in a deadlock or a panic."},
	{"CV03", "Contracts", "A function must take effect in the atomic actions that its contract names, and in no other way."},
	{"CV04", "Calls and goroutines", "What the caller must establish before a call or a `go` statement."},
	{"CV05", "Assertions, invariants, ownership", "Conditions that must hold of states and of objects."},
	{"CV06", "Run-time panics", "Operations at which the Go runtime would panic. With `-panics=false` Calvin assumes that none of them does."},
	{"CV07", "Annotations by themselves", "Annotations that contradict each other, or that no state satisfies. From them Calvin could prove anything."},
	{"CV08", "Ill-formed annotations", "Errors in the annotations themselves, with exit code 2. Calvin never skips an annotation."},
	{"CV09", "Not decided", "Calvin could not decide. The function counts as unknown, never as verified. It may be right."},
}

const head = `# What calvin check finds

Each code has a page. It says what the finding means. Most pages show a small program with the finding and one without; a test
checks both. ` + "`calvin explain CODE`" + ` prints the page. Findings of ` + "`calvin explore`" + ` have kinds instead of codes:
[explore.md](explore.md) lists them.

` + "`go run ./internal/tools/docpages`" + ` writes this list.
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
