package strategy

import "github.com/calvin-go/calvin/explore/rt"

// A race is a pair of events of two goroutines that are dependent, with no other event ordered between them, and of
// which the second could be executed without the first: in a state that is reached by all events before the second that
// do not happen after the first.
//
// For operations that are always enabled this is the paper's reversible race. For others (a Lock) events that enable it
// (the Unlock before) are no races, and do not count as ordered between: the race is with the Lock before.
type race struct {
	first, second int32  // events, see eventOf
	state         uint64 // of the object of the second, if it has only one, were it executed instead of the first
	late          bool   // whether the second would be enabled depends on events after it
}

// races are the races of an execution, in the order of their second event.
type races struct {
	list  []race
	start []int32 // start[j] is the first race of event j
	seen  []int32
}

// truncate forgets all but those of the first n events.
func (r *races) truncate(n int) {
	if n < len(r.start) {
		r.list, r.start = r.list[:r.start[n]], r.start[:n]
	}
}

// find takes the events of x into o, as far as they are not, and finds their races. Events from the limit on are none
// that the strategy decided, and have no races.
func (r *races) find(o *order, x *rt.Execution, limit int) {
	o.open(x)
	r.truncate(o.n)
	withdrawn := 0
	for o.n < len(x.Events) {
		r.start = append(r.start, int32(len(r.list)))
		if o.n < limit {
			r.of(o, &x.Events[o.n], int32(o.n))
		}
		o.add()
		for ; withdrawn < len(x.Withdrawn) && int(x.Withdrawn[withdrawn].By) < o.n; withdrawn++ {
			if int(x.Withdrawn[withdrawn].By) == o.n-1 && o.n <= limit {
				r.of(o, &x.Withdrawn[withdrawn].Event, int32(-1-withdrawn))
			}
		}
	}
	r.start = append(r.start, int32(len(r.list)))
	if len(x.Events) <= limit {
		for k := range x.Pending {
			r.of(o, &x.Pending[k], int32(len(x.Events)+k))
		}
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
	seen := r.preceding(o, e)
	for t := o.heads[part.Obj]; t >= 0; t = o.touches[t].prev {
		u := &o.touches[t]
		a := &o.x.Events[u.event]
		relation := rt.RelationOn(a, u.class, e, part.Class)
		if relation == rt.Independent && (!e.Judged() || u.class == rt.ClassRead) {
			continue
		}
		if seen[a.G] > u.event {
			if u.class.Total() {
				return
			}
			continue
		}
		now, enabled := part.Class, true
		state := part.State
		if e.Judged() {
			state = o.without(u.event, part)
			now, enabled = e.Outlook(state)
			enabled = enabled && o.x.Allows(e, state)
		}
		switch {
		case !enabled && (part.Class == rt.ClassSendClosed || part.Class == rt.ClassRecvClosed):
			// On a channel that is still open it may wait for a partner that comes only now that it does not wait.
			r.list = append(r.list, race{first: u.event, second: j, state: state, late: true})
		case !enabled:
		case dependent(relation):
			r.list = append(r.list, race{first: u.event, second: j, state: state})
			if u.class.Total() {
				return
			}
			o.join(seen, u.event)
		case now != part.Class:
			// They are not dependent, but without the first the second has another effect: a Done lacks its Add, or a
			// send on a closed channel, before that is closed, competes with another send.
			r.list = append(r.list, race{first: u.event, second: j, state: state})
		}
	}
}

// ofParts is of for events with several objects: selects, and timers.
func (r *races) ofParts(o *order, e *rt.Event, j int32) {
	if e.Barrier() {
		return
	}
	seen := r.preceding(o, e)
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
		if !dependent(rt.RelationOn(a, u.class, e, o.x.Part(e, p).Class)) || seen[a.G] > u.event || !o.enabledWithout(u.event, e) {
			continue
		}
		r.list = append(r.list, race{first: u.event, second: j, state: e.State})
		o.join(seen, u.event)
	}
}

// preceding returns the clock of what comes before e in any case.
func (r *races) preceding(o *order, e *rt.Event) []int32 {
	if len(r.seen) < o.width {
		r.seen = make([]int32, o.width)
	}
	clear(r.seen)
	o.precede(e, r.seen)
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

// without returns the state of the object of part, which stands for an event after all in o, if event i and what happens
// after it had not been.
func (o *order) without(i int32, part rt.Part) uint64 {
	var sum uint64 // of the changes by events that remain
	after := part.State
	t := o.heads[part.Obj]
	for ; t >= 0 && o.touches[t].event > i; t = o.touches[t].prev {
		u := &o.touches[t]
		if !o.precedes(i, u.event) {
			if u.class.Overwrites() {
				return after + sum
			}
			sum += after - u.state
		}
		after = u.state
	}
	if t >= 0 && o.touches[t].event == i {
		after = o.touches[t].state
	}
	return after + sum
}

// enabledWithout reports whether e, an event with several objects after all in o, would be enabled without event i and
// what happens after it.
func (o *order) enabledWithout(i int32, e *rt.Event) bool {
	switch {
	case !e.Judged():
		return true
	case e.Kind == rt.OpAwait:
		var states []uint64
		for p := range o.x.PartCount(e) {
			states = append(states, o.without(i, o.x.Part(e, p)))
		}
		return o.x.Allows(e, states...)
	case e.Kind != rt.OpSelect && e.Kind != rt.OpSelectWait:
		return true
	}
	for p := range o.x.PartCount(e) {
		part := o.x.Part(e, p)
		if part.Ready(e, o.without(i, part)) {
			return true
		}
	}
	return false
}
