package strategy

import "github.com/calvin-go/calvin/explore/rt"

// Checked is a strategy that watches another: as long as an execution takes the decisions of the one before, its events
// must be the same. If they are not, the test is not deterministic, and whatever the strategy concludes is void.
type Checked struct {
	inner     rt.Strategy
	decisions []int32 // of the execution before
	events    []rt.Event
	same      bool // the decisions so far are the same
	decided   int  // how many decisions have been compared
	seen      int  // how many events
	err       error
}

// NewChecked makes a Checked of a strategy.
func NewChecked(inner rt.Strategy) *Checked { return &Checked{inner: inner} }

// Next is the inner strategy's.
func (c *Checked) Next(s *rt.State) int {
	c.compare(s.Execution)
	if c.err != nil {
		return -1
	}
	return c.inner.Next(s)
}

// compare compares what happened since the last call with the execution before.
func (c *Checked) compare(x *rt.Execution) {
	for ; c.same && c.decided < len(x.Decisions); c.decided++ {
		if c.decided >= len(c.decisions) || x.Decisions[c.decided] != c.decisions[c.decided] {
			c.same = false
			return
		}
	}
	// Every decision leads to one event.
	for ; c.same && c.err == nil && c.seen < len(x.Events); c.seen++ {
		switch {
		case c.seen >= len(c.events):
			c.err = &rt.Nondeterminism{At: c.seen, Missing: true, Actual: x.Events[c.seen]}
		case !rt.Same(&x.Events[c.seen], &c.events[c.seen]):
			c.err = &rt.Nondeterminism{At: c.seen, Expected: c.events[c.seen], Actual: x.Events[c.seen]}
		}
	}
}

// Done is the inner strategy's, unless the test is not deterministic.
func (c *Checked) Done(x *rt.Execution) bool {
	c.compare(x)
	more := c.inner.Done(x)
	if c.err != nil {
		return false
	}
	c.decisions = append(c.decisions[:0], x.Decisions...)
	c.events = append(c.events[:0], x.Events...)
	c.same, c.decided, c.seen = true, 0, 0
	return more
}

// Incomplete is the inner strategy's.
func (c *Checked) Incomplete() string {
	if d, ok := c.inner.(interface{ Incomplete() string }); ok {
		return d.Incomplete()
	}
	return ""
}

// Err returns where two executions part that should not, or an error of the inner strategy.
func (c *Checked) Err() error {
	if c.err != nil {
		return c.err
	}
	if e, ok := c.inner.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}
