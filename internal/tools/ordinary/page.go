package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/report"
)

// A page counts what became of the functions of modules, by half.
type page struct {
	results []*result
	triage  map[key]triage
	broken  []string
}

func newPage(results []*result, text string) (*page, error) {
	classes, err := parseTriage(text)
	if err != nil {
		return nil, err
	}
	p := &page{results: results, triage: classes}
	for _, r := range results {
		if f := r.Failure; f != nil && !f.TimedOut {
			p.broken = append(p.broken, r.module.Named()+": "+f.Error())
		}
		if r.check == nil {
			continue
		}
		for _, f := range r.check.Findings {
			if f.Code == report.CodeInternal {
				p.broken = append(p.broken, r.module.Named()+": "+f.Function+": "+f.Message)
			}
		}
	}
	return p, nil
}

// faults reports the modules on which the verifier broke.
func (p *page) faults() error {
	if len(p.broken) == 0 {
		return nil
	}
	return fmt.Errorf("bugs of the verifier:\n%s", strings.Join(p.broken, "\n"))
}

// Counts are of functions and findings.
type counts struct {
	all, shared verdicts
	inferred    int
	findings    map[string]int // by code
	seconds     float64
	unfinished  int
}

type verdicts struct{ verified, failed, unknown int }

func (v *verdicts) add(verdict string) {
	switch report.FunctionVerdict(verdict) {
	case report.Verified:
		v.verified++
	case report.Failed:
		v.failed++
	case report.Unknown:
		v.unknown++
	}
}

func (v verdicts) total() int { return v.verified + v.failed + v.unknown }

func (v verdicts) String() string {
	return fmt.Sprintf("%d | %d | %d | %d", v.total(), v.verified, v.failed, v.unknown)
}

func (c *counts) add(r *result) {
	c.seconds += r.Seconds
	if r.check == nil {
		c.unfinished++
		return
	}
	c.inferred += r.check.Inferred
	for _, f := range r.check.Functions {
		c.all.add(f.Verdict)
		if r.shared[f.Position] {
			c.shared.add(f.Verdict)
		}
	}
	for _, f := range r.check.Findings {
		c.findings[f.Code]++
	}
}

func (c *counts) row(name string) string {
	return fmt.Sprintf("| %s | %v | %v | %d | %s | %.0f |\n", name, c.all, c.shared, c.inferred, codes(c.findings), c.seconds)
}

// codes lists numbers by code.
func codes(n map[string]int) string {
	var out []string
	for _, code := range slices.Sorted(maps.Keys(n)) {
		out = append(out, fmt.Sprintf("%s %d", code, n[code]))
	}
	return strings.Join(out, ", ")
}

func (p *page) text() []byte {
	var b bytes.Buffer
	limit := p.results[0].Limit
	fmt.Fprintf(&b, intro, strings.Replace(runtime.Version(), "go", "Go ", 1), limit)
	for _, measured := range []bool{false, true} {
		fmt.Fprintf(&b, "## %s\n\n", halfName(measured))
		p.half(&b, measured)
		fmt.Fprintf(&b, "\n### First reasons of unknown\n\n")
		p.because(&b, measured)
	}
	fmt.Fprintf(&b, "## Findings of the second half, one by one\n\n")
	p.triaged(&b)
	b.WriteString("\n" + notes)
	return b.Bytes()
}

func halfName(measured bool) string {
	if measured {
		return "The half that is only measured"
	}
	return "The half that is looked at"
}

// half writes a row for each module, and their sum.
func (p *page) half(b *bytes.Buffer, measured bool) {
	sum := counts{findings: map[string]int{}}
	fmt.Fprintf(b, "| module | functions | verified | failed | unknown | that share | verified | failed | unknown | inferred | findings | seconds |\n")
	fmt.Fprintf(b, "| --- |%s --- | ---: |\n", strings.Repeat(" ---: |", 9))
	for _, r := range p.of(measured) {
		sum.add(r)
		name := r.module.Path + " " + r.module.Version + traits(r.module.Traits)
		if r.Failure != nil {
			what, _, _ := strings.Cut(r.Failure.Error(), "\n")
			fmt.Fprintf(b, "| %s | | | | | | | | | | %s | %.0f |\n", name, cell(what), r.Seconds)
			continue
		}
		c := counts{findings: map[string]int{}}
		c.add(r)
		b.WriteString(c.row(name))
	}
	b.WriteString(sum.row("all"))
	fmt.Fprintf(b, "\nOf the functions that touch shared state %s are verified, %s failed, %s unknown; of all functions %s are verified.\n",
		percent(sum.shared.verified, sum.shared.total()), percent(sum.shared.failed, sum.shared.total()),
		percent(sum.shared.unknown, sum.shared.total()), percent(sum.all.verified, sum.all.total()))
}

// of are the results of a half.
func (p *page) of(measured bool) []*result {
	return slices.DeleteFunc(slices.Clone(p.results), func(r *result) bool { return r.module.Measured != measured })
}

// traits says in letters what a module is in the list for.
func traits(t modproxy.Traits) string {
	var out []string
	for _, of := range []struct {
		trait  modproxy.Traits
		letter string
	}{{modproxy.Generics, "g"}, {modproxy.Loops, "l"}, {modproxy.NetHTTP, "h"}} {
		if t&of.trait != 0 {
			out = append(out, of.letter)
		}
	}
	if out == nil {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

func percent(n, of int) string {
	if of == 0 {
		return "none"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(of))
}

// because lists the first reasons of the functions of a half that are unknown, the most frequent first.
func (p *page) because(b *bytes.Buffer, measured bool) {
	n, example := map[string]int{}, map[string]string{}
	for _, r := range p.of(measured) {
		if r.check == nil {
			continue
		}
		for _, f := range r.check.Functions {
			if f.Verdict == string(report.Unknown) {
				reason := classOf(f.Reason)
				n[reason]++
				example[reason] = cmp.Or(example[reason], f.Package+"."+f.Function)
			}
		}
	}
	reasons := slices.SortedFunc(maps.Keys(n), func(x, y string) int { return cmp.Or(cmp.Compare(n[y], n[x]), cmp.Compare(x, y)) })
	fmt.Fprintf(b, "| functions | reason | for example |\n| ---: | --- | --- |\n")
	for _, reason := range reasons {
		fmt.Fprintf(b, "| %d | %s | %s |\n", n[reason], cell(reason), cell(example[reason]))
	}
	b.WriteString("\n")
}

// kinds put reasons that differ in names alone together; the first that matches counts.
var kinds = []struct {
	text *regexp.Regexp
	kind string
}{
	{regexp.MustCompile(`^verification conditions of |has too many terms for a solver$`), "verification conditions with too many terms"},
	{regexp.MustCompile(`^could not prove that .* may be (read|written) here$`), "could not prove that a variable may be $1 here"},
	{regexp.MustCompile(`^(?:variable|parameter|result|field) .*: ((?:value of )?type [\w./]+)$`), "$1"},
	{regexp.MustCompile(`^call of method (?:Lock|Unlock|RLock|RUnlock) of interface ([\w./]+), `), "call of a method of interface $1, which may take or release a lock"},
	{regexp.MustCompile(` in interfaces$`), "types that differ in their arguments, in interfaces"},
}

// classOf is a reason without the names in it.
func classOf(reason string) string {
	reason = strings.TrimPrefix(reason, "not yet supported: ")
	for _, k := range kinds {
		if m := k.text.FindStringSubmatchIndex(reason); m != nil {
			return string(k.text.ExpandString(nil, k.kind, reason, m))
		}
	}
	return reason
}

// cell is a text as one cell of a table.
func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }
