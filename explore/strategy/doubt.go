package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// Reduced is a partial-order reduction that knows its limits. When it has nothing left to run, every order of the
// operations has been run, unless there is a doubt: the counter of a WaitGroup became negative, and the program survived
// that. Which Done is one too many depends on all the Adds and Dones before; this is no matter of pairs of events. (An
// RUnlock too many is the same, but ends the program.)
type Reduced struct {
	inner rt.Strategy
	doubt string
}

// NewReduced makes a Reduced of a strategy.
func NewReduced(inner rt.Strategy) *Reduced { return &Reduced{inner: inner} }

// Doubt returns why there may be executions other than those that have been run, "" if there are none.
func (r *Reduced) Doubt() string {
	if d, ok := r.inner.(interface{ Doubt() string }); ok && r.doubt == "" {
		return d.Doubt()
	}
	return r.doubt
}

// negative reports whether the counter of a WaitGroup became negative.
func negative(x *rt.Execution) bool {
	return slices.ContainsFunc(x.Events, func(e rt.Event) bool { return e.Class == rt.ClassWGMisuse })
}

// Next is the inner strategy's.
func (r *Reduced) Next(s *rt.State) int { return r.inner.Next(s) }

// Done is the inner strategy's.
func (r *Reduced) Done(x *rt.Execution) bool {
	if r.doubt == "" && negative(x) {
		r.doubt = "a WaitGroup whose counter becomes negative: a partial-order reduction may miss orders of what comes then; -strategy=dfs covers them all"
	}
	return r.inner.Done(x)
}

// Err returns an error of the inner strategy.
func (r *Reduced) Err() error {
	if e, ok := r.inner.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}
