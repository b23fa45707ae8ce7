package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// triageText says by hand what each failure of a function of gVisor is: a line has the function, the code of its first finding,
// the class and a reason, with bars between them.
//
//go:embed gvisor.triage
var triageText string

// kinds are the classes of failures.
var kinds = map[string]string{
	"real":    "a data race, or what the annotations forbid",
	"missing": "the code may well be right, but nothing that is annotated says so",
	"false":   "a false alarm: what is annotated says that it is right",
}

// A triage is the class of a failure, and why.
type triage struct{ kind, reason string }

// parseTriage reads the classes by function and code.
func parseTriage(text string) (map[[2]string]triage, error) {
	all := map[[2]string]triage{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 4 || kinds[parts[2]] == "" {
			return nil, fmt.Errorf("line %d of the triage: want FUNCTION | CODE | CLASS | REASON, found %q", i+1, line)
		}
		key := [2]string{parts[0], parts[1]}
		if _, twice := all[key]; twice {
			return nil, fmt.Errorf("line %d of the triage: %s %s is there twice", i+1, parts[0], parts[1])
		}
		all[key] = triage{parts[2], parts[3]}
	}
	return all, nil
}

// triaged writes the failures with their classes, and returns those that have none.
func triaged(b *bytes.Buffer, functions []outcome, classes map[[2]string]triage) (open []string) {
	type row struct {
		outcome
		triage
	}
	var rows []row
	counts := map[string]int{}
	for _, f := range functions {
		if f.Verdict != report.Failed {
			continue
		}
		name := shortName(f)
		c, ok := classes[[2]string{name, f.Code}]
		if !ok {
			open = append(open, name+" | "+f.Code)
			c = triage{"unclassed", f.Reason}
		}
		counts[c.kind]++
		rows = append(rows, row{f, c})
	}
	fmt.Fprintf(b, "| class | failures | of them | meaning |\n| --- | ---: | ---: | --- |\n")
	for _, k := range []string{"real", "missing", "false"} {
		fmt.Fprintf(b, "| %s | %d | %.1f %% | %s |\n", k, counts[k], percent(counts[k], len(rows)), kinds[k])
	}
	if n := counts["unclassed"]; n > 0 {
		fmt.Fprintf(b, "| unclassed | %d | %.1f %% | not looked at by hand |\n", n, percent(n, len(rows)))
	}
	fmt.Fprintf(b, "\n| function | place | finding | class | why |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", shortName(r.outcome), r.At, r.Code, r.kind, strings.ReplaceAll(r.reason, "|", `\|`))
	}
	slices.Sort(open)
	return open
}

// shortName is a function of gVisor's stack without what all packages' names begin with.
func shortName(f outcome) string {
	pkg := strings.TrimPrefix(strings.TrimPrefix(f.Package, "gvisor.dev/gvisor/pkg/tcpip"), "/")
	if pkg == "" {
		pkg = "tcpip"
	}
	return pkg + "." + f.Function
}
