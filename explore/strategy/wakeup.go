package strategy

import "github.com/calvin-go/calvin/explore/rt"

// A reversal turns races into wakeup sequences.
type reversal struct {
	heads, next []int32 // the races by their first event, as linked lists
	rest        []int32 // the events that do not happen after the first event of the race
	cover       []cover // of the operations that may cover a sequence
	filtered    []int32
}

// A cover says whether an operation could begin the events of rest: then it covers every wakeup sequence that consists
// of them and one more event.
type cover uint8

const (
	unknown     cover = iota
	covers            // it is among rest, with nothing ordered before it
	independent       // it is not, and independent of all
	no
)

// all queues the sequences that reverse the races of an execution.
func (r *reversal) all(d *DPOR, x *rt.Execution) {
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
	for i, k := range r.heads {
		if k < 0 {
			continue
		}
		r.restOf(d, x, int32(i))
		for ; k >= 0; k = r.next[k] {
			r.queue(d, x, &d.races.list[k])
		}
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
	r.cover = r.cover[:0]
}

// queue queues the sequence for a race, unless it is covered.
func (r *reversal) queue(d *DPOR, x *rt.Execution, c *race) {
	second := eventOf(x, c.second)
	e := newAction(x, second, c.class)
	rest := r.rest
	if c.class != second.Class {
		rest = r.filter(d, x, c, &e)
	}
	n := &d.nodes[c.first]
	end := int32(len(d.sleeps))
	if int(c.first)+1 < len(d.nodes) {
		end = d.nodes[c.first+1].sleep
	}
	k := 0
	for at := n.sleep; at < end; at++ {
		if r.covered(d, x, k, &d.asleep[d.sleeps[at]], rest, &e) {
			return
		}
		k++
	}
	for q := range n.queued {
		if r.covered(d, x, k, &n.queued[q].first, rest, &e) {
			return
		}
		k++
	}
	n.queued = append(n.queued, d.sequence(x, rest, &e))
}

// filter leaves out of rest what comes after the second event of the race, and depends on what it will do now.
func (r *reversal) filter(d *DPOR, x *rt.Execution, c *race, e *action) []int32 {
	r.cover = r.cover[:0]
	r.filtered = r.filtered[:0]
	dropped := []int32{}
next:
	for _, k := range r.rest {
		if k > c.second {
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

func eventOf(x *rt.Execution, j int32) *rt.Event {
	if int(j) < len(x.Events) {
		return &x.Events[j]
	}
	return &x.Pending[int(j)-len(x.Events)]
}

// covered reports whether q, number k of the operations that may cover sequences, could begin the events of rest
// followed by e, or is independent of all of them: the paper's weak initials.
func (r *reversal) covered(d *DPOR, x *rt.Execution, k int, q *action, rest []int32, e *action) bool {
	for len(r.cover) <= k {
		r.cover = append(r.cover, unknown)
	}
	if r.cover[k] == unknown {
		r.cover[k] = coverOf(&d.order, x, q, rest)
	}
	switch {
	case r.cover[k] == covers:
		return true
	case r.cover[k] == no:
		return false
	case q.event.G == e.event.G:
		return begins(x, e, rest)
	}
	return q.independentOf(e)
}

// coverOf finds the cover of q.
func coverOf(o *order, x *rt.Execution, q *action, rest []int32) cover {
	result := independent
	for at, k := range rest {
		e := &x.Events[k]
		if e.G == q.event.G {
			for _, i := range rest[:at] {
				if o.precedes(i, k) {
					return no
				}
			}
			return covers
		}
		if result == independent && !q.independent(x, e) {
			result = no
		}
	}
	return result
}

// begins reports whether e, an operation of a goroutine that has none in rest, is independent of all of rest.
func begins(x *rt.Execution, e *action, rest []int32) bool {
	for _, k := range rest {
		if k == e.event.From || !e.independent(x, &x.Events[k]) {
			return false
		}
	}
	return true
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

// sequence makes the wakeup sequence of the events in rest and e.
func (d *DPOR) sequence(x *rt.Execution, rest []int32, e *action) sequence {
	var s sequence
	s.first = *e
	if len(rest) > 0 {
		first := &x.Events[rest[0]]
		s.first = newAction(x, first, first.Class)
	}
	if n := len(d.spare); n > 0 {
		s.decisions = d.spare[n-1][:0]
		d.spare = d.spare[:n-1]
	}
	for _, k := range rest {
		s.decisions = append(s.decisions, x.Events[k].Decision())
	}
	s.decisions = append(s.decisions, int32(e.event.G))
	return s
}
