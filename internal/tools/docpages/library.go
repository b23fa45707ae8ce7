package main

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/library"
)

const libraryHead = `# What is believed of the standard library

A row for each function and method that is believed. Of all others nothing is known: a call counts as one of code that is not at
hand, is listed by name, and may write what it is passed. A row without clauses is of a plain function: it reads what its
arguments lead to, writes nothing, keeps nothing, calls nothing back, and returns without a panic whatever arguments of its types
it is given; no row is about a nil receiver. Clauses say in what a function is not plain:

| clause | |
| --- | --- |
| ` + "`requires C`" + ` | it panics unless C holds; asserted at each call ([CV0615](../report/explain/CV0615.md)) |
| ` + "`asks C`" + ` | it may panic unless C holds, which may be more than it needs; asserted at each call |
| ` + "`believed T`" + ` | it may panic unless T is so, which no condition can say; listed as an assumption at each call |
| ` + "`ensures C`" + ` | C holds of its results, by their names, or of ` + "`result`" + ` |
| ` + "`writes P`" + ` | it writes what the argument P refers to: elements up to the capacity, entries, the variable behind a pointer |
| ` + "`keeps P`" + ` | what P refers to can be reached afterwards: through the receiver, another argument, a goroutine |
| ` + "`aliases P`" + ` | its results lead to memory that P refers to |
| ` + "`copies P`" + ` | its results, or what it writes, hold copies of the elements or entries of P |
| ` + "`calls P`" + ` | it calls the function P, or methods of P, before it returns |
| ` + "`later P`" + ` | it calls the function P afterwards, or in another goroutine |
| ` + "`prints P`" + ` | it may call methods of P that print |
| ` + "`waits`" + `, ` + "`ends`" + `, ` + "`panics`" + `, ` + "`changes`" + ` | it may wait; it ends the program; it panics; it changes variables of its own package |

A test calls every one of them with arguments that hit edges (nil, empty, huge and negative numbers, invalid UTF-8, NaN, slices with
spare capacity and such that share memory), and compares whether it panics, its results, what was written, what results and
arguments lead to afterwards, and what was called with what the row says: ` + "`go test ./library`, for longer with `-calls=5000`, or\n`-fuzz=FuzzConformance`" + `.

This page is written by ` + "`go run ./internal/tools/docpages`" + `.
`

// believed returns the page of the tables of package library.
func believed() string {
	var b strings.Builder
	b.WriteString(libraryHead)
	fmt.Fprintf(&b, "\n%d functions:\n", len(library.Rows()))
	pkg := ""
	for _, r := range library.Rows() {
		if r.Package() != pkg {
			if pkg != "" {
				b.WriteString("```\n")
			}
			pkg = r.Package()
			fmt.Fprintf(&b, "\n## %s\n\n```\n", pkg)
		}
		b.WriteString(r.Text + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}
