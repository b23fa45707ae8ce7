package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Frontier is the part of a search tree that nobody explores by himself: in go the branches that a [Divisible] strategy
// gave up, out come tasks, any number at a time. It decides what is explored, as the strategy would alone: every execution
// that one process would run is part of one task.
//
// For partial-order reduction this takes care. At a decision of the sequential algorithm (see DPOR) an alternative is
// explored when all before it in the wakeup tree have been: they sleep, which says that what they cover is not needed
// again, and what they found to be missing has been inserted into the tree. In the frontier they may still be under way. So
// what comes after them begins only where all of them are awake again: there the search does not rely on them. That is
// so at each leaf of the wakeup tree (JACM 2017, definition 6.1, properties 1 and 2), and a task is a leaf. The inner nodes
// stay in the frontier when what is below has begun, and so what is found missing still finds its place among it.
type Frontier struct {
	origin *frontierNode
	tasks  map[int]*frontierChild
	last   int // number of a task
}

// A frontierNode is a decision in the frontier.
type frontierNode struct {
	at    *frontierChild // that leads here, nil for the first
	depth int            // decisions before

	// What can be, in this order. (Its children are the list; the rest of it is what leads here.) If there are alternatives
	// that are not mentioned, they come last.
	tree  *wakeup
	of    int              // how many there are, zero if all are mentioned
	begun []*frontierChild // what has been made of the first children

	settled   []action // asleep for what has been explored to the end
	unsettled []action // asleep for what may be under way, further up
}

// A frontierChild is an alternative at a node.
type frontierChild struct {
	*frontierNode
	index int
	next  *frontierNode // what comes after, nil if that is all explored elsewhere
	task  bool          // it is under way
	seen  bool          // it has been run
	whole bool          // it begins, or began, a task: all that is below is explored, and next no concern of others
}

// NewFrontier makes a Frontier with one task, all executions.
func NewFrontier() *Frontier {
	return &Frontier{origin: &frontierNode{depth: -1, tree: &wakeup{}, of: 1}, tasks: map[int]*frontierChild{}}
}

// pending reports whether something at l has not begun.
func (l *frontierNode) pending() bool {
	return len(l.begun) < len(l.tree.children) || len(l.begun) < l.of
}

// done reports whether all at l and below has been explored.
func (l *frontierNode) done() bool {
	return !l.pending() && !slices.ContainsFunc(l.begun, func(w *frontierChild) bool { return !w.done() })
}

func (w *frontierChild) done() bool { return !w.task && (w.next == nil || w.next.done()) }

// Waiting reports whether there is a task to take.
func (t *Frontier) Waiting() bool { return t.find() != nil }

// Done reports whether all executions have been run.
func (t *Frontier) Done() bool { return t.origin.done() }

// Share estimates what share of the executions has been run (share.go), given that of each task under way.
func (t *Frontier) Share(of func(id int) float64) float64 {
	ids := map[*frontierChild]int{}
	for id, w := range t.tasks {
		ids[w] = id
	}
	var share func(l *frontierNode) float64
	share = func(l *frontierNode) float64 {
		sum := 0.0
		for _, w := range l.begun {
			switch {
			case w.task:
				sum += of(ids[w])
			case w.next != nil:
				sum += share(w.next)
			default:
				sum++
			}
		}
		return sum / float64(max(len(l.tree.children), l.of, 1))
	}
	return share(t.origin)
}

// find returns the first of the nodes with the fewest decisions before them that have a task to give, nil if there is
// none: what takes few decisions is probably large.
func (t *Frontier) find() *frontierNode {
	var best *frontierNode
	var search func(l *frontierNode)
	search = func(l *frontierNode) {
		if best != nil && best.depth <= l.depth {
			return
		}
		if l.pending() {
			best = l
			return
		}
		for _, w := range l.begun {
			if w.next != nil {
				search(w.next)
			}
		}
	}
	search(t.origin)
	return best
}

