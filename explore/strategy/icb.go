package strategy

import "github.com/calvin-go/calvin/explore/rt"

// ICB is iterative context bounding (Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs", PLDI 2007, algorithm 1): it runs every schedule without preemptions, then every one with one
// preemption, then with two, and so on. So the first schedule that shows a bug has the fewest preemptions, and whatever
// bug remains after a bound needs more of them.
//
// Scheduling points are what the runtime makes them: operations of synchronisation, while plain accesses are checked for
// races, which is sound by the paper's theorems 2 and 3.
//
// A preemption is a switch from a goroutine that could have gone on and had not yielded. All other switches, and choices
// of data, are free: their alternatives are tried depth first, within an execution's bound (lines 33 to 37); those that
// take one more preemption wait in a queue (lines 29 to 32). A work item is a prefix, as there are no states to restore;
// those that depart from one execution share its decisions.
type ICB struct {
	bound  int // the last one, -1: none
	report func(bound, executions int)

	current  int       // preemptions of the executions under way
	work     []*origin // what departs from executions with one preemption less
	later    []*origin // what departs from executions with as many
	path     []choice  // the decisions of the execution under way
	fixed    int       // how many of them are not to be changed before the next work item
	at       int
	exceeded bool // some schedules need more preemptions than the last bound
	ran      int  // executions with the current number of preemptions
	begun    int  // work items of that number
}

// A choice is a decision of the execution under way.
type choice struct {
	decision int32
	free     []int32 // alternatives that cost nothing
	costly   []int32 // alternatives that cost a preemption
}

// An origin is an execution from which others depart by one more preemption.
type origin struct {
	decisions []int32
	departs   []departure
}

// A departure is the decision to take instead of the one at a place.
type departure struct{ at, decision int32 }

// NewICB makes an ICB for at most bound preemptions, any number if it is negative. After each bound it calls report, if
// that is not nil, with the number of executions that needed so many preemptions.
func NewICB(bound int, report func(bound, executions int)) *ICB {
	return &ICB{bound: bound, report: report}
}

// Bound returns the number of preemptions of the executions under way: all that need fewer have been run.
func (c *ICB) Bound() int { return c.current }

// Next repeats the path, then goes on with the goroutine that runs, or the first one.
func (c *ICB) Next(s *rt.State) int {
	at := c.at
	c.at++
	if at < len(c.path) {
		if k := s.Decision(c.path[at].decision); k >= 0 {
			return k
		}
		c.path = c.path[:at]
	}
	k := s.Default()
	c.path = append(c.path, choice{decision: decisionOf(s, k)})
	c.alternatives(s, &c.path[at], k)
	return k
}

// decisionOf is the decision that the k-th possibility is.
func decisionOf(s *rt.State, k int) int32 {
	if s.Choices > 0 {
		return ^int32(k)
	}
	return int32(s.Enabled[k])
}

// alternatives lists those of the k-th possibility.
func (c *ICB) alternatives(s *rt.State, p *choice, k int) {
	if s.Choices > 0 {
		for j := range s.Choices {
			if j != k {
				p.free = append(p.free, ^int32(j))
			}
		}
		return
	}
	preempts := s.CanGoOn()
	for j, g := range s.Enabled {
		switch {
		case j == k:
		case preempts && g != s.Running && g != rt.Clock:
			p.costly = append(p.costly, int32(g))
		default:
			p.free = append(p.free, int32(g))
		}
	}
}

// Done notes what departs from the execution by a preemption, and takes the next alternative, the next work item, or the
// next bound.
func (c *ICB) Done(*rt.Execution) bool {
	c.at = 0
	c.ran++
	c.depart()
	for n := len(c.path); n > c.fixed; n-- {
		p := &c.path[n-1]
		if k := len(p.free); k > 0 {
			*p = choice{decision: p.free[k-1], free: p.free[:k-1]}
			c.path = c.path[:n]
			return true
		}
	}
	for len(c.work) == 0 {
		if c.report != nil {
			c.report(c.current, c.ran)
		}
		if len(c.later) == 0 || c.current == c.bound {
			return false
		}
		c.current++
		c.ran, c.begun = 0, 0
		c.work, c.later = c.later, nil
	}
	c.begin()
	return true
}

// depart queues what departs from the execution by a preemption. Of the decisions that it shares with the one before
// this has been done.
func (c *ICB) depart() {
	if c.current == c.bound {
		for at := range c.path {
			c.exceeded = c.exceeded || len(c.path[at].costly) > 0
		}
		return
	}
	o := &origin{}
	for at := range c.path {
		p := &c.path[at]
		for _, d := range p.costly {
			o.departs = append(o.departs, departure{int32(at), d})
		}
		p.costly = nil
		o.decisions = append(o.decisions, p.decision)
	}
	if len(o.departs) > 0 {
		c.later = append(c.later, o)
	}
}

// begin takes the next work item.
func (c *ICB) begin() {
	c.begun++
	o := c.work[len(c.work)-1]
	d := o.departs[len(o.departs)-1]
	if o.departs = o.departs[:len(o.departs)-1]; len(o.departs) == 0 {
		c.work = c.work[:len(c.work)-1]
	}
	c.path = c.path[:0]
	for _, decision := range o.decisions[:d.at] {
		c.path = append(c.path, choice{decision: decision})
	}
	c.path = append(c.path, choice{decision: d.decision})
	c.fixed = len(c.path)
}
