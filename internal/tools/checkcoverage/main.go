// Command checkcoverage checks packages of the standard library as they are, without annotations, and writes docs/evaluation/coverage.md:
// what became of their functions, and for what reasons. With -gvisor it does the same with the functions of gVisor's network
// stack that are concerned by gVisor's own annotations, and writes docs/evaluation/gvisor.md.
//
//	go run ./internal/tools/checkcoverage
//	go run ./internal/tools/checkcoverage -gvisor -results FILE [-for DURATION]
//
// It takes minutes, gVisor many of them: FILE keeps what is known of each function, so that a run can be interrupted.
// It fails if a function has a fault of the verifier's own, or no reason for not being verified.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/prover"
)

// counted are the packages that the page is about.
var counted = []string{
	"bufio", "bytes", "container/heap", "container/list", "container/ring", "sort", "strconv", "strings",
}

// along are packages that those call: their bodies are at hand for inlining, and are counted below the others. The page
// says which are not, and why.
var along = []string{"errors", "internal/stringslite", "io", "math/bits"}

// limits keep the run short. What needs more is unknown here.
var limits = struct {
	rlimit          int
	timeout, budget time.Duration
}{1_000_000, 3 * time.Second, 20 * time.Second}

func main() {
	out := flag.String("o", "", "the page to write, if not docs/evaluation/coverage.md or docs/evaluation/gvisor.md")
	stack := flag.Bool("gvisor", false, "check gVisor's network stack, which is downloaded")
	results := flag.String("results", "", "with -gvisor: keep what becomes of each function in this file, and leave out those that are there")
	most := flag.Duration("for", 0, "with -gvisor: stop after this time; 0: when all functions are checked")
	flag.Parse()
	var err error
	if *stack {
		err = gvisor(context.Background(), cmp.Or(*out, "docs/evaluation/gvisor.md"), *results, *most)
	} else {
		err = run(cmp.Or(*out, "docs/evaluation/coverage.md"), counted, along)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "checkcoverage: %v\n", err)
		os.Exit(1)
	}
}

func progress(done, total int) {
	if done%50 == 0 || done == total {
		fmt.Fprintf(os.Stderr, "%d of %d functions\n", done, total)
	}
}

func run(out string, counted, along []string) error {
	result, err := verify.Run(context.Background(), verify.Options{
		Patterns: slices.Concat(counted, along), All: true, Checks: verify.AllChecks,
		Workers: runtime.GOMAXPROCS(0), Budget: limits.budget,
		Prover: prover.Options{RLimit: limits.rlimit, Timeout: limits.timeout}, Progress: progress,
	})
	if err != nil {
		return err
	}
	p, err := newPage(counted, along, outcomes(result))
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, p.text(), 0o644); err != nil {
		return err
	}
	return p.faults()
}
