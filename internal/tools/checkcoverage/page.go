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

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
)

// A page counts functions by package and verdict, and those that are not verified by reason.
type page struct {
	counted, along []string
	packages       map[string]map[report.FunctionVerdict]int
	reasons        map[report.FunctionVerdict]map[string]int // of the counted packages
	example        map[string]string                         // a function for each reason
	broken         []string
}

// An outcome is what became of a function.
type outcome struct {
	Package, Function string
	At                string // FILE:LINE in the module; of results that are kept
	Verdict           report.FunctionVerdict
	Reason, Code      string // why it is not verified: the message of a finding, and its code
	Seconds           float64
}

// outcomes are those of a run.
func outcomes(result *verify.Result) []outcome {
	codes := codesOf(result.Findings)
	var all []outcome
	for _, f := range result.Functions {
		all = append(all, outcome{
			Package: f.Package, Function: f.Function, Verdict: f.Verdict, Reason: f.Reason, Seconds: f.Seconds,
			Code: codes[finding{f.Package, f.Function, f.Reason}],
		})
	}
	return all
}

// newPage fails if a function has a verdict without a reason.
func newPage(counted, along []string, functions []outcome) (*page, error) {
	p := &page{
		counted: counted, along: along,
		packages: map[string]map[report.FunctionVerdict]int{},
		reasons:  map[report.FunctionVerdict]map[string]int{report.Failed: {}, report.Unknown: {}},
		example:  map[string]string{},
	}
	for _, f := range functions {
		if p.packages[f.Package] == nil {
			p.packages[f.Package] = map[report.FunctionVerdict]int{}
		}
		p.packages[f.Package][f.Verdict]++
		if f.Verdict == report.Verified || f.Verdict == report.Trusted {
			continue
		}
		name := f.Package + "." + f.Function
		if f.Reason == "" || p.reasons[f.Verdict] == nil {
			return nil, fmt.Errorf("%s is %s for the reason %q", name, f.Verdict, f.Reason)
		}
		if f.Code == report.CodeInternal {
			p.broken = append(p.broken, name+": "+f.Reason)
		}
		if slices.Contains(counted, f.Package) {
			r := reasonOf(f.Code, f.Reason)
			p.reasons[f.Verdict][r]++
			p.example[r] = cmp.Or(p.example[r], name)
		}
	}
	return p, nil
}

// faults reports the functions on which the verifier broke.
func (p *page) faults() error {
	if len(p.broken) == 0 {
		return nil
	}
	return fmt.Errorf("bugs of the verifier in\n%s", strings.Join(p.broken, "\n"))
}

// A finding is found again by what a function gives as its reason.
type finding struct{ pkg, function, message string }

func codesOf(groups []*report.Diagnostic) map[finding]string {
	codes := map[finding]string{}
	for _, leader := range groups {
		for _, d := range append([]*report.Diagnostic{leader}, leader.Also...) {
			codes[finding{d.Package, d.Function, d.Message}] = d.Code
		}
	}
	return codes
}

// classes puts reasons that differ in names alone together; the first that matches counts.
var classes = []struct {
	text  *regexp.Regexp
	class string
}{
	{regexp.MustCompile(`^call of \(?\*?([\w/]+)\..*: it has no contract$`), "call into package $1, which is not at hand"},
	{regexp.MustCompile(`^call of interface method `), "call of an interface method"},
	{regexp.MustCompile(`^recursive call of `), "recursion without a performs clause"},
	{regexp.MustCompile(`^call of .*: too much code to inline`), "too much code to inline"},
	{regexp.MustCompile(`type parameter `), "type parameter"},
	{regexp.MustCompile(`(float|complex)\d+`), "floating-point or complex number"},
	{regexp.MustCompile(`unsafe\.Pointer`), "unsafe.Pointer"},
}

// reasonOf says why a function is not verified: the title of the finding, and of what is unsupported the construct.
func reasonOf(code, message string) string {
	if code == report.CodeUnsupported {
		what := strings.TrimPrefix(message, "not yet supported: ")
		for _, c := range classes {
			if m := c.text.FindStringSubmatchIndex(what); m != nil {
				return string(c.text.ExpandString(nil, c.class, what, m))
			}
		}
		return what
	}
	for _, c := range report.Codes() {
		if c.Code == code {
			return c.Title + " (" + code + ")"
		}
	}
	return message
}

func (p *page) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What becomes of the standard library

Packages of the standard library, checked as they are: without annotations, every function by itself. So a function may
write fields only of an object that it has made. No argument of a function is known to be in range, and whatever has no
body at hand is unknown. What fails here is seldom a bug: it is what an annotation would have to say. The page shows how
much of Go the verifier reads, and that it ends on all of it.

It is made by

`+"```\n$ go run ./internal/tools/checkcoverage\n```"+`

with %s, at most %d units of the solver's work and %v for a goal, and %v for a function. The
few that come near those times may fall either way from one run to the next.

`, strings.Replace(runtime.Version(), "go", "Go ", 1), limits.rlimit, limits.timeout, limits.budget)
	p.table(&b, p.counted)
	b.WriteString(`
Packages that these call, read along so that their functions can be inlined. unicode, unicode/utf8 and internal/strconv
are not among them: with their loops and appends inlined, the verification conditions of some functions, such as
bytes.ToTitle and strconv.Quote, take minutes and gigabytes to make.

`)
	p.table(&b, p.along)
	fmt.Fprintf(&b, "\n## Why functions are unknown\n\nThe first reason of each function of the first table.\n\n")
	p.because(&b, report.Unknown)
	fmt.Fprintf(&b, "\n## Why functions fail\n\n")
	p.because(&b, report.Failed)
	return b.Bytes()
}

var verdicts = []report.FunctionVerdict{report.Verified, report.Failed, report.Unknown}

func (p *page) table(b *bytes.Buffer, packages []string) {
	fmt.Fprintf(b, "| package | functions | verified | failed | unknown |\n| --- | ---: | ---: | ---: | ---: |\n")
	sum := map[report.FunctionVerdict]int{}
	row := func(name string, n map[report.FunctionVerdict]int) {
		total := 0
		for _, v := range verdicts {
			total += n[v]
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", name, total, n[report.Verified], n[report.Failed], n[report.Unknown])
	}
	for _, path := range packages {
		row(path, p.packages[path])
		for _, v := range verdicts {
			sum[v] += p.packages[path][v]
		}
	}
	row("all", sum)
}

// because lists the reasons, the most frequent first.
func (p *page) because(b *bytes.Buffer, v report.FunctionVerdict) {
	counts := p.reasons[v]
	list := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y))
	})
	fmt.Fprintf(b, "| functions | reason | for example |\n| ---: | --- | --- |\n")
	for _, r := range list {
		fmt.Fprintf(b, "| %d | %s | %s |\n", counts[r], strings.ReplaceAll(r, "|", `\|`), p.example[r])
	}
}
