package strategy

import (
	"math"
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A race is a pair of events of two goroutines that are dependent, with no other event ordered between them, and of
// which the second could be executed without the first: in a state that is reached by all events before the second that
// do not happen after the first.
//
// For operations that are always enabled this is the paper's reversible race. For others (a Lock) events that enable it
// (the Unlock before) are no races, and do not count as ordered between: the race is with the Lock before.
type race struct {
	first, second int32 // events, see eventOf
	states, count int32 // races.states[states:states+count] are those of the own objects of the second, were it executed instead of the first
	other         int32 // of a second event that was withdrawn: the event that has to go besides the first
	late          bool  // whether the second would be enabled depends on events after it
	changes       bool  // they are not dependent, but without the first the second has another effect
}

// races are the races of an execution, in the order of their second event.
type races struct {
	list   []race
	start  []int32 // start[j] is the first race of event j
	states []uint64
	seen   []int32
}

// truncate forgets all but those of the first n events.
func (r *races) truncate(n int) {
	if n < len(r.start) {
		if at := r.start[n]; int(at) < len(r.list) {
			r.states = r.states[:r.list[at].states]
			r.list = r.list[:at]
		}
		r.start = r.start[:n]
	}
}

// find takes the events of x into o, as far as they are not, and finds their races. Events from the limit on are none
// that the strategy decided, and have no races.
func (r *races) find(o *order, x *rt.Execution, limit int) {
	o.open(x)
	r.truncate(o.n)
	for o.n < len(x.Events) {
		r.start = append(r.start, int32(len(r.list)))
		if e := &x.Events[o.n]; o.n < limit {
			r.of(o, e, int32(o.n))
			if e.Barrier() {
				r.ofStalled(o, x)
			}
		}
		o.add()
	}
	r.start = append(r.start, int32(len(r.list)))
	if len(x.Events) > limit {
		return
	}
	for k := range x.Pending {
		r.of(o, &x.Pending[k], int32(len(x.Events)+k))
	}
	for k := range x.Withdrawn {
		r.ofWithdrawn(o, &x.Withdrawn[k], int32(-1-k))
	}
}

// of finds the races of e, which comes after all events in o and counts as the one with number j.
func (r *races) of(o *order, e *rt.Event, j int32) {
	if e.Compound() {
		r.ofParts(o, e, j)
		return
	}
	part := o.x.Part(e, 0)
	if part.Obj == rt.NoObj {
		return
	}
	c := candidates{o: o, e: e, part: part, seen: r.preceding(o, e)}
	c.begin()
	for t := c.next(); t >= 0; t = c.next() {
		u := &o.touches[t]
		now, enabled := part.Class, true
		state := part.State
		if e.StateDependent() {
			state = o.without(part, append(o.lacking(t), u.event)...)
			now, enabled = e.Predict(state)
			enabled = enabled && o.x.Allows(e, state)
		}
		switch {
		case !enabled && (part.Class == rt.ClassSendClosed || part.Class == rt.ClassRecvClosed):
			// On a channel that is still open it may wait for a partner that comes only now that it does not wait.
			r.add(race{first: u.event, second: j, late: true}, state)
		case !enabled:
		case dependent(rt.RelationOn(&o.x.Events[u.event], u.class, e, part.Class)):
			r.add(race{first: u.event, second: j}, state)
			if u.class.Total() {
				return
			}
			o.join(c.seen, u.event)
		case now != part.Class:
			// They are not dependent, but without the first the second has another effect: a Done lacks its Add, or a
			// send on a closed channel, before that is closed, competes with another send.
			r.add(race{first: u.event, second: j, changes: true}, state)
		}
	}
}

// firstStalled is the number of the first operation of those stalled, see eventOf.
const firstStalled = math.MinInt32

// ofStalled finds the races of what goroutines wait for when the clock advances for want of anything else, which is the next
// event. It could have happened before that, had the race gone the other way, as at the end of an execution.
func (r *races) ofStalled(o *order, x *rt.Execution) {
	for k := range x.Stalled {
		if w := &x.Stalled[k]; int(w.By) == o.n {
			r.of(o, &w.Event, int32(firstStalled+k))
		}
	}
}

func (c *race) stalled() bool { return c.second < firstStalled/2 }

// withdrawn reports whether the second event was withdrawn.
func (c *race) withdrawn() bool { return c.second < 0 && !c.stalled() }

// add adds a race, with the states of the second event's objects.
func (r *races) add(c race, states ...uint64) {
	c.states, c.count = int32(len(r.states)), int32(len(states))
	r.list = append(r.list, c)
	r.states = append(r.states, states...)
}

// ofParts is of for events with several objects: selects, who meets selects, and timers.
func (r *races) ofParts(o *order, e *rt.Event, j int32) {
	if e.Barrier() {
		return
	}
	r.conflicts(o, e, j, -1, r.preceding(o, e))
}

// conflicts finds the races of e, which has several objects, with events that are not in the clock seen. If it was
// withdrawn by an event, that goes, too.
func (r *races) conflicts(o *order, e *rt.Event, j, by int32, seen []int32) {
	cursors := make([]int32, o.x.PartCount(e))
	for p := range cursors {
		cursors[p] = o.heads[o.x.Part(e, p).Obj]
	}
	for {
		p := o.latest(cursors)
		if p < 0 {
			return
		}
		u := &o.touches[cursors[p]]
		cursors[p] = u.prev
		a := &o.x.Events[u.event]
		if !dependent(rt.RelationOn(a, u.class, e, o.x.Part(e, p).Class)) || seen[a.G] > u.event {
			continue
		}
		if by >= 0 && o.precedes(by, u.event) {
			continue
		}
		if states, enabled := o.statesWithout(e, u.event, by); enabled {
			first, other := u.event, by
			if by >= 0 {
				first, other = min(first, other), max(first, other)
			}
			r.add(race{first: first, second: j, other: other}, states...)
			o.join(seen, u.event)
		}
	}
}

// ofWithdrawn finds the races of an operation that was withdrawn: its goroutine waited in a select that another one met, or
// it is that a timer fires, which was stopped. Had that not come, the operation would have been pending to the end.
func (r *races) ofWithdrawn(o *order, w *rt.Withdrawal, j int32) {
	if w.Event.Kind == rt.OpFire {
		r.add(race{first: w.By, second: j, other: w.By})
		return
	}
	seen := r.preceding(o, nil)
	last := o.last[w.Event.G]
	for last > w.By {
		last = o.before[last]
	}
	o.join(seen, last)
	for _, wall := range o.walls {
		if wall < w.By {
			o.join(seen, wall)
		}
	}
	if states, enabled := o.statesWithout(&w.Event, w.By, w.By); enabled {
		r.add(race{first: w.By, second: j, other: w.By}, states...)
		return // the races of others with it show once it has been executed
	}
	r.conflicts(o, &w.Event, j, w.By, seen)
}

// preceding returns the clock of what comes before e in any case.
func (r *races) preceding(o *order, e *rt.Event) []int32 {
	if len(r.seen) < o.width {
		r.seen = make([]int32, o.width)
	}
	clear(r.seen)
	if e != nil {
		o.precede(e, r.seen)
	}
	return r.seen
}

// latest returns the place of the latest of the touches, -1 if there is none.
func (o *order) latest(touches []int32) int {
	best := -1
	for p, t := range touches {
		if t >= 0 && (best < 0 || o.touches[t].event > o.touches[touches[best]].event) {
			best = p
		}
	}
	return best
}

// without returns the state of the object of part, which stands for an event after all in o, if the given events and what
// happens after them had not been.
func (o *order) without(part rt.Part, events ...int32) uint64 {
	earliest := slices.Min(events)
	var sum uint64 // of the changes by events that remain
	after := part.State
	t := o.heads[part.Obj]
	for ; t >= 0 && o.touches[t].event >= earliest; t = o.touches[t].prev {
		u := &o.touches[t]
		if !slices.ContainsFunc(events, func(i int32) bool { return o.precedes(i, u.event) }) {
			if u.class.Overwrites() {
				return after + sum
			}
			sum += after - u.state
		}
		after = u.state
	}
	return after + sum
}

// lacking returns the events that take back what the one with touch t gave, and would have another effect without it.
func (o *order) lacking(t int32) []int32 {
	u := &o.touches[t]
	if !u.class.Supplies() {
		return nil
	}
	var later, lacking []int32
	for k := o.heads[u.obj]; k > t; k = o.touches[k].prev {
		later = append(later, k)
	}
	state := u.state
	for _, k := range slices.Backward(later) {
		v := &o.touches[k]
		if o.precedes(u.event, v.event) || slices.ContainsFunc(lacking, func(i int32) bool { return o.precedes(i, v.event) }) {
			continue
		}
		e := &o.x.Events[v.event]
		if class, _ := e.Predict(state); class != v.class && !e.Compound() {
			lacking = append(lacking, v.event)
			continue
		}
		state += e.Change(v.class)
	}
	return lacking
}

// statesWithout returns the states of the own objects of e, an event with several objects that is after all in o, and
// whether it would be enabled, without event i and what happens after it, and without the one by which it was withdrawn,
// if that is not negative.
func (o *order) statesWithout(e *rt.Event, i, by int32) (states []uint64, enabled bool) {
	x := o.x
	switch e.Kind {
	case rt.OpAwait, rt.OpSelect, rt.OpSelectWait, rt.OpSend, rt.OpRecv, rt.OpClose:
	default:
		return nil, true
	}
	enabled = e.Kind != rt.OpSelectWait && e.Kind != rt.OpSelect || !e.StateDependent()
	for p := range x.OwnParts(e) {
		part := x.Part(e, p)
		if by < 0 {
			states = append(states, o.without(part, i))
		} else {
			part, _ = x.Final(part)
			states = append(states, o.without(part, i, by))
		}
		enabled = enabled || part.Ready(e, states[p])
	}
	return states, enabled && (e.Kind != rt.OpAwait || x.Allows(e, states...))
}
