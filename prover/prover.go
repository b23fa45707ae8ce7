package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/vcgen"
)

// Options say how to prove. Zero values stand for the defaults named.
type Options struct {
	Solver  string            // LibZ3 (the default), Z3, CVC5 or All
	Path    map[string]string // where to find a solver, by name, instead of by searching
	RLimit  int               // the solver's own count of work, for each check; 5 million, some 5 s
	Timeout time.Duration     // wall clock for each goal, all attempts together; 30 s
	Memory  int               // megabytes for each worker; 2048. Cvc5 has no such limit.
	Workers int               // how many VCs are worked on at once; GOMAXPROCS
	First   bool              // all that is asked is whether all goals hold: after the first that is not proved others are Moot
	Cache   *cache.Store      // remembers what solvers said; nil: nothing does
}

func (o Options) withDefaults() Options {
	o.Solver = cmp.Or(o.Solver, LibZ3)
	o.RLimit = cmp.Or(o.RLimit, 5_000_000)
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.Memory = cmp.Or(o.Memory, 2048)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

// Prover proves verification conditions. It may be used by many goroutines at once.
type Prover struct {
	options Options
	pools   []*pool       // one a backend
	slots   chan struct{} // one element a worker at work
	version func() (string, error)
}

// New finds the solvers that the options name, and has them get ready, unless there is a Cache: it may be that none is
// needed. A solver that is not installed, or that is known to prove what does not hold, is an error of type *Missing.
func New(o Options) (*Prover, error) {
	o = o.withDefaults()
	backends, err := find(o, func(b backend) error { return usual.trusted(context.Background(), b, o.Cache) })
	if err != nil {
		return nil, err
	}
	p := newProver(o, backends)
	if o.Cache == nil {
		p.Ready()
	}
	return p, nil
}

// ahead is how many solvers get ready before any is asked for. After most edits one is enough, and what a context of Z3
// costs is a thirtieth of such a check. Where more are asked for, each worker makes its own.
const ahead = 1

func newProver(o Options, backends []backend) *Prover {
	p := &Prover{options: o, slots: make(chan struct{}, o.Workers)}
	limits := Limits{RLimit: o.RLimit, Timeout: o.Timeout, Memory: o.Memory}
	for _, b := range backends {
		p.pools = append(p.pools, newPool(b, limits, ahead))
	}
	p.version = sync.OnceValues(func() (string, error) { return p.Version(context.Background()) })
	return p
}

// acquire waits until a worker is free, and takes it until release is called. It fails only if ctx ends.
func (p *Prover) acquire(ctx context.Context) (release func(), err error) {
	select {
	case p.slots <- struct{}{}:
		return func() { <-p.slots }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// find finds those that accept has nothing against.
func find(o Options, accept func(backend) error) ([]backend, error) {
	var found []backend
	var errs []error
	known := o.Solver == All
	for _, s := range solvers {
		if o.Solver != All && o.Solver != s.name {
			continue
		}
		known = true
		b, err := s.find(o)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if err := accept(b); err != nil {
			b.close()
			errs = append(errs, &Missing{Solver: s.name, Tried: []string{s.name}, Err: err, Present: err})
			continue
		}
		found = append(found, b)
	}
	switch {
	case !known:
		return nil, fmt.Errorf("unknown solver %q: want %s, %s, %s or %s", o.Solver, LibZ3, Z3, CVC5, All)
	case o.Solver == All && len(found) < 2:
		return nil, fmt.Errorf("comparing solvers takes two: %w", errors.Join(errs...))
	case len(found) == 0:
		return nil, errs[0]
	}
	return found, nil
}

// Version identifies the solvers in use and their builds.
func (p *Prover) Version(ctx context.Context) (string, error) {
	var versions []string
	for _, pool := range p.pools {
		v, err := pool.backend.version(ctx)
		if err != nil {
			return "", err
		}
		versions = append(versions, v)
	}
	return strings.Join(versions, ", "), nil
}

// Ready has solvers get ready while the caller does something else.
func (p *Prover) Ready() {
	for _, pool := range p.pools {
		pool.Fill()
	}
}

// Close ends the solvers that stand ready. No Prove may be running or follow.
func (p *Prover) Close() error {
	for _, pool := range p.pools {
		pool.close()
	}
	return nil
}

// Result is what came of a VC.
type Result struct {
	Goals []GoalResult // as VC.Goals
	Kept  []string     // the candidate invariants that hold, by name
	Time  time.Duration
	// Cached: no solver was asked, the Cache knew.
	Cached bool
	// Repeatable: the same question will have the same answers.
	Repeatable bool

	further bool // they depend on VC.Further, too
}

// Status is the verdict on a goal.
type Status uint8

const (
	Unknown Status = iota
	Proved
	Refuted
)

func (s Status) String() string { return [...]string{"unknown", "proved", "refuted"}[s] }

// GoalResult is what came of one goal.
type GoalResult struct {
	Goal   *vcgen.Goal `json:"-"`
	Status Status      // a cover is Proved if it can be reached; also if that remained open: Cause is set then
	Cause  Cause       // why it is Unknown
	Reason string      // the same in words
	// Values has what Goal.Terms are in a counterexample, by term, in SMT-LIB's notation: (- 5), #xff, true,
	// Ref!val!0, (as @Ref_0 Ref). It is set if Status is Refuted.
	Values   map[string]string
	By       string // what decided: the solver and, in parentheses, the attempt if it was not the first
	Time     time.Duration
	RLimit   int             // the solver's count of work; 0 if it does not tell
	Backends []BackendResult // what each said, if several were asked
}

// BackendResult is the verdict of one solver of several.
type BackendResult struct {
	Solver string
	Status Status
	Reason string
}

// Prove asks for the goals of vc. It fails only if ctx ends: whatever else goes wrong makes goals Unknown.
func (p *Prover) Prove(ctx context.Context, vc *vcgen.VC) (*Result, error) {
	s := p.Series()
	defer s.Close()
	return s.Prove(ctx, vc)
}
