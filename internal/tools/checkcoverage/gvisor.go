package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// gvisorLimits are wider than those of the standard library, as functions are larger. One that comes near the time for a function
// may fall either way from one run to the next.
var gvisorLimits = struct {
	rlimit          int
	timeout, budget time.Duration
	workers         int
}{1_000_000, 10 * time.Second, time.Minute, 4}

// gvisor checks the functions of gVisor's network stack that its annotations concern, but those of which the file of results
// has something, and writes what became of all of them. Those that are left when the time is up are counted and no more.
func gvisor(ctx context.Context, out, results string, most time.Duration) error {
	classes, err := parseTriage(triageText)
	if err != nil {
		return err
	}
	kept, err := openResults(results)
	if err != nil {
		return err
	}
	config, remove, err := modproxy.GVisor.Require()
	if err != nil {
		return err
	}
	defer remove()
	checks := verify.AllChecks
	checks.Panics = false
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	left := 0
	done := func(f report.FunctionResult, findings []*report.Diagnostic) {
		if ctx.Err() == nil || f.Verdict == report.Trusted {
			kept.add(f, findings)
			return
		}
		kept.mu.Lock()
		left++
		kept.mu.Unlock()
	}
	known := map[string]bool{}
	for _, o := range kept.all {
		known[o.Package+" "+o.Function+" "+o.At] = true
	}
	choose := func(pkgs []*packages.Package, annots map[string]*annot.Package) func(*desugar.Function) bool {
		if most > 0 {
			time.AfterFunc(most, cancel) // packages are loaded
		}
		concerned := touching(pkgs, annots)
		return func(fn *desugar.Function) bool {
			return concerned(fn) && !known[fn.Package+" "+fn.Name+" "+place(fn.Span)]
		}
	}
	result, err := verify.Run(ctx, verify.Options{
		Load: config, Patterns: []string{modproxy.GVisor.Packages}, Checks: checks,
		Workers: gvisorLimits.workers, Budget: gvisorLimits.budget, Choose: choose, Done: done,
		Prover: prover.Options{RLimit: gvisorLimits.rlimit, Timeout: gvisorLimits.timeout}, Progress: progress,
	})
	if err != nil {
		return err
	}
	functions, err := kept.close()
	if err != nil {
		return err
	}
	var counted []string
	for _, f := range functions {
		if !slices.Contains(counted, f.Package) {
			counted = append(counted, f.Package)
		}
	}
	slices.Sort(counted)
	p, err := newPage(counted, nil, functions)
	if err != nil {
		return err
	}
	text, open := p.gvisor(functions, left, result.Findings, classes)
	if err := os.WriteFile(out, text, 0o644); err != nil {
		return err
	}
	if len(open) > 0 {
		fmt.Fprintf(os.Stderr, "failures without a class:\n%s\n", strings.Join(open, "\n"))
	}
	return p.faults()
}

// place is FILE:LINE of a file of gVisor's module.
func place(s ir.Span) string {
	_, name, _ := strings.Cut(s.Start.Filename, "@")
	_, name, _ = strings.Cut(name, "/")
	return fmt.Sprintf("%s:%d", strings.TrimPrefix(name, "pkg/tcpip/"), s.Start.Line)
}

// touching chooses the functions with an annotation of their own, and those that name a variable with one.
func touching(pkgs []*packages.Package, annots map[string]*annot.Package) func(*desugar.Function) bool {
	guarded := map[types.Object]bool{}
	for _, a := range annots {
		for v := range a.Guards {
			guarded[v] = true
		}
	}
	chosen := map[token.Position]bool{}
	for _, p := range pkgs {
		names := func(body ast.Node) (found bool) {
			ast.Inspect(body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && guarded[origin(p.TypesInfo.Uses[id])]
				return !found
			})
			return found
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					fn, _ := p.TypesInfo.Defs[n.Name].(*types.Func)
					if n.Body != nil && (annots[p.PkgPath].Funcs[fn] != nil || names(n.Body)) {
						chosen[p.Fset.Position(n.Type.Func)] = true
					}
				case *ast.FuncLit:
					if names(n.Body) {
						chosen[p.Fset.Position(n.Type.Func)] = true
					}
				}
				return true
			})
		}
	}
	return func(fn *desugar.Function) bool { return chosen[fn.Start] }
}

// origin is the declared variable that a use of a generic type's field is about.
func origin(o types.Object) types.Object {
	if v, ok := o.(*types.Var); ok {
		return v.Origin()
	}
	return o
}

// gvisor writes the page, and returns the failures that have no class.
func (p *page) gvisor(functions []outcome, left int, findings []*report.Diagnostic, classes map[[2]string]triage) (text []byte, open []string) {
	count := map[report.FunctionVerdict]int{}
	var seconds float64
	for _, f := range functions {
		count[f.Verdict]++
		seconds += f.Seconds
	}
	decided := count[report.Verified] + count[report.Failed]
	looked := decided + count[report.Unknown]
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What becomes of gVisor's network stack

%s at version %s, with the annotations of gVisor's own
checklocks analyzer and no others ([language.md](../language.md#gvisors-annotations) says how they are read). Counted are the functions
that have an annotation or name a variable that has one. That no run-time panic happens is not asked, as nothing in the code says what
may be nil.

It is made by

`+"```\n$ go run ./internal/tools/checkcoverage -gvisor -results FILE -for 20m\n```"+`

with %s, at most %d units of the solver's work and %v for a goal, and %v for a function. The times of the functions, of which
%d are checked at once, come to %.0f minutes in all. FILE keeps results from run to run, so that some may be older than the verifier.

Of %d functions that were checked %d are decided: **%.0f %%**. %d others were not come to before the time was up. %d are believed:
gVisor says `+"`+checklocksignore`"+` of them, or of the line that fails.

`, "`"+modproxy.GVisor.Packages+"`", modproxy.GVisor.Version, strings.Replace(runtime.Version(), "go", "Go ", 1),
		gvisorLimits.rlimit, gvisorLimits.timeout, gvisorLimits.budget,
		gvisorLimits.workers, seconds/60, looked, decided, percent(decided, looked), left, count[report.Trusted])
	p.table(&b, p.counted)
	var malformed []*report.Diagnostic
	for _, d := range findings {
		if d.Verdict == report.IllFormed {
			malformed = append(malformed, d)
		}
	}
	if len(malformed) > 0 {
		b.WriteString("\n## Annotations in error\n\nPackages with these, and those that import them, are not checked.\n\n")
		for _, d := range malformed {
			fmt.Fprintf(&b, "- `%s`: %s\n", place(d.Span), d.Message)
		}
	}
	b.WriteString("\n## Why functions are unknown\n\nThe first reason of each.\n\n")
	p.because(&b, report.Unknown)
	b.WriteString("\n## Why functions fail\n\nThe first finding of each.\n\n")
	p.because(&b, report.Failed)
	b.WriteString("\n## What the failures are\n\nEach that has a class was looked at by hand, at its first finding.\n\n")
	open = triaged(&b, functions, classes)
	return b.Bytes(), open
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
