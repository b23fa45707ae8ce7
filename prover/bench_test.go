package prover

import (
	"os/exec"
	"testing"
	"time"

	"github.com/calvin-go/calvin/vcgen"
)

func eachInstalled(b *testing.B, bench func(b *testing.B, p *Prover)) {
	for _, s := range solvers {
		if _, err := exec.LookPath(s.name); err != nil && s.name != LibZ3 {
			continue
		}
		b.Run(s.name, func(b *testing.B) {
			bench(b, newTestProver(b, Options{Solver: s.name, Workers: 1}))
		})
	}
}

// BenchmarkStart measures how long a session takes to be there.
func BenchmarkStart(b *testing.B) {
	eachInstalled(b, func(b *testing.B, p *Prover) {
		limits := Limits{RLimit: 1_000_000, Timeout: time.Minute, Memory: 1000}
		for b.Loop() {
			s, err := p.pools[0].backend.start(b.Context(), limits)
			if err != nil {
				b.Fatal(err)
			}
			s.close()
		}
	})
}

// BenchmarkGoal measures the round trip of a trivial goal.
func BenchmarkGoal(b *testing.B) {
	eachInstalled(b, func(b *testing.B, p *Prover) {
		g := goal("(< x 5)")
		vc := arith(g)
		w := &proof{solver: p.pools[0].backend.name(), options: p.options, vc: vc, start: p.pools[0].Take}
		w.main = w.begin(&theory{question: question{decls: vc.Decls, formulas: vc.Hyps}})
		defer w.main.close()
		for b.Loop() {
			if o, err := w.goal(b.Context(), g); err != nil || o.Status != Proved {
				b.Fatal(o, err)
			}
		}
	})
}

// BenchmarkChain measures a VC like those of real programs: 20 steps, 20 goals that hold and 20 that fail.
func BenchmarkChain(b *testing.B) {
	eachInstalled(b, func(b *testing.B, p *Prover) {
		vc := chain(20)
		for b.Loop() {
			prove(b, p, vc)
		}
	})
}

// BenchmarkHoudini measures a loop with candidates of which half hold.
func BenchmarkHoudini(b *testing.B) {
	eachInstalled(b, func(b *testing.B, p *Prover) {
		vc := loop([]*vcgen.Candidate{
			candidate("c.a", "(>= @ 0)"), candidate("c.b", "(< @ 0)"), candidate("c.c", "(<= @ n)"), candidate("c.d", "(= @ 0)"),
		}, "(= i n)")
		for b.Loop() {
			prove(b, p, vc)
		}
	})
}
