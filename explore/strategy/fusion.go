package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// Fusion is the search of Wang, Chaudhuri, Gupta and Yang, "Symbolic Pruning of Concurrent Program Executions" (ESEC/FSE
// 2009, figure 3), with an [Oracle] for its symbolic part. It is depth first. At each decision all goroutines are to be
// tried, but for those in the sleep set (Godefroid 1996): a search that is pruned does not see all races, so that the
// backtrack sets of DPOR, which are made of races, would not do. After an execution that fails in no way the oracle says how
// far the search goes back: it leaves out what is proved not to fail. Where it also has an execution that may fail, the
// search follows that.
//
// An execution that the oracle takes to fail has proved nothing until it has been run: it is run at once, apart from the
// search, which goes on as if nothing had happened should it not fail.
type Fusion struct {
	oracle     Oracle
	names      *rt.Numbering // of the executions
	races      bool
	nodes      []fusionNode
	at         int
	fixed      int // decisions before this one are those of the execution before
	plan       []Hint
	planned    int // the plan begins at this decision
	err        error
	incomplete string

	asked   Question // about the execution before,
	actions []action // and its events
	trying  bool     // the execution under way is one that the oracle takes to fail

	// Traces counts executions but for those that the oracle takes to fail; Followed those that it was able to follow.
	Traces, Followed int
}

// A fusionNode is a decision of the execution under way.
type fusionNode struct {
	decision int32 // what was chosen, as in Execution.Decisions
	choices  int   // of a choice, the number of alternatives
	enabled  []rt.GID
	sleep    []action // operations that lead to what has been run, or proved
	done     []action // operations that have been tried
}

// NewFusion makes a Fusion. The numbers of goroutines in what the oracle is asked are those of names, which must be that of
// the executions. Where races is set a data race is a failure.
func NewFusion(o Oracle, names *rt.Numbering, races bool) *Fusion {
	return &Fusion{oracle: o, names: names, races: races}
}

// Next takes the decisions of the execution before as far as they are fixed, then those of the plan, then goes on with the
// goroutine that runs.
func (f *Fusion) Next(s *rt.State) int {
	i := f.at
	f.at++
	if i < f.fixed {
		k := s.Decision(f.nodes[i].decision)
		if k < 0 {
			f.err = errPath
		}
		return k
	}
	if f.trying {
		if k := f.follow(s, nil); k >= 0 {
			return k
		}
		return s.Default()
	}
	if i == len(f.nodes) {
		f.push(s)
	}
	n := &f.nodes[i]
	if n.choices > 0 {
		n.decision = ^int32(len(n.done))
		return len(n.done)
	}
	k := f.choose(s, n, i)
	if k < 0 {
		f.nodes = f.nodes[:i]
		return -1
	}
	n.decision = int32(s.Enabled[k])
	return k
}

// push adds a node. What sleeps goes on to sleep if it is independent of what has been executed.
func (f *Fusion) push(s *rt.State) {
	n := fusionNode{choices: s.Choices, enabled: append([]rt.GID(nil), s.Enabled...)}
	if i := len(f.nodes); i > 0 {
		x := s.Execution
		e := &x.Events[i-1]
		before := &f.nodes[i-1]
		for _, list := range [][]action{before.sleep, before.done} {
			for k := range list {
				q := &list[k]
				if before.choices == 0 && q.event.G != e.G && !e.Barrier() && q.independent(x, e) && !changed(s, q, e) {
					n.sleep = append(n.sleep, *q)
				}
			}
		}
		if before.choices > 0 {
			n.sleep = append(n.sleep, before.sleep...)
		}
	}
	f.nodes = append(f.nodes, n)
}

// choose is the index of the goroutine that goes next, -1 if all sleep.
func (f *Fusion) choose(s *rt.State, n *fusionNode, i int) int {
	if len(f.plan) > 0 && i >= f.planned {
		if k := f.follow(s, n); k >= 0 {
			return k
		}
	}
	best := -1
	for k, g := range n.enabled {
		if (best < 0 || g == s.Running) && n.open(g) {
			best = k
		}
	}
	return best
}