// Take returns a task that is not under way, with its number. There is one.
func (t *Frontier) Take() (id int, task Task) {
	l := t.find()
	w := l.begin()
	for len(w.wakeup().children) > 0 {
		w.next = w.frontierNode.after(w)
		w = w.next.begin()
	}
	w.task, w.whole = true, true
	task.Path = w.path()
	task.Inherited = len(w.settled)
	t.last++
	t.tasks[t.last] = w
	return t.last, task
}

// begin makes a child of what comes next.
func (l *frontierNode) begin() *frontierChild {
	w := &frontierChild{frontierNode: l, index: len(l.begun)}
	if w.index == len(l.tree.children) {
		l.tree.children = append(l.tree.children, alternative(l.untried()))
	}
	l.begun = append(l.begun, w)
	return w
}

// untried returns the first alternative of a choice that the tree does not mention.
func (l *frontierNode) untried() int32 {
	for k := int32(0); ; k++ {
		if !slices.ContainsFunc(l.tree.children, func(c *wakeup) bool { return c.action.event.Seq == k }) {
			return k
		}
	}
}

// wakeup is what w was made of.
func (w *frontierChild) wakeup() *wakeup { return w.tree.children[w.index] }

// after makes the node for what comes after w, which is not all below.
func (l *frontierNode) after(w *frontierChild) *frontierNode {
	c := w.wakeup()
	n := &frontierNode{at: w, depth: l.depth + 1, tree: c}
	n.settled = c.wakes(l.settled)
	n.unsettled = append(c.wakes(l.unsettled), c.wakes(l.before(w.index))...)
	return n
}

// before lists what has begun before.
func (l *frontierNode) before(index int) []action {
	var list []action
	for _, c := range l.tree.children[:index] {
		if c.action.event.Kind != rt.OpChoice {
			list = append(list, c.action)
		}
	}
	return list
}

// wakes returns those of the operations that go on to sleep after w, as (*DPOR).push does: here by what is foreseen.
func (w *wakeup) wakes(sleep []action) []action {
	var list []action
	for i := range sleep {
		q := &sleep[i]
		if q.event.G == w.action.event.G || w.action.event.Barrier() || !q.independentOf(nil, &w.action) || q.changedBy(&w.action.event) {
			continue
		}
		list = append(list, *q)
	}
	return list
}

// changedBy reports whether e, executed, changes what q would do.
func (q *action) changedBy(e *rt.Event) bool {
	if e.Obj != q.event.Obj || e.Obj == rt.NoObj || !q.event.StateDependent() {
		return false
	}
	class, _ := q.event.Predict(e.State + e.Change(e.Class))
	return class != q.event.Class
}

// path describes how to come to what is behind w.
func (w *frontierChild) path() []Branch {
	var path []Branch
	for ; w.depth >= 0; w = w.at {
		b := Branch{Sleep: recordAll(w.settled, w.unsettled, w.before(w.index))}
		b.lead(w.wakeup(), w.seen)
		path = append(path, b)
	}
	slices.Reverse(path)
	return path
}

// lead makes b the decision for w.
func (b *Branch) lead(w *wakeup, seen bool) {
	b.Decision, b.Seen = w.decision(), seen
	if w.action.event.G != nobody {
		o := w.action.record()
		b.Operation = &o
	}
}

func recordAll(lists ...[]action) []rt.EventRecord {
	var out []rt.EventRecord
	for _, list := range lists {
		for i := range list {
			out = append(out, list[i].record())
		}
	}
	return out
}

// Give takes branches that a task gave up. It goes on behind them.
func (t *Frontier) Give(id int, branches []Branch) {
	for i := range branches {
		t.tasks[id] = t.give(id, &branches[i])
	}
}

// give takes a branch and returns the child behind which the task goes on.
func (t *Frontier) give(id int, b *Branch) *frontierChild {
	l := t.add(id, b)
	w := l.begin()
	*w.wakeup() = b.wakeup()
	w.task, w.whole, w.seen = true, true, true
	return w
}

