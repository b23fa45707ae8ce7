package main

import (
	"fmt"
	"strings"

	"github.com/calvin-go/calvin/library"
)

const typesHead = `
## Types: who synchronises

May several goroutines use one value of a type at the same time, or do callers have to keep them apart? Three answers stand side by side:

- *derived*: what the source says, by [package summary](soundness.md#summaries-of-other-code-internalsummary). Callers synchronise if a method may write,
  while it holds no lock, a variable that the type's fields lead to. These methods are listed, the first three of them. What stands behind an interface, such as the
  writer of an encoder, is not looked at. The analysis puts objects in one class that may be the same, so it may accuse a method that writes something else;
- *documented*: what the documentation says, in its words. If it says nothing, callers synchronise, by convention;
- *taken for*: what Calvin does. Of a type that is *safe* it asks no call for the right to use the value. So it does of a type that is *made*,
  but for the methods that write: they make a value before goroutines share it. Of a type whose *callers* synchronise it asks each call of a method, and the values are owned by guards ([language.md](language.md)). It takes the rest for neither: a call accesses what it is passed, as the row of the
  function says, and what nobody checks is listed as an assumption. Two goroutines of one function may use a value that is *made* or *open* at once if both methods only read.

Where the source and the documentation differ, or Calvin goes by neither, the last column says who is right. A test derives the table from the source of the
standard library and finds the words in its comments. ` + "`go run ./internal/tools/summaries -types`" + ` writes what is derived into ` + "`library/types.txt`" + `.

`

// shownMethods is how many methods a row of the table names.
const shownMethods = 3

// synchronising returns the table of types.
func synchronising() string {
	var b strings.Builder
	b.WriteString(typesHead)
	count := map[library.Use]int{}
	agree := 0
	for _, t := range library.Types() {
		count[t.Taken]++
		if (t.Derived() == library.Safe) == (t.Documented == library.Safe) {
			agree++
		}
	}
	fmt.Fprintf(&b, "%d types, of which Calvin takes %d for safe and %d for their callers'. Source and documentation agree on %d.\n\n",
		len(library.Types()), count[library.Safe], count[library.Callers], agree)
	b.WriteString("| type | derived | documented | taken for | who is right |\n| --- | --- | --- | --- | --- |\n")
	for _, t := range library.Types() {
		derived := string(t.Derived())
		if n := len(t.Unlocked); n > 0 {
			derived += ": " + strings.Join(t.Unlocked[:min(n, shownMethods)], ", ")
			if n > shownMethods {
				derived += fmt.Sprintf(" and %d more", n-shownMethods)
			}
		}
		documented := string(t.Documented)
		if t.Quote != "" {
			documented += fmt.Sprintf(": “%s”", t.Quote)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", t.Name, derived, documented, t.Taken, t.Why)
	}
	return b.String()
}
