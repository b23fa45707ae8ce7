package cli

import (
	"errors"
	"fmt"
	"os/exec"

	"github.com/calvin-go/calvin/prover"
)

// solving runs what needs a solver. Where nobody has chosen one and Z3's library cannot be used, a solver that is there as a program
// takes its place, which is said once.
func (e *environment) solving(solver *string, chosen bool, run func() error) error {
	err := run()
	missing := (*prover.Missing)(nil)
	if chosen || *solver != prover.LibZ3 || !errors.As(err, &missing) {
		return err
	}
	for _, name := range []string{prover.Z3, prover.CVC5} {
		path, found := exec.LookPath(name)
		if found != nil {
			continue
		}
		fmt.Fprintf(e.stderr, "calvin: %s, so %s is asked, which is slower; calvin doctor says more\n", missing.Reason(), path)
		*solver = name
		return run()
	}
	return err
}

// standIn is the solver for those who cannot wait for the first question to find out whether the library is there.
func (e *environment) standIn(solver string, chosen bool) string {
	// The error comes again when the solver is used.
	_ = e.solving(&solver, chosen, func() error {
		p, err := prover.New(prover.Options{Solver: solver, Workers: 1})
		if err != nil {
			return err
		}
		return p.Close()
	})
	return solver
}