// follow is the index of the goroutine that the plan wants, if it is to be tried at n; -1 if there is no plan. A goroutine
// that goes another way than planned goes on until it is back.
func (f *Fusion) follow(s *rt.State, n *fusionNode) int {
	for len(f.plan) > 0 && s.Choices == 0 {
		h := f.plan[0]
		k := s.Decision(h.G)
		if k < 0 || n != nil && !n.open(rt.GID(h.G)) {
			f.plan = f.plan[1:]
			continue
		}
		if e, ok := s.Pending(rt.GID(h.G)); ok && (e.Site == h.Site || h.Site == 0) {
			f.plan = f.plan[1:]
		}
		return k
	}
	return -1
}

// open reports whether g is to be tried at n.
func (n *fusionNode) open(g rt.GID) bool {
	for _, list := range [][]action{n.sleep, n.done} {
		for i := range list {
			if list[i].event.G == g {
				return false
			}
		}
	}
	return true
}

// Done asks the oracle how far to go back, and goes back at least to the last decision where there is something to try.
func (f *Fusion) Done(x *rt.Execution) bool {
	f.at, f.plan = 0, nil
	if f.err != nil {
		return false
	}
	if f.trying {
		f.trying, f.asked.Tried = false, true
		return f.back(f.oracle.Ask(f.asked))
	}
	f.Traces++
	n := len(f.nodes)
	f.actions = f.actions[:0]
	for i := range min(n, len(x.Events)) {
		f.actions = append(f.actions, newAction(x, &x.Events[i]))
	}
	if x.Outcome == rt.Complete && len(x.Bugs) == 0 && n == len(x.Events) {
		a := Answer{Unable: "a choice of a value whose effect the solver does not know"}
		if !f.chooses() {
			f.asked = f.question(x)
			a = f.oracle.Ask(f.asked)
		}
		switch {
		case a.Unable == "":
			f.Followed++
			return f.back(a)
		case f.Followed == 0:
			// The search has nothing to offer that other strategies have not.
			f.incomplete = a.Unable
			return false
		}
	}
	return f.again(f.deepest())
}

// chooses reports whether there are choices of data in the execution, which the oracle is not asked about.
func (f *Fusion) chooses() bool {
	return slices.ContainsFunc(f.nodes, func(n fusionNode) bool { return n.choices > 0 })
}

// left reports whether there is something to try at node i apart from what has been run.
func (f *Fusion) left(i int) bool {
	n := &f.nodes[i]
	if n.choices > 0 {
		return len(n.done)+1 < n.choices
	}
	for _, g := range n.enabled {
		if int32(g) != n.decision && n.open(g) {
			return true
		}
	}
	return false
}

// deepest is the last node where there is something to try, -1 if there is none.
func (f *Fusion) deepest() int {
	for i := len(f.nodes) - 1; i >= 0; i-- {
		if f.left(i) {
			return i
		}
	}
	return -1
}

// question describes an execution.
func (f *Fusion) question(x *rt.Execution) Question {
	q := Question{Races: f.races, Trace: Trace{Goroutines: f.names.Names(0, 0).Goroutines}}
	for i := range x.Events {
		e := &x.Events[i]
		q.Trace.Steps = append(q.Trace.Steps, Step{int32(e.G), e.Kind, int32(e.Obj), e.Site, e.State})
		open := []int32{}
		n := &f.nodes[i]
		for _, g := range n.enabled {
			if int32(g) != n.decision && n.open(g) {
				open = append(open, int32(g))
			}
		}
		q.Open = append(q.Open, open)
	}
	return q
}

// back goes to where the oracle says.
func (f *Fusion) back(a Answer) bool {
	f.plan, f.planned = a.Plan, a.At
	if a.Fails {
		f.trying, f.fixed = true, a.At
		return true
	}
	return f.again(a.At)
}

// again prepares the next try at node i, and reports whether there is one.
func (f *Fusion) again(i int) bool {
	if i < 0 || !f.left(i) {
		return false
	}
	f.nodes = f.nodes[:i+1]
	n := &f.nodes[i]
	n.done = append(n.done, f.actions[i])
	f.fixed = i
	return true
}

// Incomplete is why the search has not been made.
func (f *Fusion) Incomplete() string { return f.incomplete }

// Err returns why the search cannot go on.
func (f *Fusion) Err() error { return f.err }
