package reduce

import (
	"context"
	"go/token"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// What comes before a choice between steps of one operation is in the program once.
func TestFork(t *testing.T) {
	at := func(line int, s *ir.Step) *ir.Step {
		s.Start = token.Position{Filename: "f.go", Line: line}
		return s
	}
	n, v := atomicVar("n", intSort), local("v", intSort)
	mu := mutex("mu")
	x := guarded("x", intSort, heldBy(mu))
	for _, c := range []struct {
		name               string
		a, b               *ir.Step
		access, abstractly int // how often others run
	}{
		{"one operation", at(2, load(v, n)), at(2, store(num(2), n)), 3, 2},
		{"two operations", at(2, load(v, n)), at(3, store(num(2), n)), 4, 3},
		{"one of them is a left mover", at(2, load(v, n)), at(2, load(v, x)), 3, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			function := func() *ir.Func {
				f := &ir.Func{Name: "f", Tid: tid, Locals: []*ir.Var{v}, Heap: []*ir.Var{mu, n, x}}
				entry, end := block("entry", lock(mu), at(1, store(num(1), n))), returning(block("end"))
				a, b := block("a", c.a), block("b", c.b)
				entry.Succs, a.Succs, b.Succs = []*ir.Block{a, b}, []*ir.Block{end}, []*ir.Block{end}
				return body(f, entry, a, b, end)
			}
			for check, want := range map[string]int{"access": c.access, "abstraction": c.abstractly} {
				translate := Access
				if check == "abstraction" {
					translate = Abstraction
				}
				p, err := translate(context.Background(), function())
				if err != nil {
					t.Fatal(err)
				}
				got := 0
				for _, b := range p.Blocks {
					for _, s := range b.Stmts {
						if m, ok := s.(*ir.Mark); ok && m.Kind == ir.MarkEnv {
							got++
						}
					}
				}
				if got != want {
					t.Errorf("%s: others run %d times, want %d\n%s", check, got, want, p)
				}
			}
		})
	}
}

// A function with more steps and heap variables than memory suffices for is refused.
func TestBounded(t *testing.T) {
	n := atomicVar("n", intSort)
	function := func(steps int) *ir.Func {
		entry := returning(block("entry"))
		for range steps {
			entry.Stmts = append(entry.Stmts, store(num(1), n))
		}
		return body(&ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{n}}, entry)
	}
	if err := bounded(function(maxLaws)); err != nil {
		t.Error(err)
	}
	if _, err := Access(context.Background(), function(maxLaws+1)); err == nil {
		t.Error("no error")
	}
}
