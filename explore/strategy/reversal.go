package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A reversal turns races into wakeup sequences.
type reversal struct {
	heads, next []int32 // the races by their first event, as linked lists
	rest        []int32 // the events that do not happen after the first event of the race, nor after what it supplied
	lacking     []int32 // what it supplied
	second      action  // the second event of the race, reversed
	filtered    []int32
	ahead       []*action // the nodes of a tree that come before the sequence that is inserted
	left        []int32   // what is left of it there
	waits       bool      // there are selects that wait in unbuffered channels
	queues      rt.Queues
	clock       rt.ClockPredictor

	inserted int // how many sequences have been inserted into wakeup trees
	lowest   int // the first decision where that was so for the execution at hand, the number of decisions if there is none
}

// all queues the sequences that reverse the races of an execution with events before the end, and the alternatives of the
// choices there.
func (r *reversal) all(d *DPOR, x *rt.Execution, end int) {
	if cap(r.heads) < len(x.Events) {
		r.heads = make([]int32, 2*len(x.Events))
	}
	r.heads = r.heads[:len(x.Events)]
	r.waits = false
	for i := range r.heads {
		r.heads[i] = -1
		r.waits = r.waits || x.Waits(&x.Events[i])
	}
	r.next = r.next[:0]
	for k := range d.races.list {
		i := d.races.list[k].first
		r.next = append(r.next, r.heads[i])
		r.heads[i] = int32(k)
	}
	r.lowest = len(d.nodes)
	for i, k := range r.heads[:end] {
		before := r.inserted
		if k >= 0 {
			r.restOf(d, x, int32(i))
		}
		for ; k >= 0; k = r.next[k] {
			r.queue(d, x, &d.races.list[k])
		}
		if i < len(d.nodes) && len(d.nodes[i].queued) > 0 {
			r.alternatives(d, x, int32(i))
		}
		if r.inserted > before {
			r.lowest = min(r.lowest, i)
		}
	}
}

// restOf finds the events that come after event i but do not happen after it.
func (r *reversal) restOf(d *DPOR, x *rt.Execution, i int32) {
	r.rest, r.lacking = r.rest[:0], nil
	for t := d.order.first[i]; t < d.order.first[i+1]; t++ {
		r.lacking = append(r.lacking, d.order.lacking(t)...)
	}
	for k := i + 1; int(k) < min(len(x.Events), len(d.nodes)); k++ {
		if !d.order.precedes(i, k) && !r.lacks(d, k, -1) {
			r.rest = append(r.rest, k)
		}
	}
}

// lacks reports whether event k happens after one, but the given one, that lacks what the first event of the race supplied.
func (r *reversal) lacks(d *DPOR, k, but int32) bool {
	return slices.ContainsFunc(r.lacking, func(i int32) bool { return i != but && d.order.precedes(i, k) })
}

// queue queues the sequence for a race, unless it is covered.
func (r *reversal) queue(d *DPOR, x *rt.Execution, c *race) {
	v, enabled := r.sequence(d, x, c)
	if !enabled || d.slept(x, c.first, v) {
		return
	}
	r.insert(d, x, c.first, v)
}

// slept reports whether an operation that sleeps at node i covers v.
func (d *DPOR) slept(x *rt.Execution, i int32, v wakeupSequence) bool {
	for _, at := range d.sleepers(i) {
		if v.covered(&d.order, x, &d.asleep[at]) {
			return true
		}
	}
	return false
}

