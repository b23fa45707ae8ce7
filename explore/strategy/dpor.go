package strategy

import "github.com/calvin-go/calvin/explore/rt"

// DPOR is optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson and Sagonas, "Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction", JACM 2017, algorithm 2): it runs one execution for each Mazurkiewicz trace,
// that is, for each happens-before order there is, and begins no other.
//
// An execution is searched for races: pairs of dependent events of two goroutines, with nothing ordered between them, of
// which the second could come first (races.go). To reverse one, the search goes back to where the first event was
// executed and runs instead what does not happen after it, then the second (the wakeup sequence), unless that is
// covered: by an operation in the sleep set there, which the search has tried, or by the sequences that wait to be tried
// in the wakeup tree (wakeup_tree.go).
//
// Blocking operations are judged by what their objects tell (package rt, predict.go), which includes what the paper says
// of locks. A choice of data is an event that races with the same choice of another alternative.
type DPOR struct {
	nodes []node
	at    int       // the decision that comes next
	fixed int       // decisions before this one are those of the execution before
	below []*wakeup // the wakeup tree of the next node

	order   order
	races   races
	reverse reversal
	asleep  []action // operations in sleep sets
	sleeps  []int32  // the sleep sets: indices into asleep

	// Where it runs a part of the executions only, see dpor_task.go.
	root      int // decisions before this one belong to others
	path      []Branch
	inherited int // the Task's
	exchange  Exchange
	traffic   traffic
	err       error

	// Derailed counts the wakeup sequences that could not be followed to their end. There are none as long as the
	// predictions of operations are right; were there one the search would be complete, but not optimal.
	Derailed int
}

// A node is a decision of the execution under way.
type node struct {
	index   int32     // what was chosen
	adopted bool      // index is the decision itself: what it was an index of is not known
	sleep   int32     // the sleep set is sleeps[sleep:], up to that of the next node
	pool    int32     // the operations that fell asleep here are asleep[pool:], up to those of the next node
	tree    []*wakeup // what is to be tried here
	queued  []bool    // of a choice: the alternatives that have been tried, or are in the tree; empty where goroutines are to choose from
}

// An action is an operation of an execution that may be over.
type action struct {
	event rt.Event
	parts []rt.Part // if it has several objects
}

// newAction keeps e, an event of x.
func newAction(x *rt.Execution, e *rt.Event) action {
	a := action{event: *e}
	if e.Compound() {
		a.parts = x.Parts(e)
	}
	return a
}

// independent reports whether a and e, an event of x, commute.
func (a *action) independent(x *rt.Execution, e *rt.Event) bool {
	if a.parts == nil && !e.Compound() {
		p := x.Part(e, 0)
		return a.event.Obj != p.Obj || p.Obj == rt.NoObj || !dependent(rt.RelationOn(&a.event, a.event.Class, e, p.Class))
	}
	parts := a.parts
	if parts == nil {
		parts = []rt.Part{{Obj: a.event.Obj, Class: a.event.Class}}
	}
	for _, p := range parts {
		for k := range x.PartCount(e) {
			q := x.Part(e, k)
			if mayBeOne(x, &a.event, p.Obj, e, q.Obj) && dependent(rt.RelationOn(&a.event, p.Class, e, q.Class)) {
				return false
			}
		}
	}
	return true
}

// mayBeOne reports whether two operations, of executions of which x is one, may mean the same object by the given numbers.
func mayBeOne(x *rt.Execution, a *rt.Event, p rt.ObjID, b *rt.Event, q rt.ObjID) bool {
	switch {
	case p == rt.NoObj || q == rt.NoObj:
		return false
	case p == q:
		return true
	}
	return (a.Kind == rt.OpSection || b.Kind == rt.OpSection) && x.Loose(p) && x.Loose(q)
}

// NewDPOR makes a DPOR.
func NewDPOR() *DPOR { return &DPOR{} }

// Next repeats the decisions up to where the search went back to, then follows the wakeup sequence, then goes on with
// the goroutine that runs, if that does not sleep.
func (d *DPOR) Next(s *rt.State) int {
	i := d.at
	d.at++
	if i < d.fixed {
		return d.repeat(s, &d.nodes[i])
	}
	if i < len(d.path) {
		return d.follow(s, i)
	}
	if i == len(d.nodes) {
		d.push(s)
	}
	k := d.decide(s, &d.nodes[i])
	if k < 0 {
		d.pop()
		return -1
	}
	d.nodes[i].index, d.nodes[i].adopted = int32(k), false
	return k
}

// repeat takes a decision once more.
func (d *DPOR) repeat(s *rt.State, n *node) int {
	if n.adopted {
		n.index, n.adopted = int32(s.Decision(n.index)), false
		if n.index < 0 {
			d.err = errPath
		}
	}
	return int(n.index)
}

// adopt makes x the first execution of a new DPOR, which takes the same decisions.
func (d *DPOR) adopt(x *rt.Execution) {
	for i := range x.Events {
		e := &x.Events[i]
		n := node{index: e.Decision(), adopted: true}
		if e.Kind == rt.OpChoice {
			n.queued = make([]bool, e.Need)
			n.queued[e.Seq] = true
		}
		d.nodes = append(d.nodes, n)
	}
}

