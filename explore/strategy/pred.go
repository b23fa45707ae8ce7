package strategy

import (
	"errors"

	"github.com/calvin-go/calvin/explore/rt"
)

// Pred is dynamic partial-order reduction with predicate dependence (Kusano and Wang, "Assertion Guided Abstraction: A
// Cooperative Optimization for Dynamic Partial Order Reduction", ASE 2014): two operations depend on each other only if
// their order may decide whether the test fails.
//
// The search is that of DPOR, in a view of each execution (view.go) that an abstraction gives (abstraction.go). Operations
// that the abstraction hides are no scheduling points: they are executed as soon as their goroutine comes to them. As what
// they read decides on nothing that the view shows, the view of an execution is determined by the decisions in it. When
// an execution dashes a hope of the abstraction, that changes, and the search begins anew with the view of that execution.
//
// Algorithm 4 of the paper computes backtrack sets at the end of an execution, with the slice widened by it (algorithm 3),
// and goes on: what earlier executions would have to reverse by the wider slice is lost. Hence the new beginning. In most
// programs the first execution shows all there is to see, and nothing is run twice.
type Pred struct {
	abs     abstraction
	view    view
	search  *DPOR
	state   rt.State // as the search sees it
	begun   bool     // an execution is under way
	again   []int32  // the decisions that it begins with, as the one before did; the view has what they led to
	lost    bool     // it does not repeat what it should
	prefix  []rt.Event
	history history
	scales  scales
	order   order
	err     error

	executions int

	Restarts int // how often the search has begun anew
}

// NewPred makes a Pred that uses what is known of the test, with the given parts. If nothing is known, the slice is nil.
func NewPred(s *Slice, parts Parts) *Pred {
	if s == nil {
		s, parts.Slice, parts.Peek = &Slice{}, false, false
	}
	p := &Pred{abs: newAbstraction(s, parts), search: NewDPOR()}
	p.view.abstraction = &p.abs
	p.view.counts = map[write]int32{}
	return p
}

// Next goes on with what the search does not see, else asks the search.
func (p *Pred) Next(s *rt.State) int {
	v := &p.view
	if n := len(s.Execution.Decisions); n < len(p.again) {
		if k := s.Decision(p.again[n]); k >= 0 {
			return k
		}
		p.lost, p.again = true, nil
	}
	p.begin(s.Execution)
	v.show(s.Execution)
	switch {
	case p.lost || v.broken != rt.NoObj:
		return s.Default()
	case v.mutex != rt.NoObj:
		if k := s.Decision(int32(v.holder)); s.Choices == 0 && k >= 0 {
			return k
		}
		if _, _, waits := s.Next(v.holder); waits || s.Choices > 0 {
			v.broken = v.mutex
			return s.Default()
		}
		v.abandon()
	}
	if k := p.hidden(s); k >= 0 {
		return k
	}
	p.state = *s
	p.state.Execution = &v.Execution
	if n := len(v.Events); n > 0 {
		p.state.Running, p.state.Yielded = v.Events[n-1].G, v.Events[n-1].Kind == rt.OpYield
	}
	k := p.search.Next(&p.state)
	if p.search.err != nil {
		p.lost = true
		return s.Default()
	}
	return k
}

// begin begins an execution, unless one is under way: where it parts from the one before.
func (p *Pred) begin(x *rt.Execution) {
	switch {
	case p.begun:
		return
	case len(p.again) == 0:
		p.view.begin(x)
	case len(x.Events) < len(p.again):
		p.lost = true
		p.view.begin(x)
	default:
		p.search.at = p.search.fixed
		p.view.resume(x, p.search.fixed, len(p.again))
	}
	p.begun = true
}

// hidden returns the choice of a goroutine whose next operation the search does not see, -1 if there is none.
func (p *Pred) hidden(s *rt.State) int {
	if s.Choices > 0 || p.abs.plain || !p.abs.parts.Slice {
		return -1
	}
	for k, g := range s.Enabled {
		if kind, site, ok := s.Next(g); ok && p.abs.hides(kind, site) {
			return k
		}
	}
	return -1
}

