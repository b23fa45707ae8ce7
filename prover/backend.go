package prover

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A backend is a solver.
type backend interface {
	name() string
	// version identifies the solver's build: verdicts of different versions are not to be mixed.
	version(ctx context.Context) (string, error)
	// start opens a fresh session.
	start(ctx context.Context, l Limits) (session, error)
	close() // after all sessions
}

// Limits bound what a solver may use.
type Limits struct {
	RLimit  int           // the solver's own count of work for one check; the same on every machine
	Timeout time.Duration // wall clock for one goal
	Memory  int           // megabytes
}

// Missing is the error of a solver that is not installed.
type Missing struct {
	Solver string
	Tried  []string // where it was looked for
	Err    error
	// Present is the part of Err that says why what is there cannot be used; nil if nothing is there.
	Present error
}

func (m *Missing) Error() string {
	return fmt.Sprintf("%s: %s", m.Reason(), m.Install())
}

// Reason says what is wrong: that it is not there, or why what is there cannot be used.
func (m *Missing) Reason() string {
	if m.Present != nil {
		return fmt.Sprintf("solver %s cannot be used: %v", m.Solver, m.Present)
	}
	return fmt.Sprintf("solver %s not found (tried %s)", m.Solver, strings.Join(m.Tried, ", "))
}

// Install says how to get the solver.
func (m *Missing) Install() string { return install[m.Solver] }

func (m *Missing) Unwrap() error { return m.Err }

// install says how to get each solver.
var install = map[string]string{
	LibZ3: "install it with `apt-get install libz3-4` (Debian, Ubuntu), `dnf install z3-libs` (Fedora) or `brew install z3` " +
		"(macOS), on Windows unpack a release of github.com/Z3Prover/z3; or set " + libraryEnv + " to the library's path",
	Z3: "install it with `apt-get install z3`, `dnf install z3`, `brew install z3` or `winget install Microsoft.Z3`",
	CVC5: "install it with `apt-get install cvc5` or `brew install cvc5/cvc5/cvc5`, " +
		"or put a release of github.com/cvc5/cvc5 on the PATH",
}

// Fault is the error of a solver that did something other than answer: it died, hung, printed garbage or an error.
type Fault struct {
	Solver string
	Err    error
}

func (f *Fault) Error() string { return fmt.Sprintf("solver %s failed: %v", f.Solver, f.Err) }
func (f *Fault) Unwrap() error { return f.Err }

func faultf(solver, format string, args ...any) error {
	return &Fault{Solver: solver, Err: fmt.Errorf(format, args...)}
}

// The names of the solvers, as Options.Solver has them.
const (
	LibZ3 = "libz3"
	Z3    = "z3"
	CVC5  = "cvc5"
	All   = "all" // those of the three that are installed, two at least; they must agree
)

// solvers lists the backends in the order in which All asks them.
var solvers = []struct {
	name string
	find func(o Options) (backend, error)
}{
	{LibZ3, func(o Options) (backend, error) { return openLibZ3(o.Path[LibZ3], o.Workers) }},
	{Z3, func(o Options) (backend, error) { return findProcess(Z3, o.Path[Z3]) }},
	{CVC5, func(o Options) (backend, error) { return findProcess(CVC5, o.Path[CVC5]) }},
}
