package mutant

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/calvin-go/calvin/internal/workers"
)

// A Verifier checks those functions of a mutant that the mutation may affect. It returns what it finds in order of
// position, and nothing if all is verified; an *IllFormed error if an annotation is at fault.
type Verifier func(ctx context.Context, s *Source, m *Mutant) ([]Finding, error)

// A Finding is one reason why a package is not verified.
type Finding struct {
	Function string
	Line     int
	Code     string
	Message  string
}

func (f Finding) String() string { return fmt.Sprintf("%s:%d %s", f.Function, f.Line, f.Code) }

// IllFormed is the error of a Verifier that could not begin.
type IllFormed struct{ Err error }

func (e *IllFormed) Error() string { return e.Err.Error() }

// Outcome says what became of a mutant.
type Outcome uint8

const (
	Killed    Outcome = iota // not verified
	Stillborn                // does not compile, or its annotations are ill-formed
	Survived                 // verified
)

func (o Outcome) String() string { return [...]string{"killed", "stillborn", "survived"}[o] }

// A Result is a mutant and what became of it.
type Result struct {
	*Mutant
	Outcome Outcome
	First   Finding // of a killed mutant
	Err     error   // of a stillborn one
}

// A Case is a mutant to run, and where it comes from.
type Case struct {
	*Mutant
	Source *Source
}

// Cases returns the mutants of all packages that keep wants, in order.
func Cases(sources []*Source, keep func(*Mutant) bool) []Case {
	var all []Case
	for _, s := range sources {
		for _, m := range s.Mutants() {
			if keep(m) {
				all = append(all, Case{m, s})
			}
		}
	}
	return all
}

// Run has every case verified, several at a time, and returns the results in the order of the cases. Any error of the
// verifier but IllFormed ends the run.
func Run(ctx context.Context, cases []Case, verify Verifier, done func(Result)) ([]Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]Result, len(cases))
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	var report sync.Mutex
	workers.Each(runtime.GOMAXPROCS(0), order, func(i int) {
		if ctx.Err() != nil {
			return
		}
		r, err := runOne(ctx, cases[i], verify)
		if err != nil {
			cancel(fmt.Errorf("%s: %s: %w", cases[i].Position(), cases[i].ID(), err))
			return
		}
		results[i] = r
		report.Lock()
		defer report.Unlock()
		done(r)
	})
	return results, context.Cause(ctx)
}

func runOne(ctx context.Context, c Case, verify Verifier) (Result, error) {
	r := Result{Mutant: c.Mutant}
	if err := c.Source.Compile(c.Mutant); err != nil {
		r.Outcome, r.Err = Stillborn, err
		return r, nil
	}
	findings, err := verify(ctx, c.Source, c.Mutant)
	var ill *IllFormed
	switch {
	case errors.As(err, &ill):
		r.Outcome, r.Err = Stillborn, ill.Err
	case err != nil:
		return r, err
	case len(findings) == 0:
		r.Outcome = Survived
	default:
		r.First = findings[0]
	}
	return r, nil
}
