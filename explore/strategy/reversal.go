package strategy

import "github.com/calvin-go/calvin/explore/rt"

// A reversal turns races into wakeup sequences.
type reversal struct {
	heads, next []int32 // the races by their first event, as linked lists
	rest        []int32 // the events that do not happen after the first event of the race
	filtered    []int32

	inserted int  // how many sequences have been inserted into wakeup trees
	escaped  bool // one of them, for the execution at hand, at a decision before the root
}

// all queues the sequences that reverse the races of an execution with events before the end.
func (r *reversal) all(d *DPOR, x *rt.Execution, end int) {
	if cap(r.heads) < len(x.Events) {
		r.heads = make([]int32, 2*len(x.Events))
	}
	r.heads = r.heads[:len(x.Events)]
	for i := range r.heads {
		r.heads[i] = -1
	}
	r.next = r.next[:0]
	for k := range d.races.list {
		i := d.races.list[k].first
		r.next = append(r.next, r.heads[i])
		r.heads[i] = int32(k)
	}
	r.escaped = false
	for i, k := range r.heads[:end] {
		if k < 0 {
			continue
		}
		r.restOf(d, x, int32(i))
		before := r.inserted
		for ; k >= 0; k = r.next[k] {
			r.queue(d, x, &d.races.list[k])
		}
		r.escaped = r.escaped || i < d.root && r.inserted > before
	}
}

// restOf finds the events that come after event i but do not happen after it.
func (r *reversal) restOf(d *DPOR, x *rt.Execution, i int32) {
	r.rest = r.rest[:0]
	for k := i + 1; int(k) < min(len(x.Events), len(d.nodes)); k++ {
		if !d.order.precedes(i, k) {
			r.rest = append(r.rest, k)
		}
	}
}

// queue queues the sequence for a race, unless it is covered.
func (r *reversal) queue(d *DPOR, x *rt.Execution, c *race) {
	second := eventOf(x, c.second)
	state, enabled := r.late(x, c, second)
	if !enabled {
		return
	}
	e := action{event: second.In(state)}
	if second.Compound() {
		e.parts = x.Parts(second)
	}
	v := wish{r.rest, &e}
	if e.event.Class != second.Class {
		v.rest = r.filter(d, x, c, &e)
	}
	n := &d.nodes[c.first]
	end := int32(len(d.sleeps))
	if int(c.first)+1 < len(d.nodes) {
		end = d.nodes[c.first+1].sleep
	}
	for at := n.sleep; at < end; at++ {
		if covers(&d.order, x, &d.asleep[d.sleeps[at]], v) {
			return
		}
	}
	n.tree = r.insert(d, x, n.tree, v)
}

// late returns the state in which the second event of the race would be executed, and whether it would be enabled.
func (r *reversal) late(x *rt.Execution, c *race, second *rt.Event) (uint64, bool) {
	if !c.late {
		return c.state, true
	}
	state := c.state
	for _, k := range r.rest {
		if e := &x.Events[k]; k > c.second && e.Obj == second.Obj && !e.Compound() {
			state += e.Change(e.Class)
		}
	}
	_, enabled := second.Outlook(state)
	return state, enabled
}

// filter leaves out of rest the second event of the race, and what comes after it and depends on what it will do now.
func (r *reversal) filter(d *DPOR, x *rt.Execution, c *race, e *action) []int32 {
	r.filtered = r.filtered[:0]
	dropped := []int32{c.second} // it is among the rest if it is not ordered after the first
next:
	for _, k := range r.rest {
		if k >= c.second {
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
// counts down from -1.
func eventOf(x *rt.Execution, j int32) *rt.Event {
	switch {
	case j < 0:
		return &x.Withdrawn[-1-j].Event
	case int(j) < len(x.Events):
		return &x.Events[j]
	}
	return &x.Pending[int(j)-len(x.Events)]
}

// independentOf reports whether two actions commute.
func (a *action) independentOf(b *action) bool {
	var oneA, oneB [1]rt.Part
	for _, p := range a.objects(&oneA) {
		for _, q := range b.objects(&oneB) {
			if p.Obj == q.Obj && p.Obj != rt.NoObj && dependent(rt.RelationOn(&a.event, p.Class, &b.event, q.Class)) {
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
