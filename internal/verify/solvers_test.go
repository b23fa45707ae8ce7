package verify

import (
	"flag"
	"os/exec"
	"path"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/report"
)

var every = flag.Bool("every", false, "ask each solver about every example, which takes minutes, not about some")

// quickExamples are those that every solver decides within some tenths of a second.
var quickExamples = []string{"atomics", "counter", "spinlock", "ticketlock"}

// quickWrong are packages of wrong functions that every solver decides soon.
var quickWrong = []string{"locks", "race"}

func below(dir string, names []string) (patterns []string) {
	if *every {
		return []string{"./" + dir + "/..."}
	}
	for _, name := range names {
		patterns = append(patterns, "./"+path.Join(dir, name))
	}
	return patterns
}

// ask verifies packages of the project with one solver.
func ask(t *testing.T, solver string, patterns []string) *Result {
	t.Helper()
	for _, program := range []string{prover.Z3, prover.CVC5} {
		if _, err := exec.LookPath(program); err != nil && (solver == program || solver == prover.All) {
			t.Skipf("%s is not installed", program)
		}
	}
	result, err := Run(t.Context(), Options{
		Load: load.Config{Dir: "../.."}, Patterns: patterns, Checks: AllChecks, Panics: true, Workers: 2, Faults: t.TempDir(),
		Prover: prover.Options{Solver: solver, Timeout: 30 * time.Second},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Functions) < 10 {
		t.Fatalf("only %d functions", len(result.Functions))
	}
	return result
}

// TestSolversAlone: whoever has but one of the solvers gets the examples verified.
func TestSolversAlone(t *testing.T) {
	thorough.Not(t)
	for _, solver := range []string{prover.LibZ3, prover.Z3, prover.CVC5} {
		t.Run(solver, func(t *testing.T) {
			for _, f := range ask(t, solver, below("testdata/examples", quickExamples)).Functions {
				if f.Verdict != report.Verified {
					t.Errorf("%s: %s is %s: %s", f.Start, f.Function, f.Verdict, f.Reason)
				}
			}
		})
	}
}

// TestSolversAgree: none of them proves what another refutes, be it right or wrong.
func TestSolversAgree(t *testing.T) {
	thorough.Not(t)
	patterns := append(below("testdata/examples", quickExamples), below("testdata/bad/wrong", quickWrong)...)
	result := ask(t, prover.All, patterns)
	for _, d := range result.Findings {
		if d.Code == report.CodeSolver || d.Code == report.CodeInternal {
			t.Errorf("%s: %s (%s): %s", d.Start, d.Message, d.Code, d.Limit)
		}
	}
	if s := result.Summary; s.Verified < 25 || s.Failed < 10 {
		t.Errorf("%d functions are verified and %d fail", s.Verified, s.Failed)
	}
}