// push adds a node for the decision that comes next.
func (d *DPOR) push(s *rt.State) {
	d.node(s.Execution, s.Choices, func(q *action, e *rt.Event) bool { return changed(s, q, e) })
}

// node adds a node for the decision that comes after the nodes there are, in x: a choice if there are alternatives. An
// operation that slept at the decision before goes on to sleep if it is independent of what has been executed, and that
// has not changed it.
func (d *DPOR) node(x *rt.Execution, alternatives int, changed func(q *action, e *rt.Event) bool) {
	i := len(d.nodes)
	if i < cap(d.nodes) {
		d.nodes = d.nodes[:i+1]
	} else {
		d.nodes = append(d.nodes, node{})
	}
	n := &d.nodes[i]
	*n = node{
		sleep: int32(len(d.sleeps)), pool: int32(len(d.asleep)), tree: append(n.tree[:0], d.below...), queued: n.queued[:0],
	}
	for range alternatives {
		n.queued = append(n.queued, false)
	}
	for _, w := range n.tree {
		if w.action.event.Kind == rt.OpChoice && int(w.action.event.Seq) < len(n.queued) {
			n.queued[w.action.event.Seq] = true
		}
	}
	d.below = nil
	if i == 0 {
		return
	}
	e := &x.Events[i-1]
	end := n.sleep
	if i == len(d.path) {
		end = d.nodes[i-1].sleep + int32(d.inherited)
	}
	for at := d.nodes[i-1].sleep; at < end; at++ {
		q := &d.asleep[d.sleeps[at]]
		if q.event.G != e.G && !e.Barrier() && q.independent(x, e) && !changed(q, e) {
			d.sleeps = append(d.sleeps, d.sleeps[at])
		}
	}
}

// changed reports whether e has changed what q would do: a Done is no longer the one that it was if e was the last that
// the counter allowed.
func changed(s *rt.State, q *action, e *rt.Event) bool {
	if e.Obj != q.event.Obj || e.Obj == rt.NoObj || !q.event.StateDependent() {
		return false
	}
	now, ok := s.Pending(q.event.G)
	return ok && now.Class != q.event.Class
}

// pop removes the last node.
func (d *DPOR) pop() {
	n := &d.nodes[len(d.nodes)-1]
	d.sleeps = d.sleeps[:n.sleep]
	d.asleep = d.asleep[:n.pool]
	d.nodes = d.nodes[:len(d.nodes)-1]
}

// decide takes the decision at n, the last node: the next one of its wakeup tree, else an alternative that has not been
// tried, or a goroutine that does not sleep.
func (d *DPOR) decide(s *rt.State, n *node) int {
	if len(n.tree) > 0 {
		w := n.tree[0]
		n.tree = append(n.tree[:0], n.tree[1:]...)
		if k := s.Decision(w.decision()); k >= 0 {
			d.below = w.children
			if s.Choices > 0 {
				n.queued[k] = true
			}
			return k
		}
		d.Derailed++
	}
	if s.Choices > 0 {
		n.queued[0] = true
		return 0
	}
	best := -1
	for k, g := range s.Enabled {
		if (best < 0 || g == s.Running) && !d.sleeping(n, g) {
			best = k
		}
	}
	return best
}

// sleepers are the operations that sleep at node i: indices into d.asleep.
func (d *DPOR) sleepers(i int32) []int32 {
	end := int32(len(d.sleeps))
	if int(i)+1 < len(d.nodes) {
		end = d.nodes[i+1].sleep
	}
	return d.sleeps[d.nodes[i].sleep:end]
}

// sleeping reports whether g sleeps at n, the last node.
func (d *DPOR) sleeping(n *node, g rt.GID) bool {
	for _, at := range d.sleeps[n.sleep:] {
		if d.asleep[at].event.G == g {
			return true
		}
	}
	return false
}

// Done searches the execution for races, queues what reverses them, and goes back to the last decision where there is
// something left to try.
func (d *DPOR) Done(x *rt.Execution) bool {
	return d.arrived(x) && d.next(x)
}

// next is Done of an execution that is part of the task.
func (d *DPOR) next(x *rt.Execution) bool {
	d.races.find(&d.order, x, len(d.nodes))
	return d.back(x)
}

// back is next without finding the races, which are known.
func (d *DPOR) back(x *rt.Execution) bool {
	d.reverse.all(d, x, len(x.Events))
	d.share(x)
	d.at = 0
	for len(d.nodes) > d.root {
		i := len(d.nodes) - 1
		if d.again(x, i) {
			d.order.truncate(i)
			d.races.truncate(i)
			return true
		}
		d.pop()
	}
	return false
}

// again prepares the next try at node i, the last one, and reports whether there is one.
func (d *DPOR) again(x *rt.Execution, i int) bool {
	n := &d.nodes[i]
	d.fixed = i
	if len(n.queued) == 0 {
		d.sleeps = append(d.sleeps, int32(len(d.asleep)))
		d.asleep = append(d.asleep, newAction(x, &x.Events[i]))
	}
	return len(n.tree) > 0
}
