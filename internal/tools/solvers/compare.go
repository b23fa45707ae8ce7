package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/report"
)

// A row is how one solver compares with the installed library.
type row struct {
	results *results
	same    int
	proves  []string // functions that it verifies, and the other does not
	misses  []string // functions that it does not verify, and the other does
	other   int      // refuted here, undecided there
	ratio   float64  // of times
}

// compare says where two solvers differ.
func compare(base, r *results) row {
	all := row{results: r}
	for _, f := range slices.Sorted(maps.Keys(r.Verdicts)) {
		was, is := base.Verdicts[f], r.Verdicts[f]
		switch verified := string(report.Verified); {
		case was == is:
			all.same++
		case is == verified:
			all.proves = append(all.proves, fmt.Sprintf("%s (%s: %s)", f, was, base.Reasons[f]))
		case was == verified:
			all.misses = append(all.misses, fmt.Sprintf("%s (%s: %s)", f, is, r.Reasons[f]))
		default:
			all.other++
		}
	}
	if base.Seconds > 0 {
		all.ratio = r.Seconds / base.Seconds
	}
	return all
}

// String is what the command prints.
func (r row) String() string {
	var b strings.Builder
	b.WriteString(r.results.Version)
	if r.results.Refused != "" {
		fmt.Fprintf(&b, "; refused: %s", r.results.Refused)
	}
	if len(r.results.Wrong) > 0 {
		fmt.Fprintf(&b, "; WRONG about %s", strings.Join(r.results.Wrong, ", "))
	}
	if len(r.results.Unanswered) > 0 {
		fmt.Fprintf(&b, "; no answer to %s", strings.Join(r.results.Unanswered, ", "))
	}
	if r.results.Packages > 0 {
		fmt.Fprintf(&b, "; %d packages, %d functions as installed, %d otherwise, %.1f s (%.1f times)", r.results.Packages, r.same, r.other, r.results.Seconds, r.ratio)
	}
	b.WriteByte('\n')
	for _, f := range r.proves {
		fmt.Fprintf(&b, "\tVERIFIED here only: %s\n", f)
	}
	for _, f := range r.misses {
		fmt.Fprintf(&b, "\tnot verified here: %s\n", f)
	}
	return b.String()
}
