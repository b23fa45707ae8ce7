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

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/cmd/material"
	"github.com/calvin-go/calvin/cmd/verify"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

// gvisor checks the functions of gVisor's network stack that its annotations concern, and writes what became of them.
func gvisor(ctx context.Context, out string) error {
	config, remove, err := material.GVisor.Fetch()
	if err != nil {
		return err
	}
	defer remove()
	checks := verify.AllChecks
	checks.Panics = false
	result, err := verify.Run(ctx, verify.Options{
		Load: config, Patterns: []string{material.GVisor.Packages}, Checks: checks,
		Workers: runtime.GOMAXPROCS(0), Budget: limits.budget,
		Prover: prover.Options{RLimit: limits.rlimit, Timeout: limits.timeout}, Progress: progress, Choose: touching,
	})
	if err != nil {
		return err
	}
	var counted []string
	for _, f := range result.Functions {
		if !slices.Contains(counted, f.Package) {
			counted = append(counted, f.Package)
		}
	}
	slices.Sort(counted)
	p, err := newPage(counted, nil, result)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, p.gvisor(result), 0o644); err != nil {
		return err
	}
	return p.faults()
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

func (p *page) gvisor(result *verify.Result) []byte {
	s := result.Summary
	looked := s.Verified + s.Failed + s.Unknown
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What becomes of gVisor's network stack

%s at version %s, with the annotations of gVisor's own checklocks analyzer and no others
([language.md](language.md#gvisors-annotations) says how they are read). Counted are the functions that have an annotation or name a
variable that has one. That no run-time panic happens is not asked, as nothing in the code says what may be nil.

It is made by

`+"```\n$ go run ./cmd/coverage -gvisor\n```"+`

with %s, at most %d units of the solver's work and %v for a goal, and %v for a function. It takes a while.

Of %d functions that are checked %d are decided: **%.0f %%**. Beside them %d are believed, as gVisor says `+"`+checklocksignore`"+` of them.

`, "`"+material.GVisor.Packages+"`", material.GVisor.Version, strings.Replace(runtime.Version(), "go", "Go ", 1),
		limits.rlimit, limits.timeout, limits.budget, looked, s.Verified+s.Failed, percent(s.Verified+s.Failed, looked), s.Trusted)
	p.table(&b, p.counted)
	var malformed []*report.Diagnostic
	for _, d := range result.Findings {
		if d.Verdict == report.IllFormed {
			malformed = append(malformed, d)
		}
	}
	if len(malformed) > 0 {
		b.WriteString("\n## Annotations in error\n\nPackages with these, and those that import them, are not checked.\n\n")
		for _, d := range malformed {
			_, name, _ := strings.Cut(d.Start.Filename, "@")
			_, name, _ = strings.Cut(name, "/")
			fmt.Fprintf(&b, "- `%s:%d`: %s\n", name, d.Start.Line, d.Message)
		}
	}
	b.WriteString("\n## Why functions are unknown\n\nThe first reason of each.\n\n")
	p.because(&b, report.Unknown)
	b.WriteString("\n## Why functions fail\n\nThe first finding of each.\n\n")
	p.because(&b, report.Failed)
	return b.Bytes()
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
