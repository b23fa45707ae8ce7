package cli

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"time"

	"github.com/calvin-go/calvin/internal/lsp"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/prover"
)

// runLSP serves an editor over standard input and output.
func runLSP(ctx context.Context, env *environment, args []string) int {
	fs := flag.NewFlagSet("calvin lsp", flag.ContinueOnError)
	delay := fs.Duration("delay", 100*time.Millisecond, "time after a change before a package is checked")
	workers := fs.Int("j", runtime.GOMAXPROCS(0), "how many functions to check at the same time")
	solver := fs.String("solver", prover.LibZ3, "libz3, z3 or cvc5")
	budget := fs.Duration("budget", time.Minute, "time for all goals of a function together; 0 for no limit")
	fs.Bool("stdio", true, "use standard input and output; there is no other way")
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: calvin lsp [flags]\n\nA language server. docs/editors.md says how editors start it.\n\n")
		fs.PrintDefaults()
	}
	if done, code := env.parse(fs, args); done {
		return code
	}
	if fs.NArg() > 0 || *workers < 1 || *delay < 0 || *budget < 0 {
		fs.Usage()
		return exitUsage
	}
	err := lsp.Serve(ctx, lsp.Config{
		Version: version(),
		Delay:   *delay,
		Quiet:   500 * time.Millisecond,
		Log:     env.stderr,
		Check: verify.Options{
			Checks: verify.AllChecks, Workers: *workers, Budget: *budget, Cache: env.openCache(),
			Prover: prover.Options{Solver: *solver, Workers: *workers},
		},
	}, env.stdin, env.stdout)
	if err != nil {
		return env.fail(err)
	}
	return exitVerified
}
