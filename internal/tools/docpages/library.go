package main

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/library"
)

const libraryHead = `# What Calvin assumes of the standard library

The table has a row for each function and method that Calvin knows. For a function without a row, of the standard library or of another module,
Calvin derives one from its source ([soundness.md](soundness.md#calls-of-functions-with-a-row)). Where that says nothing either, the report lists
the call by name, and it may write what its arguments lead to. A contract in a file of your own says more
([language.md](language.md#contract-files)). A row without clauses describes a plain
function. It reads what its arguments lead to, writes nothing, keeps nothing, calls nothing back, and returns without a panic for all
arguments of its types. No row covers a nil receiver. Clauses say where a function differs from a plain one:

| clause | |
| --- | --- |
| ` + "`requires C`" + ` | it panics unless C holds; Calvin asserts C at each call ([CV0615](../report/explain/CV0615.md)) |
| ` + "`asks C`" + ` | it does not panic if C holds, and may or may not panic otherwise; Calvin asserts C at each call |
| ` + "`believed T`" + ` | it may panic unless T is true, which no condition can say; the report lists T as an assumption at each call |
| ` + "`ensures C`" + ` | C holds of its results, by their names, or of ` + "`result`" + ` |
| ` + "`writes P`" + ` | it writes what the argument P refers to: elements up to the capacity, entries, the variable behind a pointer |
| ` + "`keeps P`" + ` | what P refers to is still reachable after the call: through the receiver, another argument, a goroutine |
| ` + "`aliases P`" + ` | its results lead to memory that P refers to |
| ` + "`copies P`" + ` | its results, or what it writes, hold copies of the elements or entries of P |
| ` + "`calls P`" + ` | it calls the function P, or methods of P, before it returns |
| ` + "`later P`" + ` | it calls the function P after it has returned, or in another goroutine |
| ` + "`prints P`" + ` | it may call methods of P that print |
| ` + "`fresh R`" + ` | the result R leads only to memory that the call has made; only in derived rows |
| ` + "`unknown T`" + ` | it may run code of which nothing is known, as T says; only in derived rows |
| ` + "`waits`" + `, ` + "`ends`" + `, ` + "`panics`" + `, ` + "`changes`" + ` | it may wait; it ends the program; it panics; it changes variables of its own package |

A test calls each function with edge cases: nil, empty values, huge and negative numbers, invalid UTF-8, NaN, and slices with spare
capacity or shared memory. It compares the row with what happens: whether the function panics, what it returns, what it writes, what
results and arguments lead to afterwards, and what it calls back. ` + "`go test ./library`" + ` runs it; ` + "`-calls=5000`" + ` or
` + "`-fuzz=FuzzConformance`" + ` runs it for longer.

` + "`go run ./internal/tools/docpages`" + ` writes this page.
`

// believed returns the page of the tables of package library.
func believed() string {
	var b strings.Builder
	b.WriteString(libraryHead)
	b.WriteString(synchronising())
	b.WriteString("\n## Functions\n")
	fmt.Fprintf(&b, "\n%d functions:\n", len(library.Rows()))
	pkg := ""
	for _, r := range library.Rows() {
		if r.Package() != pkg {
			if pkg != "" {
				b.WriteString("```\n")
			}
			pkg = r.Package()
			fmt.Fprintf(&b, "\n### %s\n\n```\n", pkg)
		}
		b.WriteString(r.Text + "\n")
	}
	b.WriteString("```\n")
	return b.String()
}
