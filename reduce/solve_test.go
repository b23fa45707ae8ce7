package reduce

import (
	"errors"
	"sync"
	"testing"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/vcgen"
)

var solver = sync.OnceValues(func() (*prover.Prover, error) { return prover.New(prover.Options{Workers: 1}) })

// prove returns what fails of a program: nothing if it is verified.
func prove(t testing.TB, p *ir.Program) []*vcgen.Goal {
	t.Helper()
	if err := ir.CheckProgram(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	vc, err := vcgen.Generate(p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver()
	if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	result, err := s.Prove(t.Context(), vc)
	if err != nil {
		t.Fatal(err)
	}
	var failed []*vcgen.Goal
	for _, g := range result.Goals {
		switch g.Status {
		case prover.Unknown:
			t.Errorf("%s: %s", describe(g.Goal), g.Reason)
		case prover.Refuted:
			failed = append(failed, g.Goal)
		}
	}
	return failed
}

func describe(g *vcgen.Goal) string {
	if g.Cover != nil {
		return g.Cover.Check.Kind.String()
	}
	c := g.Assert.Check
	text := c.Kind.String()
	if c.Clause != nil {
		text += ": " + c.Clause.Text
	}
	return text
}
