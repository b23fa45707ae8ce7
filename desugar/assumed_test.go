package desugar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// TestAssumed checks that what a function counts on without a check is listed with it, at its place.
func TestAssumed(t *testing.T) {
	p, pkgs := build(t, "testdata/assumed", "./...")
	want := map[string]string{
		"(*part).alias":    "assumed.go:12: part.g.mu=mu, as +checklocksalias says",
		"(*Gauge).oneType": "assumed.go:30: all values that are stored into g.any, or compared with what it holds, have one type",
		"prints":           "assumed.go:38: fmt.Sprint calls no method that panics, or that accesses what other goroutines may write",
		"mutex":            "assumed.go:41: c.L is a pointer to a sync.Mutex",
		"apart": "outside.go:30: large, in a package without annotations, respects those of others, leaves the locks held " +
			"here alone, and returns without a panic",
	}
	for _, pkg := range pkgs {
		for _, fn := range p.Functions(pkg.PkgPath) {
			w, ok := want[fn.Name]
			if !ok {
				continue
			}
			delete(want, fn.Name)
			f, err := p.Translate(t.Context(), fn)
			if err != nil {
				t.Fatal(err)
			}
			got := assumptions(f)
			if !slices.Contains(got, w) {
				t.Errorf("%s counts on %q, want %q among them", fn.Name, got, w)
			}
		}
	}
	for name := range want {
		t.Errorf("no function %s", name)
	}
}

// assumptions are the notes of a function, with file and line.
func assumptions(f *ir.Func) (all []string) {
	for _, a := range f.Assumptions {
		at := a.Span.Start
		all = append(all, fmt.Sprintf("%s:%d: %s", at.Filename[strings.LastIndex(at.Filename, "/")+1:], at.Line, a.Text))
	}
	return all
}
