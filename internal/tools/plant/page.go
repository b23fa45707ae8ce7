package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/report"
)

// missesText says by hand why errors are not found: a line has the plant and the cause, with a bar between them.
//
//go:embed misses
var missesText string

// examples has the smallest program of each cause. It ends the page.
//
//go:embed examples.md
var examples string

// A page counts what became of plants.
type page struct {
	modules  []modproxy.OrdinaryModule
	outcomes []*outcome // those that count
	left     map[string]int
	causes   map[string]string // by plant
	budget   time.Duration     // of a function
}

func newPage(modules []modproxy.OrdinaryModule, all []*outcome, text string) (*page, error) {
	p := &page{modules: modules, left: map[string]int{}, causes: map[string]string{}}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, cause, ok := strings.Cut(line, " | ")
		if !ok || p.causes[id] != "" {
			return nil, fmt.Errorf("line %d of the misses: want PLANT | CAUSE, once for a plant, found %q", i+1, line)
		}
		p.causes[id] = cause
	}
	for _, o := range all {
		if !slices.ContainsFunc(modules, func(m modproxy.OrdinaryModule) bool { return m.Path == o.Module }) {
			continue
		}
		if o.counts() {
			p.outcomes = append(p.outcomes, o)
		} else {
			p.left[o.Outcome]++
		}
	}
	return p, nil
}

// intro begins the page. Go's version and numbers are to be filled in.
const intro = `# Planted errors

Errors are planted in [ordinary modules](ordinary.md), one at a time, and the package is checked again, without an annotation. A plant is
found if a finding that was not there before is at a line of it: a line that was changed, or one that has lost its protection, in the function or in those that it
calls. Places are taken only where an error can be told from the code:

- What the code accesses there is a field or a package variable that some function writes, other than those that make the object or set it up as options. Accesses by
  sync/atomic do not count, nor those of a parameter that is no pointer, nor what is in functions that lock something themselves.
- The lock is held at half of the accesses to the variable or more, and no other lock is held there that is so at as many.
- Two locks are different fields or variables, and are acquired in the same order elsewhere.
- What was waited for is signalled by code that writes what is read after the wait, and not behind a return.
- An atomic access is of a variable that some code writes.

Most plants are data races. Some may not be, as a variable may be protected in other ways, too.

It is made by

` + "```\n$ go run ./internal/tools/plant -out DIR WORD ...\n```" + `

with %s and two cores that others used, too; the words choose modules. So more functions come to their limit, here of %s, than on a machine with nothing else to do. %d errors were planted, in modules
whose check is quick, as many of each kind in each module as there are places, or as there was time for. Of the places that were drawn, %d more are in packages whose check takes too
long for a run of this kind, and %d plants do not compile.

- found: a finding at a line of the plant
- elsewhere: new findings, none of them at a line of the plant
- undecided: no new finding, but a function that was verified is not so any more, or the function with the plant is not verified
- missed: no new finding, and the function is verified
- others: new findings that are not at a line of the plant, for each plant that is found

`

func (p *page) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, intro, strings.Replace(runtime.Version(), "go", "Go ", 1), p.budget, len(p.outcomes), p.left[leftOut], p.left[uncompiled])
	p.table(&b, "error", kinds, func(o *outcome) string { return o.Kind })
	b.WriteString("\n")
	var modules []string
	for _, m := range p.modules {
		modules = append(modules, m.Path)
	}
	p.table(&b, "module", modules, func(o *outcome) string { return o.Module })
	b.WriteString("\nWhere the function already fails, or is unknown, without the plant, a new error in it may go unnoticed:\n\n")
	p.table(&b, "function without the plant", []string{"verified", "failed", "unknown"}, func(o *outcome) string { return o.Before })
	b.WriteString("\n## Why plants are not found\n\n")
	p.because(&b)
	b.WriteString("\n" + examples)
	return b.Bytes()
}

// A tally has numbers of plants.
type tally struct{ all, found, elsewhere, undecided, missed, unfinished, hits, others, quiet int }

func (t *tally) add(o *outcome) {
	t.all++
	switch o.Outcome {
	case found:
		t.found++
		t.hits += o.Hits
		t.others += o.Others
		if o.Hits == 1 && o.Others <= 1 {
			t.quiet++
		}
	case elsewhere:
		t.elsewhere++
	case undecided:
		t.undecided++
	case missed:
		t.missed++
	case unfinished:
		t.unfinished++
	}
}

func (t *tally) row(name string) string {
	return fmt.Sprintf("| %s | %d | %d | %s | %d | %d | %d | %d | %d | %s |\n", name, t.all, t.found, share(t.found, t.all),
		t.elsewhere, t.undecided, t.missed, t.unfinished, t.quiet, ratio(t.others, t.found))
}

func share(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(of))
}

func ratio(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", float64(n)/float64(of))
}

// table writes a row for each of the names that has plants, and one for all.
func (p *page) table(b *bytes.Buffer, title string, names []string, of func(*outcome) string) {
	fmt.Fprintf(b, "| %s | planted | found | of them | elsewhere | undecided | missed | not finished | one finding, at most one other | others |\n", title)
	fmt.Fprintf(b, "| --- |%s\n", strings.Repeat(" ---: |", 9))
	var sum tally
	for _, name := range names {
		var t tally
		for _, o := range p.outcomes {
			if of(o) == name {
				t.add(o)
				sum.add(o)
			}
		}
		if t.all > 0 {
			b.WriteString(t.row(name))
		}
	}
	b.WriteString(sum.row("all"))
}

// plainCause is why a plant is undecided, where the verdicts tell.
func (o *outcome) plainCause() string {
	switch {
	case o.Outcome != undecided:
		return ""
	case o.Before != string(report.Verified):
		return "the function is " + o.Before + " without the error, too"
	case o.Verdict != string(report.Verified):
		return "the function, verified without the error, is " + o.Verdict + " with it"
	}
	return "another function is not verified any more"
}

// because counts the causes, the most frequent first.
func (p *page) because(b *bytes.Buffer) {
	n, example := map[string]int{}, map[string]*outcome{}
	for _, o := range p.outcomes {
		if o.Outcome == found {
			continue
		}
		cause := o.Outcome + ": " + cmp.Or(p.causes[o.ID], o.plainCause(), "not looked at by hand")
		n[cause]++
		if example[cause] == nil {
			example[cause] = o
		}
	}
	list := slices.SortedFunc(maps.Keys(n), func(x, y string) int { return cmp.Or(cmp.Compare(n[y], n[x]), cmp.Compare(x, y)) })
	fmt.Fprintf(b, "| plants | cause | for example |\n| ---: | --- | --- |\n")
	for _, cause := range list {
		o := example[cause]
		fmt.Fprintf(b, "| %d | %s | %s, %s:%d, %s |\n", n[cause], strings.ReplaceAll(cause, "|", `\|`), o.Module, o.File, o.Line, o.Kind)
	}
}
