package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A result is what became of the packages of a module.
type result struct {
	module
	built   int
	failed  []failure
	refused []refusal
	broken  []string // do not build as they are
}

// A failure is an instrumented package that does not build.
type failure struct{ path, said string }

// A refusal is a package that is not instrumented.
type refusal struct{ path, reason string }

// page prints the table, and what is to be said of single packages below it.
func page(w io.Writer, results []*result) error {
	var b strings.Builder
	b.WriteString("| module | packages that build | instrumented, they build | they do not | not instrumented | do not build as they are |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	built, failed, refused, broken := 0, 0, 0, 0
	for _, r := range results {
		name := r.path
		if r.version != "" {
			name += " " + r.version
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", name, r.built+len(r.failed)+len(r.refused), r.built, len(r.failed), len(r.refused), len(r.broken))
		built, failed, refused, broken = built+r.built, failed+len(r.failed), refused+len(r.refused), broken+len(r.broken)
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d | %d | %d |\n", built+failed+refused, built, failed, refused, broken)
	for _, r := range results {
		for _, f := range r.failed {
			fmt.Fprintf(&b, "\n%s does not build:\n\n```\n%s\n```\n", f.path, f.said)
		}
	}
	b.WriteString(reasons(results))
	_, err := io.WriteString(w, b.String())
	return err
}

// reasons lists why packages are not instrumented.
func reasons(results []*result) string {
	by := map[string][]string{}
	for _, r := range results {
		for _, f := range r.refused {
			by[f.reason] = append(by[f.reason], f.path)
		}
	}
	var b strings.Builder
	for _, reason := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(&b, "\nNot instrumented, as the package %s: %s.\n", reason, strings.Join(by[reason], ", "))
	}
	return b.String()
}
