package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A history is what Pred has run. A search that begins anew need not run it again: where it asks for an execution that begins
// in some way, one of the history that does will do. As a finer view tells apart whatever a coarser one does, each of them is
// asked for once, so that all that is run is what the search would run had it begun with the last abstraction.
//
// An execution begins in some way if its operations can be put in an order that does: moved ahead of others with which
// they commute.
type history struct {
	list   []*pastExecution
	events int // in all of them
	left   int // how many are no part of the search
}

// A pastExecution is an execution of the history.
type pastExecution struct {
	x     *rt.Execution
	taken bool // it is part of the search
	stuck int  // it goes another way than the search at this place, which has not changed since; -1 if that is not known
}

// maxRemembered bounds how many events a history has: some 5 MB, which take a moment to write. What an abstraction is wrong
// about shows early, as a rule: of 3000 random programs 54 showed it after the first execution, four of them after the tenth.
const maxRemembered = 1 << 16

// keep adds an execution. One that has no proper end is not worth it.
func (p *history) keep(x *rt.Execution) {
	if x.Outcome == rt.Redundant || x.Outcome == rt.Truncated || p.events+len(x.Events) > maxRemembered {
		return
	}
	p.events += len(x.Events)
	p.list = append(p.list, &pastExecution{x: x.Clone(), taken: true})
}

// renew makes the history that of a new search, which begins with execution x.
func (p *history) renew(x *rt.Execution) {
	p.left = 0
	for _, m := range p.list {
		m.taken, m.stuck = m.x.Number == x.Number, -1
		if !m.taken {
			p.left++
		}
	}
}

// recall looks for an execution that goes as the search would, which is at its last node. It becomes the view, and the
// search takes it for one that has been run.
func (p *Pred) recall() *rt.Execution {
	d, v := p.search, &p.view
	if p.history.left == 0 {
		return nil
	}
	for _, m := range p.history.list {
		if m.stuck >= d.fixed {
			m.stuck = -1
		}
	}
	for _, m := range p.history.list {
		if m.taken || m.stuck >= 0 {
			continue
		}
		v.begin(m.x)
		v.show(m.x)
		if v.broken != rt.NoObj {
			continue // it is not what the abstraction takes it to be
		}
		v.end(m.x)
		if m.stuck = v.arrange(p.prefix[:d.fixed], d.nodes[d.fixed].tree); m.stuck >= 0 || !d.retrace(&v.Execution) {
			continue
		}
		m.taken = true
		p.history.left--
		return m.x
	}
	return nil
}

// arrange puts the events in an order that begins with the given ones, then the first branch of a wakeup tree. It returns
// the first place where that cannot be, -1 if there is none.
func (v *view) arrange(prefix []rt.Event, tree []*wakeup) int {
	for i := range prefix {
		if !v.bring(&prefix[i], i) {
			return i
		}
	}
	i := len(prefix)
	for ; len(tree) > 0; tree = tree[0].children {
		if !v.bring(&tree[0].action.event, i) {
			return i
		}
		i++
	}
	return -1
}

// bring makes an event like e the one with number i: the next one of its goroutine, if that is like it and commutes with
// what comes before it.
func (v *view) bring(e *rt.Event, i int) bool {
	k := i
	for k < len(v.Events) && v.Events[k].G != e.G {
		k++
	}
	if k == len(v.Events) || !rt.Same(e, &v.Events[k]) || e.Kind == rt.OpChoice && e.Seq != v.Events[k].Seq {
		return false
	}
	for ; k > i; k-- {
		if !v.swap(k) {
			return false
		}
	}
	return true
}

// swap exchanges event k and the one before, if they commute.
func (v *view) swap(k int) bool {
	a, b := &v.Events[k-1], &v.Events[k]
	if int(b.From) == k-1 || a.Barrier() || b.Barrier() || b.Completes() || a.Completes() || !v.commute(a, b) {
		return false
	}
	v.Events[k-1], v.Events[k] = *b, *a
	v.from[k-1], v.from[k] = v.from[k], v.from[k-1]
	other := func(i int32) int32 {
		switch int(i) {
		case k - 1:
			return int32(k)
		case k:
			return int32(k - 1)
		}
		return i
	}
	for i := range v.place {
		v.place[i] = other(v.place[i])
	}
	for _, list := range [][]rt.Event{v.Events[k-1:], v.Pending} {
		for i := range list {
			list[i].From = other(list[i].From)
		}
	}
	for i := range v.Stalled {
		w := &v.Stalled[i]
		w.Event.From, w.By = other(w.Event.From), other(w.By)
	}
	for i := range v.Withdrawn {
		w := &v.Withdrawn[i]
		w.Event.From, w.By = other(w.Event.From), other(w.By)
	}
	return true
}

// commute reports whether b could come before a, which it follows, and neither would be another event for it. If their
// effects on an object add up, they have the states then that they have in that order.
func (v *view) commute(a, b *rt.Event) bool {
	for i := range v.PartCount(a) {
		for j := range v.PartCount(b) {
			p, q := v.Part(a, i), v.Part(b, j)
			if p.Obj != q.Obj || p.Obj == rt.NoObj {
				continue
			}
			if rt.RelationOn(a, p.Class, b, q.Class) != rt.Independent || p.Class == rt.ClassAdd || q.Class == rt.ClassAdd {
				return false
			}
			before, after := a.Change(p.Class), b.Change(q.Class)
			if before == 0 && after == 0 {
				continue
			}
			if a.Compound() || b.Compound() {
				return false
			}
			first, second := b.In(b.State-before), a.In(a.State+after)
			if !sameEffect(&first, b) || !sameEffect(&second, a) {
				return false
			}
			*a, *b = second, first
		}
	}
	return true
}

// sameEffect reports whether an operation does in two states what it does.
func sameEffect(a, b *rt.Event) bool {
	return a.Class == b.Class && a.Seq == b.Seq && a.Need == b.Need
}

// retrace takes x for an execution that has been run because the search asked for it, if it goes as Next would have gone
// from the last node on. If not the search is as it was.
func (d *DPOR) retrace(x *rt.Execution) bool {
	last := &d.nodes[d.fixed]
	tree, queued := slices.Clone(last.tree), slices.Clone(last.queued)
	for i := d.fixed; i < len(x.Events); i++ {
		e := &x.Events[i]
		if i > d.fixed {
			d.node(x, choices(e), func(q *action, before *rt.Event) bool { return q.changedBy(before) })
		}
		if n := &d.nodes[i]; d.goes(n, e) {
			n.index, n.adopted = e.Decision(), true
			continue
		}
		for len(d.nodes) > d.fixed+1 {
			d.pop()
		}
		last = &d.nodes[d.fixed]
		last.tree, last.queued, d.below = append(last.tree[:0], tree...), append(last.queued[:0], queued...), nil
		return false
	}
	return true
}

// choices is how many alternatives there are to e, zero if it is no choice of data.
func choices(e *rt.Event) int {
	if e.Kind == rt.OpChoice {
		return int(e.Need)
	}
	return 0
}

// goes is decide where the decision has been taken: it reports whether the one that led to e might be it.
func (d *DPOR) goes(n *node, e *rt.Event) bool {
	chooses := e.Kind == rt.OpChoice
	switch {
	case len(n.tree) > 0:
		w := n.tree[0]
		if w.decision() != e.Decision() {
			return false
		}
		n.tree = append(n.tree[:0], n.tree[1:]...)
		d.below = w.children
	case !chooses && d.sleeping(n, e.G):
		return false
	}
	if chooses {
		n.queued[e.Seq] = true
	}
	return true
}
