package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Reduced is a partial-order reduction that knows its limits. When it has nothing left to run, every order of the
// operations has been run, unless there is a doubt: some execution has operations whose reversals are not exact.
type Reduced struct {
	inner rt.Strategy
	doubt string
}

// NewReduced makes a Reduced of a strategy.
func NewReduced(inner rt.Strategy) *Reduced { return &Reduced{inner: inner} }

// doubts are the operations whose reversals are not exact.
var doubts = []struct {
	of     func(x *rt.Execution, e *rt.Event) bool
	reason string
}{
	{selectsAmong, "selects: a partial-order reduction may miss orders of them; -strategy=dfs covers them all"},
	{misuses, "operations without what they undo, such as Unlock without Lock: a partial-order reduction may miss orders of them; -strategy=dfs covers them all"},
}

// selectsAmong reports whether e is a select among several channels. What it does to them depends on who waits there and
// which cases are ready; reversed, it is taken to do what it did in the execution.
func selectsAmong(x *rt.Execution, e *rt.Event) bool {
	return (e.Kind == rt.OpSelect || e.Kind == rt.OpSelectWait) && x.PartCount(e) > 1
}

// misuses reports whether e lacks what it undoes. Whether a Done does depends on all the Adds and Dones before, which is no
// matter of pairs of events.
func misuses(_ *rt.Execution, e *rt.Event) bool { return e.Class.Misuse() }

// Doubt returns why there may be executions other than those that have been run, "" if there are none.
func (r *Reduced) Doubt() string { return r.doubt }

// Next is the inner strategy's.
func (r *Reduced) Next(s *rt.State) int { return r.inner.Next(s) }

// Done is the inner strategy's.
func (r *Reduced) Done(x *rt.Execution) bool {
	for i := 0; r.doubt == "" && i < len(x.Events); i++ {
		r.doubt = doubtOf(x, &x.Events[i])
	}
	for i := 0; r.doubt == "" && i < len(x.Pending); i++ {
		r.doubt = doubtOf(x, &x.Pending[i])
	}
	return r.inner.Done(x)
}

func doubtOf(x *rt.Execution, e *rt.Event) string {
	for _, d := range doubts {
		if d.of(x, e) {
			return d.reason
		}
	}
	return ""
}

// Err returns an error of the inner strategy.
func (r *Reduced) Err() error {
	if e, ok := r.inner.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}