// alternatives queues the alternatives of the choice at node i that have not been tried. A choice races with the others
// that might have been made in its place; what does not happen after it comes with each of them, as in a race.
func (r *reversal) alternatives(d *DPOR, x *rt.Execution, i int32) {
	n := &d.nodes[i]
	if !slices.Contains(n.queued, false) {
		return
	}
	first := i
	if x.Events[i].Completes() {
		first-- // what comes after the select has seen the choice
	}
	r.restOf(d, x, first)
	v := wakeupSequence{rest: slices.DeleteFunc(r.rest, func(k int32) bool { return k <= i })}
	if d.slept(x, i, v) {
		return
	}
	r.ahead = r.ahead[:0]
	for k, queued := range n.queued {
		if queued {
			continue
		}
		n.queued[k] = true
		w := &wakeup{action: newAction(x, &x.Events[i])}
		w.action.event.Seq = int32(k)
		if len(d.sleepers(i)) > 0 {
			w.children = r.chain(x, i, v)
		}
		n.tree = append(n.tree, w)
		r.inserted++
	}
}

// sequence returns the wakeup sequence for a race: what does not happen after its first event, then the second, as that
// is then. It reports false if that is not enabled then.
func (r *reversal) sequence(d *DPOR, x *rt.Execution, c *race) (wakeupSequence, bool) {
	second := eventOf(x, c.second)
	rest := r.rest
	if c.second >= 0 && int(c.second) < len(x.Events) && r.lacks(d, c.second, c.second) {
		return wakeupSequence{}, false
	}
	if c.withdrawn() {
		rest = r.before(d, x, c.other)
	}
	if second.Kind == rt.OpFire {
		return r.firing(x, c.first, rest)
	}
	states := d.races.states[c.states : c.states+c.count]
	if c.late {
		// With all that comes after the second event, but not after the first.
		part, _ := x.Final(x.Part(second, 0))
		state := d.order.without(part, c.first)
		if _, enabled := second.Predict(state); !enabled {
			return wakeupSequence{}, false
		}
		states = []uint64{state}
	}
	if !c.late && !c.changes && !c.stalled() && len(states) == 1 {
		states = []uint64{r.later(x, c, second, states[0])}
	}
	v := wakeupSequence{rest: rest, e: r.reversed(x, c, second, states, rest)}
	if c.changes {
		v.rest = r.filter(d, x, c, v.e)
		return v, comesAfter(x, v.e, &x.Events[c.first])
	}
	return v, v.e.event.Class == second.Class || c.withdrawn() || !r.commutes(x, c.first, v)
}

// commutes reports whether event i and v.e, as that is without it, commute with each other: then what came between them made
// the second another event, and the race is with that.
func (r *reversal) commutes(x *rt.Execution, i int32, v wakeupSequence) bool {
	first := &x.Events[i]
	if v.e.parts != nil || first.Compound() || !v.e.independent(x, first) {
		return false
	}
	state := first.State + v.e.event.Change(v.e.event.Class)
	for _, k := range v.rest {
		e := &x.Events[k]
		for p := range x.PartCount(e) {
			if part := x.Part(e, p); part.Obj == first.Obj {
				state += e.Change(part.Class)
			}
		}
	}
	class, enabled := first.Predict(state)
	return enabled && class == first.Class
}

// firing returns the sequence of the rest and what the clock does then, instead of event first. It reports false if that is
// nothing, or commutes with the event: then it comes later in this execution, too, and what it depends on is another race.
func (r *reversal) firing(x *rt.Execution, first int32, rest []int32) (wakeupSequence, bool) {
	r.clock.Clear()
	for k := range first {
		r.clock.Apply(x, k)
	}
	for _, k := range rest {
		r.clock.Apply(x, k)
	}
	e, parts, enabled := r.clock.Fire(x)
	r.second = action{event: e, parts: parts}
	return wakeupSequence{rest: rest, e: &r.second}, enabled && !r.second.independent(x, &x.Events[first])
}

// comesAfter reports whether a, as it would be now, depends on event e before it: if not, e could come first as well.
func comesAfter(x *rt.Execution, a *action, e *rt.Event) bool {
	for k := range x.PartCount(e) {
		p := x.Part(e, k)
		if p.Obj == a.event.Obj && dependent(rt.RelationOn(e, p.Class, &a.event, a.event.Class)) {
			return true
		}
	}
	return false
}

