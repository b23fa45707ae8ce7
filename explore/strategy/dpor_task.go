package strategy

import (
	"errors"
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// This file divides the work of DPOR. The sequences that reverse races are inserted into the wakeup tree of a decision
// by whoever owns that decision. A DPOR owns the decisions after its first d.root; those before belong to the frontier. It
// gives work away by giving up ownership: of its first decisions, as far as the first one with something left to try. What
// begins with its own alternative there it keeps.
//
// A race with an event before d.root asks for a sequence at a decision of the frontier. To know most of those that need not
// be told, as they have been told before, a DPOR goes on to insert them into trees of its own, which it does not explore.

// Resume makes a new DPOR run a task.
func (d *DPOR) Resume(t Task, e Exchange) {
	d.exchange, d.root, d.path = e, len(t.Path), t.Path
	for i := range t.Path {
		d.nodes = append(d.nodes, node{sleep: int32(len(d.sleeps)), pool: int32(len(d.asleep))})
		for k := range t.Path[i].Sleep {
			d.sleeps = append(d.sleeps, int32(len(d.asleep)))
			d.asleep = append(d.asleep, actionOf(&t.Path[i].Sleep[k]))
		}
	}
	d.inherited = t.Inherited
}

// errPath says that the task was not to be had.
var errPath = errors.New("the test is not deterministic: one process cannot run what another has run")

// follow takes the i-th decision of the task in the first execution. What nobody has seen may turn out to be impossible:
// then there is nothing to explore.
func (d *DPOR) follow(s *rt.State, i int) int {
	b := &d.path[i]
	k := s.Decision(b.Decision)
	if k < 0 {
		if b.Seen {
			d.err = errPath
		}
		d.Derailed++
		return -1
	}
	n := &d.nodes[i]
	n.index, n.queued = int32(k), make([]bool, s.Choices)
	if s.Choices > 0 {
		n.queued[k] = true
	}
	return k
}

// arrived reports whether the first execution of the task has taken its path, and compares it with what others saw.
func (d *DPOR) arrived(x *rt.Execution) bool {
	for i := range d.path {
		b := &d.path[i]
		switch {
		case i >= len(x.Events):
			if d.Derailed == 0 {
				d.err = errPath
			}
			return false
		case b.Seen && b.Operation != nil && !rt.Same(&b.Operation.Event, &x.Events[i]):
			d.err = errPath
			return false
		}
	}
	d.path = nil
	return true
}

// Incomplete returns why there may be executions that have not been run, though they are part of the task.
func (d *DPOR) Incomplete() string {
	if d.root > 0 && d.Derailed > 0 {
		return "operations had another effect than predicted: a partial-order reduction that several processes share may miss orders of them; -p=1 or -strategy=dfs cover them"
	}
	return ""
}

// Err returns why the task cannot be run.
func (d *DPOR) Err() error { return d.err }

// share tells others what concerns them, after an execution.
func (d *DPOR) share(x *rt.Execution) {
	if d.exchange == nil {
		return
	}
	d.traffic.note(d.reverse.lowest)
	if d.reverse.lowest < d.root {
		d.exchange.Escape(len(d.nodes), x)
	}
	if !d.exchange.Wanted() {
		return
	}
	for i := d.root; i < min(len(d.nodes), len(x.Events)); i++ {
		if len(d.nodes[i].tree) > 0 {
			if !d.traffic.low(i) || leaves(d.nodes[i].tree, tooMany) >= tooMany {
				return
			}
			branches := d.branches(i)
			for k := range branches {
				branches[k].follow(x, d.root+k)
			}
			d.root = i + 1
			d.exchange.Give(branches)
			return
		}
	}
}

// A traffic counts how many executions ask for something at which decision first. Who gives a decision away would have to
// tell others of each: that takes as long as many executions do, so it should be rare. In some programs it is not; they are
// explored faster by one process. (With a program of that kind, two took ten times as long as one.)
type traffic struct {
	at         []int // by decision
	executions int
}

// note takes the decision of an execution.
func (t *traffic) note(lowest int) {
	const memory = 4096 // executions; what was before counts less
	if t.executions++; t.executions == memory {
		t.executions /= 2
		for i := range t.at {
			t.at[i] /= 2
		}
	}
	for len(t.at) <= lowest {
		t.at = append(t.at, 0)
	}
	t.at[lowest]++
}

// low reports whether few executions ask for something at decision i or before.
func (t *traffic) low(i int) bool {
	const few = 128 // one of so many
	sum := 0
	for _, n := range t.at[:min(i+1, len(t.at))] {
		sum += n
	}
	return sum*few <= t.executions
}

// tooMany sequences that wait at one decision are a sign that each of them leads to few executions: not worth a task.
const tooMany = 64

// leaves counts the sequences in a tree, at most up to the limit.
func leaves(tree []*wakeup, limit int) int {
	n := 0
	for _, w := range tree {
		if n >= limit {
			break
		}
		n += max(1, leaves(w.children, limit-n))
	}
	return n
}

// follow makes b the decision that led to event i.
func (b *Branch) follow(x *rt.Execution, i int) {
	e := &x.Events[i]
	b.lead(&wakeup{action: newAction(x, e)}, true)
	b.Tried = slices.DeleteFunc(b.Tried, func(k int32) bool { return k == e.Seq })
}

// branches describes the nodes from the root to the given one, but for the decisions taken there.
func (d *DPOR) branches(last int) []Branch {
	var out []Branch
	for i := d.root; i <= last; i++ {
		n := &d.nodes[i]
		b := Branch{Decision: nowhere, Tree: recordTree(n.tree)}
		for k, queued := range n.queued {
			if queued && !slices.ContainsFunc(n.tree, func(w *wakeup) bool { return w.action.event.Seq == int32(k) }) {
				b.Tried = append(b.Tried, int32(k))
			}
		}
		for _, at := range d.sleepers(int32(i)) {
			b.Sleep = append(b.Sleep, d.asleep[at].record())
		}
		out = append(out, b)
	}
	return out
}

// Rest gives up all that is left; the last branch is one that leads nowhere yet.
func (d *DPOR) Rest() []Branch {
	branches := d.branches(len(d.nodes) - 1)
	for k := range branches[:len(branches)-1] {
		branches[k].follow(d.order.x, d.root+k)
	}
	return branches
}
