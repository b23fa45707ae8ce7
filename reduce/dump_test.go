package reduce

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The programs correspond, statement by statement, to the paper's figures 5, 7 and 9.
func TestDump(t *testing.T) {
	counter := newCounter(freeOrHeldBy)
	increment := counter.with(counter.increment()...)
	for _, test := range []struct {
		name string
		make func(context.Context, *ir.Func) (*ir.Program, error)
		f    *ir.Func
	}{
		{"counter.access", Access, increment},
		{"counter.abstraction", Abstraction, increment},
		{"alloc.access", Access, newAllocator().alloc()},
		{"alloc.abstraction", Abstraction, newAllocator().alloc()},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := test.make(context.Background(), test.f)
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.CheckProgram(p); err != nil {
				t.Error(err)
			}
			golden(t, test.name+".golden", p.String())
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-want +got), run with -update to accept:\n%s", name, d)
	}
}