// Done lets the search go on, if the execution bears the abstraction out; else a new one begins. A new one first takes in what
// has been run before.
func (p *Pred) Done(x *rt.Execution) bool {
	p.begin(x)
	p.begun, p.again = false, p.again[:0]
	p.view.show(x)
	p.history.keep(x)
	first := p.search
	if !p.steady(x) {
		if p.abs.plain {
			p.err = errors.New("the test is not deterministic: what was run once cannot be run again")
			return false
		}
		p.abs.surrender()
		first = nil
	}
	p.lost = false
	p.judge(x, first)
	p.executions++
	if p.search != nil && p.history.left == 0 {
		return p.back(x)
	}
	return p.goOn(x)
}

// back goes back in the execution that has been run. The next one has the same beginning, so that its view need not be made
// again.
func (p *Pred) back(x *rt.Execution) bool {
	v, d := &p.view, p.search
	if !d.back(&v.Execution) {
		return false
	}
	if len(p.abs.dead) > 0 || v.abandoned != rt.NoObj { // what is counted, or noted, from the beginning on
		p.prefix, v.Events = v.Events, p.prefix
		return true
	}
	p.prefix = p.prefix[:0]
	p.again = append(p.again, x.Decisions[:v.from[d.fixed]]...)
	return true
}

// goOn goes back in an execution that has been run, or recalled, and goes on with what is recalled as long as that will do.
func (p *Pred) goOn(x *rt.Execution) bool {
	for x != nil {
		if p.search == nil { // there is no end to build on
			p.search = NewDPOR()
			return true
		}
		more := p.search.back(&p.view.Execution)
		p.prefix, p.view.Events = p.view.Events, p.prefix // to compare the next one with; the view begins anew
		if !more {
			return false
		}
		if x = p.recall(); x != nil {
			p.judge(x, p.search)
		}
	}
	return true
}

// steady reports whether an execution is what its decisions make of it, whatever the view leaves out. Loops that wait
// make of the same decisions different executions, depending on what they do not read.
func (p *Pred) steady(x *rt.Execution) bool {
	if p.abs.plain {
		return !p.lost
	}
	return !x.Waited && !p.lost && p.repeats()
}

// judge changes the abstraction until the execution bears it out, and adds it to the search d with its races: to a new one
// if anything has changed, or if d is nil.
func (p *Pred) judge(x *rt.Execution, d *DPOR) {
	v := &p.view
	for p.search = d; ; p.search = nil {
		if p.search == nil {
			v.begin(x)
			v.show(x)
		}
		if v.mutex != rt.NoObj {
			v.abandon()
		}
		if v.broken == rt.NoObj && x.Outcome != rt.Failed && x.Outcome != rt.Redundant {
			v.broken = v.abandoned
		}
		if p.abs.expose(x, v.broken) || p.abs.widen(x) || p.abs.uncover(x) {
			continue
		}
		v.end(x)
		if p.search == nil {
			p.search = NewDPOR()
			p.search.adopt(&v.Execution)
		}
		p.search.races.find(&p.search.order, &v.Execution, len(p.search.nodes))
		if p.interrupted(x, p.search) || (p.search != d || p.executions == 0) && p.strangers(x) || p.scales.weigh(v, x, p.search) {
			continue
		}
		break
	}
	if p.search == d {
		return
	}
	p.Restarts++
	p.history.renew(x)
	if x.Outcome == rt.Redundant || x.Outcome == rt.Truncated {
		p.search = nil
	}
}

// repeats reports whether the view begins as it should.
func (p *Pred) repeats() bool {
	n := min(p.search.fixed, len(p.prefix), len(p.view.Events))
	for i := range n {
		if !rt.Same(&p.prefix[i], &p.view.Events[i]) {
			return false
		}
	}
	return true
}

// Err returns why the search cannot go on.
func (p *Pred) Err() error { return p.err }
