package verify

import (
	"fmt"
	"go/ast"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
)

// TestRead: what was read beforehand changes no verdict, and packages that were read are left as they are.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	write("m.go", `package m

import "sync"

type Pool struct{ wg sync.WaitGroup }

func (p *Pool) Go(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *Pool) Wait() { p.wg.Wait() }

func Right(n int) []int {
	var p Pool
	out := make([]int, n)
	for i := range out {
		p.Go(func() { out[i] = i * i })
	}
	p.Wait()
	return out
}

func Wrong(n int) []int {
	var p Pool
	out := make([]int, n)
	for i := range out {
		p.Go(func() { out[0] = i * i })
	}
	p.Wait()
	return out
}
`)
	verdicts := func(read bool) []string {
		pkgs, err := load.Load(t.Context(), load.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		opts := Options{Packages: pkgs, Load: load.Config{Dir: dir}, Infer: true, Checks: AllChecks, Prover: prover.Options{Timeout: 20 * time.Second}, Faults: t.TempDir()}
		if read {
			opts.Read = Read(pkgs, nil)
			known, literals := len(pkgs[0].TypesInfo.Defs), literalsIn(pkgs[0])
			if again := Read(pkgs, opts.Read); again.annots["m"] != opts.Read.annots["m"] {
				t.Error("the annotations of a package that is the same are read again")
			}
			defer func() {
				if len(pkgs[0].TypesInfo.Defs) != known || literalsIn(pkgs[0]) != literals {
					t.Error("a package that was read is changed")
				}
			}()
		}
		result, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range result.Functions {
			all = append(all, fmt.Sprint(f.Function, " ", f.Verdict))
		}
		for _, d := range result.Findings {
			all = append(all, fmt.Sprint(d.Code, " ", d.Start.Line))
		}
		return all
	}
	without, with := verdicts(false), verdicts(true)
	if !slices.Equal(without, with) {
		t.Errorf("without reading %q, with %q", without, with)
	}
	if !slices.Contains(without, "Right verified") || slices.Contains(without, "Wrong verified") {
		t.Errorf("%q", without)
	}
}

// literalsIn counts the function literals of a package.
func literalsIn(p *packages.Package) int {
	n := 0
	for _, f := range p.Syntax {
		ast.Inspect(f, func(x ast.Node) bool {
			if _, ok := x.(*ast.FuncLit); ok {
				n++
			}
			return true
		})
	}
	return n
}