// later returns the state of the second event's object after the rest, of which the events before the second lead to the
// given one.
func (r *reversal) later(x *rt.Execution, c *race, second *rt.Event, state uint64) uint64 {
	obj := x.Part(second, 0).Obj
	for at := len(r.rest) - 1; at >= 0 && r.rest[at] > c.second; at-- {
		e := &x.Events[r.rest[at]]
		for k := range x.PartCount(e) {
			if p := x.Part(e, k); p.Obj == obj {
				state += e.Change(p.Class)
			}
		}
	}
	return state
}

// reversed returns what the second event of a race would be after rest, with its own objects in the given states. It is
// valid until the next call: most are covered and need not be kept.
func (r *reversal) reversed(x *rt.Execution, c *race, second *rt.Event, states []uint64, rest []int32) *action {
	e := &r.second
	*e = action{event: *second}
	if len(states) == 1 {
		e.event = second.In(states[0])
	}
	switch {
	case second.Meets() && (r.waits || second.Compound()):
		r.queues.Clear()
		if r.waits {
			for k := range c.first {
				r.queues.Apply(x, &x.Events[k])
			}
			for _, k := range rest {
				r.queues.Apply(x, &x.Events[k])
			}
		}
		if e.parts = x.PartsIn(second, states, &r.queues); len(e.parts) == 1 && e.event.Obj != rt.NoObj {
			e.parts = nil
		}
	case second.Compound():
		e.parts = x.Parts(second)
	}
	return e
}

// before leaves out of rest event i and what happens after it.
func (r *reversal) before(d *DPOR, x *rt.Execution, i int32) []int32 {
	r.filtered = r.filtered[:0]
	for _, k := range r.rest {
		if !d.order.precedes(i, k) {
			r.filtered = append(r.filtered, k)
		}
	}
	return r.filtered
}

// filter leaves out of rest the second event of the race, and what comes after it and depends on what it will do now.
func (r *reversal) filter(d *DPOR, x *rt.Execution, c *race, e *action) []int32 {
	r.filtered = r.filtered[:0]
	var dropped []int32
	if !c.stalled() {
		dropped = append(dropped, c.second) // it is among the rest if it is not ordered after the first
	}
next:
	for _, k := range r.rest {
		if k >= c.second && !c.stalled() {
			for _, i := range dropped {
				if d.order.precedes(i, k) {
					continue next
				}
			}
			if !e.independent(x, &x.Events[k]) {
				dropped = append(dropped, k)
				continue
			}
		}
		r.filtered = append(r.filtered, k)
	}
	return r.filtered
}

// eventOf returns event j of x. What goroutines wait for at the end counts on from the last event, what they withdrew
// counts down from -1, what they waited for when the clock advanced counts on from the least number.
func eventOf(x *rt.Execution, j int32) *rt.Event {
	switch {
	case j < firstStalled/2:
		return &x.Stalled[j-firstStalled].Event
	case j < 0:
		return &x.Withdrawn[-1-j].Event
	case int(j) < len(x.Events):
		return &x.Events[j]
	}
	return &x.Pending[int(j)-len(x.Events)]
}

// independentOf reports whether two actions, of executions of which x is one, commute.
func (a *action) independentOf(x *rt.Execution, b *action) bool {
	var oneA, oneB [1]rt.Part
	for _, p := range a.objects(&oneA) {
		for _, q := range b.objects(&oneB) {
			if mayBeOne(x, &a.event, p.Obj, &b.event, q.Obj) && dependent(rt.RelationOn(&a.event, p.Class, &b.event, q.Class)) {
				return false
			}
		}
	}
	return true
}

// objects returns what a does to which objects; it may use one.
func (a *action) objects(one *[1]rt.Part) []rt.Part {
	if a.parts != nil {
		return a.parts
	}
	one[0] = rt.Part{Obj: a.event.Obj, Class: a.event.Class}
	return one[:]
}