// add makes a node of a branch that a task gave up.
func (t *Frontier) add(id int, b *Branch) *frontierNode {
	w := t.tasks[id]
	w.task = false
	l := &frontierNode{at: w, depth: w.depth + 1, tree: &wakeup{}, of: int(b.Of)}
	for k := range b.Sleep {
		l.settled = append(l.settled, actionOf(&b.Sleep[k]))
	}
	for _, k := range b.Tried {
		l.tree.children = append(l.tree.children, alternative(k))
		l.begin()
	}
	if b.Decision != nowhere {
		l.tree.children = append(l.tree.children, &wakeup{})
	}
	l.tree.children = append(l.tree.children, treeOf(b.Tree)...)
	w.next = l
	return l
}

// wakeup is the decision of b, without what is below.
func (b *Branch) wakeup() wakeup {
	if b.Operation == nil {
		return *alternative(^b.Decision)
	}
	return wakeup{action: actionOf(b.Operation)}
}

// Rest takes what was left of a task that ends before its time: the last branch leads nowhere.
func (t *Frontier) Rest(id int, branches []Branch) {
	last := len(branches) - 1
	t.Give(id, branches[:last])
	t.add(id, &branches[last])
	delete(t.tasks, id)
}

// Finish ends a task: all its executions have been run, but for what it gave up.
func (t *Frontier) Finish(id int) {
	w := t.tasks[id]
	delete(t.tasks, id)
	for w.task = false; w != nil && w.done(); w = w.at {
		if w.whole {
			w.next = nil
		}
		w.frontierNode.prune()
	}
}

// prune forgets what is below the first alternatives at l, as far as they have been explored and nothing can be found
// missing there any more, as all that comes before them has been explored, too.
func (l *frontierNode) prune() {
	for w := l.at; w != nil && !w.whole; w = w.at {
		if slices.ContainsFunc(w.begun[:w.index], func(o *frontierChild) bool { return !o.done() }) {
			return
		}
	}
	for _, w := range l.begun {
		if !w.done() {
			return
		}
		w.next, w.wakeup().children = nil, nil
	}
}

// Escape takes an execution of a task, in which the strategy took so many decisions, that asks for something to be tried
// at a node.
func (t *Frontier) Escape(id, decisions int, x *rt.Execution) {
	var path []*frontierChild
	for w := t.tasks[id]; w.depth >= 0; w = w.at {
		path = append(path, w)
	}
	slices.Reverse(path)
	// A search that stands where the task's does has the same races, and inserts what reverses them.
	d := NewDPOR()
	for _, w := range path {
		d.nodes = append(d.nodes, node{sleep: int32(len(d.sleeps)), tree: w.tree.children[w.index+1:], queued: w.queued()})
		for _, list := range [][]action{w.settled, w.unsettled, w.before(w.index)} {
			for i := range list {
				d.sleeps = append(d.sleeps, int32(len(d.asleep)))
				d.asleep = append(d.asleep, list[i])
			}
		}
	}
	for len(d.nodes) < decisions {
		d.nodes = append(d.nodes, node{sleep: int32(len(d.sleeps))})
	}
	d.races.find(&d.order, x, decisions)
	d.reverse.all(d, x, len(path))
	for i, w := range path {
		w.tree.children = append(w.tree.children[:w.index+1:w.index+1], d.nodes[i].tree...)
	}
}

// queued tells of a choice which alternatives have been tried or are to be.
func (w *frontierChild) queued() []bool {
	e := &w.wakeup().action.event
	if e.Kind != rt.OpChoice {
		return nil
	}
	queued := make([]bool, e.Need)
	for _, c := range w.tree.children {
		queued[c.action.event.Seq] = true
	}
	return queued
}

// nobody is the goroutine of an operation that is not known, only which alternative it is.
const nobody rt.GID = -1

// alternative is an operation of which nothing else is known.
func alternative(k int32) *wakeup {
	return &wakeup{action: action{event: rt.Event{G: nobody, Kind: rt.OpChoice, Obj: rt.NoObj, Seq: k}}}
}
