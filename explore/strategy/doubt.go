package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// Reduced is a partial-order reduction that knows its limits. When it has nothing left to run, every order of the
// operations has been run, unless there is a doubt: some execution has operations of which not every order is tried, or
// not every one is like the others of its trace.
type Reduced struct {
	inner rt.Strategy
	order order
	doubt string
}

// NewReduced makes a Reduced of a strategy.
func NewReduced(inner rt.Strategy) *Reduced { return &Reduced{inner: inner} }

// doubts are what a reduction does not cover, and what it tells the user.
var doubts = []struct {
	in     func(*Reduced, *rt.Execution) bool
	reason string
}{
	{(*Reduced).misuse, "operations without what they undo, such as Unlock without Lock: a partial-order reduction may miss orders of them; -strategy=dfs covers them all"},
	{(*Reduced).firstAdds, "calls of WaitGroup.Add in no fixed order, beside Wait: a partial-order reduction may miss orders of them; -strategy=dfs covers them all"},
}

// Doubt returns why there may be executions other than those that have been run, "" if there are none.
func (r *Reduced) Doubt() string {
	if d, ok := r.inner.(interface{ Doubt() string }); ok && r.doubt == "" {
		return d.Doubt()
	}
	return r.doubt
}

// misuse reports whether an operation lacks what it undoes. Whether a Done does depends on all the Adds and Dones before,
// which is no matter of pairs of events.
func (*Reduced) misuse(x *rt.Execution) bool {
	return slices.ContainsFunc(x.Events, func(e rt.Event) bool { return e.Class.Misuse() })
}

// firstAdds reports whether two Adds of a WaitGroup are not ordered, and there is a Wait. Adds commute, but the first one
// must be ordered with every Wait, and which it is differs among the executions of a trace.
func (r *Reduced) firstAdds(x *rt.Execution) bool {
	waits := func(e rt.Event) bool { return e.Kind == rt.OpWGWait }
	if !slices.ContainsFunc(x.Events, waits) && !slices.ContainsFunc(x.Pending, waits) {
		return false
	}
	last := map[rt.ObjID]int32{}
	known := false
	for i := range x.Events {
		e := &x.Events[i]
		if e.Class != rt.ClassWGAdd {
			continue
		}
		// If each is ordered with the next one, all are.
		before, ok := last[e.Obj]
		last[e.Obj] = int32(i)
		if !ok || x.Events[before].G == e.G {
			continue
		}
		if !known {
			r.order.all(x)
			known = true
		}
		if !r.order.precedes(before, int32(i)) {
			return true
		}
	}
	return false
}

// Next is the inner strategy's.
func (r *Reduced) Next(s *rt.State) int { return r.inner.Next(s) }

// Done is the inner strategy's.
func (r *Reduced) Done(x *rt.Execution) bool {
	for _, d := range doubts {
		if r.doubt == "" && d.in(r, x) {
			r.doubt = d.reason
		}
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
