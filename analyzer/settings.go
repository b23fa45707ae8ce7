package analyzer

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/prover"
)

// Settings say what to check and how, as the flags of calvin check of the same names do.
type Settings struct {
	All     bool          // packages without annotations too
	Checks  string        // what to check, separated by commas
	Panics  *bool         // prove of every function, or of none, that no run-time panic happens; nil: where somebody asks
	Solver  string        // libz3, z3, cvc5 or all
	RLimit  int           // work for a goal, in the solver's units; 0 for the solver's default
	Timeout time.Duration // time for a goal; 0 for the solver's default
	Budget  time.Duration // time for all goals of a function together; 0 for no limit
	Cache   bool          // store proofs in the user's cache directory
	// Modules are the paths of modules that count as the user's own, separated by commas, besides those without a version.
	Modules string
}

// Default are the settings of calvin check without flags.
func Default() Settings {
	return Settings{Checks: strings.Join(verify.CheckNames(), ","), Solver: prover.LibZ3, Budget: 5 * time.Minute, Cache: true}
}

// flags has the settings changed by flags.
func (s *Settings) flags() flag.FlagSet {
	var f flag.FlagSet
	f.BoolVar(&s.All, "all", s.All, "check packages without annotations too")
	f.DurationVar(&s.Budget, "budget", s.Budget, "time for all goals of a function together; 0 for no limit")
	f.BoolVar(&s.Cache, "cache", s.Cache, "store proofs in the user's cache directory")
	f.StringVar(&s.Checks, "checks", s.Checks, "what to check; everything else is assumed")
	f.StringVar(&s.Modules, "modules", s.Modules, "modules to check besides the main one, separated by commas")
	f.BoolFunc("panics", "prove of every function that no run-time panic happens; -panics=false of none", func(text string) error {
		all, err := strconv.ParseBool(text)
		if err != nil {
			return err
		}
		s.Panics = &all
		return nil
	})
	f.IntVar(&s.RLimit, "rlimit", s.RLimit, "work for a goal, in the solver's units; 0 for the solver's default")
	f.StringVar(&s.Solver, "solver", s.Solver, "libz3, z3, cvc5, or all to compare them")
	f.DurationVar(&s.Timeout, "timeout", s.Timeout, "time limit of a goal; 0 for the solver's default")
	return f
}

// options checks the settings and turns them into options.
func (s *Settings) options() (verify.Options, error) {
	checks, err := verify.ParseChecks(s.Checks)
	if err != nil {
		return verify.Options{}, fmt.Errorf("checks: %w", err)
	}
	switch s.Solver {
	case prover.LibZ3, prover.Z3, prover.CVC5, prover.All:
	default:
		return verify.Options{}, fmt.Errorf("solver is libz3, z3, cvc5 or all, not %q", s.Solver)
	}
	if s.Timeout < 0 || s.RLimit < 0 || s.Budget < 0 {
		return verify.Options{}, fmt.Errorf("timeout, budget and rlimit are not negative")
	}
	checks.Panics = checks.Panics && (s.Panics == nil || *s.Panics)
	return verify.Options{
		All: s.All, Panics: s.Panics != nil && *s.Panics, Checks: checks, Budget: s.Budget, Workers: workers,
		Prover: prover.Options{Solver: s.Solver, RLimit: s.RLimit, Timeout: s.Timeout, Workers: workers},
		Cache:  s.store(),
	}, nil
}

// workers is how many functions of a unit are checked at the same time: build systems run several units at once.
const workers = 2

// store opens the cache. Without one a check is slower, and no less a check: a build system's sandbox may have none.
func (s *Settings) store() *cache.Store {
	if !s.Cache {
		return nil
	}
	dir, err := cache.Dir()
	if err != nil || dir == "" {
		return nil
	}
	store, err := cache.Open(dir)
	if err != nil {
		return nil
	}
	return store
}
