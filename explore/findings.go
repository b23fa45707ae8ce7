package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// One mistake shows in many tests: a cache that none of them closes is a leak in each. Bugs of one kind in the same places have one cause,
// and that is reported once, with the schedule of the first test that has it.

// causeOf names the cause of a bug: its kind, and its places.
func causeOf(t task, b *worker.Bug) string {
	var places []string
	add := func(p worker.Place) {
		if p.File != "" {
			at := fmt.Sprintf("%s:%d", p.File, p.Line)
			if p.Col > 0 {
				at += fmt.Sprintf(":%d", p.Col)
			}
			places = append(places, at)
		}
	}
	switch b.Kind {
	case rt.Race, rt.Annotation:
		add(b.Position)
		add(b.Other)
	case rt.Leak, rt.Deadlock, rt.Livelock:
		for _, s := range b.Stuck {
			add(s.Place)
		}
	}
	if len(places) == 0 {
		add(b.Position)
	}
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) == 0 { // nothing but the test says what it is
		first, _, _ := strings.Cut(b.Message, "\n")
		places = []string{t.pkg.Path + "." + t.test, first}
	}
	return string(b.Kind) + " " + strings.Join(places, " ")
}

// sort finds out which tests are the first to have a bug, and writes the traces of these.
func (r *runner) sort(tasks []task, results []TestResult) {
	first := map[string]*TestResult{}
	for i := range results {
		t := &results[i]
		for k := range t.Findings {
			f := &t.Findings[k]
			if other := first[f.Cause]; other != nil && other != t {
				f.First = other.Package + "." + other.Test
				continue
			}
			first[f.Cause] = t
			if b := &t.Result.Bugs[k]; r.opts.TraceDir != "" && !b.Died {
				var err error
				if f.Trace, err = r.writeTrace(tasks[i], k, f.job, b); err != nil {
					f.Untraced = err.Error()
				}
			}
		}
	}
}
