package strategy

import (
	"slices"

	"github.com/calvin-go/calvin/explore/rt"
)

// A walk visits the prefixes of the trace of one execution: the sets of its events that contain what happens before each,
// by all orders of execution that stay within the preemption bound.
type walk struct {
	b *BPOR
	x *rt.Execution

	waits   bool // there are selects that wait in unbuffered channels
	timers  bool // timers are started
	queues  rt.Queues
	clock   rt.ClockPredictor
	events  [][]int32 // by goroutine: its operations, in order
	ordinal []int32   // by event: its place among the operations of its goroutine; of a choice, that of the one before
	pending []int32   // by goroutine: its place in x.Pending, -1 if it has none
	choices []draw    // in the order in which their alternatives are tried
	list    []prefix
	counts  []int32   // memory of the prefixes' counts
	todo    [][]int32 // places in list, by preemptions
	seen    map[uint64]bool
	next    []step // by goroutine, in the prefix at hand
	row     []int32
}

// A prefix is a set of events, so many operations of each goroutine. It is told apart by who ran last, too.
type prefix struct {
	counts  int32 // the place in walk.counts
	parent  int32 // the prefix without the last operation, -1 if there is none
	event   int32 // the last operation, -1 if there is none
	hash    uint64
	running rt.GID
	costs   int32 // preemptions
}

// A step is what a goroutine would do next.
type step struct {
	event   *rt.Event
	at      int32     // number of the event, -1 if it is none of the trace
	parts   []rt.Part // of an operation on channels that is not the same
	same    bool      // it would be that very event: what happens before it is there
	enabled bool
	now     rt.Event // the event as it would be, if it is not the same
}

// all walks the trace of x, which b.order has taken in.
func (w *walk) all(b *BPOR, x *rt.Execution) {
	w.b, w.x = b, x
	w.prepare()
	w.counts = append(w.counts, make([]int32, b.order.width)...)
	first := prefix{parent: -1, event: -1, running: nobody}
	w.choose(&first, w.news(w.of(&first), nil))
	w.push(first)
	for costs := range w.todo {
		for len(w.todo[costs]) > 0 {
			last := len(w.todo[costs]) - 1
			at := w.todo[costs][last]
			w.todo[costs] = w.todo[costs][:last]
			w.expand(at)
		}
	}
}

// prepare sets up the tables for the execution.
func (w *walk) prepare() {
	x, width := w.x, w.b.order.width
	w.events, w.pending, w.ordinal = w.events[:0], w.pending[:0], w.ordinal[:0]
	for range width {
		w.events = append(w.events, nil)
		w.pending = append(w.pending, -1)
	}
	w.waits, w.timers = false, false
	for i := range x.Events {
		e := &x.Events[i]
		w.waits = w.waits || x.Waits(e)
		w.timers = w.timers || e.Kind == rt.OpTimerStart || e.Kind == rt.OpSleep
		if e.Kind != rt.OpChoice {
			w.events[e.G] = append(w.events[e.G], int32(i))
		}
		w.ordinal = append(w.ordinal, int32(len(w.events[e.G]))-1)
	}
	for k := range x.Pending {
		w.pending[x.Pending[k].G] = int32(k)
	}
	w.orderChoices()
	w.list, w.counts = w.list[:0], w.counts[:0]
	w.row = make([]int32, width)
	w.next = make([]step, width)
	w.seen = map[uint64]bool{}
	for len(w.todo) <= w.b.bound {
		w.todo = append(w.todo, nil)
	}
}

func (w *walk) push(p prefix) {
	w.todo[p.costs] = append(w.todo[p.costs], int32(len(w.list)))
	w.list = append(w.list, p)
}

// of returns how many operations of each goroutine are in p.
func (w *walk) of(p *prefix) []int32 {
	return w.counts[p.counts : int(p.counts)+w.b.order.width]
}

// has reports whether event i is in the prefix with the given counts.
func (w *walk) has(counts []int32, i int32) bool { return w.ordinal[i] < counts[w.x.Events[i].G] }

// key is the fingerprint of a prefix.
func key(hash uint64, running rt.GID) uint64 { return scramble(hash + uint64(running+1)<<48) }

// scramble is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func scramble(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// expand visits the prefix at the given place, and the ones that have one operation more.
func (w *walk) expand(at int32) {
	p := w.list[at]
	k := key(p.hash, p.running)
	if w.seen[k] {
		return
	}
	w.seen[k] = true
	w.b.reach(k, p.costs)
	counts := w.of(&p)
	for g := range w.next {
		w.next[g] = w.stepOf(counts, rt.GID(g))
	}
	goesOn := p.running > rt.Clock && w.next[p.running].enabled && w.x.Events[p.event].Kind != rt.OpYield
	for g := range w.next {
		s := &w.next[g]
		if !s.enabled {
			continue
		}
		costs := p.costs
		if goesOn && rt.GID(g) != p.running && rt.GID(g) != rt.Clock {
			costs++
		}
		if int(costs) > w.b.bound {
			w.b.exceeded = true
			continue
		}
		if s.same {
			w.stay(at, rt.GID(g), costs)
		} else {
			w.leave(at, rt.GID(g), costs)
		}
	}
}

// stay goes on to the prefix that has one more event of the trace, by g.
func (w *walk) stay(at int32, g rt.GID, costs int32) {
	p := w.list[at]
	before := w.of(&p)
	q := prefix{counts: int32(len(w.counts)), parent: at, event: w.next[g].at, running: g, costs: costs}
	q.hash = p.hash + w.name(before, &w.next[g])
	w.counts = append(w.counts, before...)
	w.counts[int(q.counts)+int(g)]++
	w.choose(&q, w.news(w.of(&q), before))
	w.push(q)
}

// leave queues the prefix that has one more event, of g, which is not one of the trace.
func (w *walk) leave(at int32, g rt.GID, costs int32) {
	p := w.list[at]
	w.b.depart(key(p.hash+w.name(w.of(&p), &w.next[g]), g), costs, func() []int32 { return append(w.path(&p, nil), int32(g)) })
}

// path returns the schedule that leads to p, but for some of the choices.
func (w *walk) path(p *prefix, without []*draw) []int32 {
	var path []int32
	for q := p; q.event >= 0; q = &w.list[q.parent] {
		path = append(path, int32(w.x.Events[q.event].G))
	}
	slices.Reverse(path)
	for k := range w.choices {
		if c := &w.choices[k]; w.entails(w.of(p), c) && !slices.Contains(without, c) {
			path = append(path, w.x.Events[c.event].Decision(), int32(w.x.Events[c.event].G))
		}
	}
	return path
}

// stepOf finds what g would do next in the prefix with the given counts.
func (w *walk) stepOf(counts []int32, g rt.GID) step {
	if g == rt.Clock {
		return w.stepOfClock(counts)
	}
	s := step{at: -1}
	switch n := counts[g]; {
	case w.instead(w.x.Withdrawn, counts, g) != nil:
		s.event = w.instead(w.x.Withdrawn, counts, g)
	case w.instead(w.x.Stalled, counts, g) != nil:
		s.event = w.instead(w.x.Stalled, counts, g)
	case int(n) < len(w.events[g]):
		s.at = w.events[g][n]
		s.event = &w.x.Events[s.at]
		if w.pastIn(counts, s.at) && !w.lacks(counts, s.event) {
			s.same, s.enabled = true, true
			return s
		}
		if w.behindWall(counts, s.at) {
			return s
		}
	case w.pending[g] >= 0:
		s.event = &w.x.Pending[w.pending[g]]
		if w.behindWall(counts, int32(len(w.x.Events))) {
			return s
		}
	default:
		return s
	}
	if from := s.event.From; from >= 0 && !(w.has(counts, from) && w.pastIn(counts, from)) { // it may be a choice
		return s
	}
	s.now, s.parts, s.enabled = w.predict(counts, s.event)
	return s
}

// stepOfClock finds what the clock would do next.
func (w *walk) stepOfClock(counts []int32) step {
	if n := counts[rt.Clock]; int(n) < len(w.events[rt.Clock]) {
		at := w.events[rt.Clock][n]
		if w.pastIn(counts, at) {
			return step{event: &w.x.Events[at], at: at, same: true, enabled: true}
		}
	}
	if !w.timers {
		return step{at: -1}
	}
	w.clock.Clear()
	for i := range w.x.Events {
		if w.has(counts, int32(i)) {
			w.clock.Apply(w.x, int32(i))
		}
	}
	s := step{at: -1}
	s.now, s.parts, s.enabled = w.clock.Fire(w.x)
	s.event = &s.now
	return s
}

// instead returns what g would do that waits in a select, and goes on in the trace because of an event that is not in
// the prefix, or that waits when the clock advances, which is not in the prefix; nil if there is no such thing.
func (w *walk) instead(list []rt.Withdrawal, counts []int32, g rt.GID) *rt.Event {
	for k := range list {
		d := &list[k]
		if d.Event.G != g || w.has(counts, d.By) {
			continue
		}
		if n := int(counts[g]); (n == 0 || w.events[g][n-1] < d.By) && (n == len(w.events[g]) || w.events[g][n] > d.By) {
			return &d.Event
		}
	}
	return nil
}

// pastIn reports whether all that happens before event i is in the prefix.
func (w *walk) pastIn(counts []int32, i int32) bool {
	g := w.x.Events[i].G
	for h, at := range w.b.order.clock(i) {
		if at > 0 && rt.GID(h) != g && !w.has(counts, at-1) {
			return false
		}
	}
	return true
}

// lacks reports whether what supplied e, which takes it back, is not in the prefix.
func (w *walk) lacks(counts []int32, e *rt.Event) bool {
	if e.Class != rt.ClassRUnlock && e.Class != rt.ClassWGDone {
		return false
	}
	class, _ := e.Predict(w.stateIn(counts, w.x.Part(e, 0), e))
	return class != e.Class
}

// behindWall reports whether a barrier before event i is not in the prefix, or i is a barrier itself.
func (w *walk) behindWall(counts []int32, i int32) bool {
	if int(i) < len(w.x.Events) && w.x.Events[i].Barrier() {
		return true
	}
	for _, wall := range w.b.order.walls {
		if wall < i && !w.has(counts, wall) {
			return true
		}
	}
	return false
}

// predict returns what e, an operation that does not come next in the trace itself, would be in the prefix, and whether it
// would be enabled.
func (w *walk) predict(counts []int32, e *rt.Event) (rt.Event, []rt.Part, bool) {
	if !e.StateDependent() && e.Kind != rt.OpSelect {
		return *e, nil, w.hasEnablers(counts, e)
	}
	var states []uint64
	ready := false
	for k := range w.x.OwnParts(e) {
		part := w.x.Part(e, k)
		states = append(states, w.stateIn(counts, part, e))
		ready = ready || part.Ready(e, states[k])
	}
	var parts []rt.Part
	if e.Meets() && (w.waits || e.Compound()) {
		parts = w.x.PartsIn(e, states, w.queuesIn(counts))
	}
	switch e.Kind {
	case rt.OpSelect, rt.OpSelectWait:
		return *e, parts, ready || !e.StateDependent()
	case rt.OpAwait:
		return *e, nil, w.x.Allows(e, states...)
	}
	_, enabled := e.Predict(states[0])
	return e.In(states[0]), parts, enabled && w.x.Allows(e, states[0])
}

// queuesIn finds who waits in unbuffered channels in the prefix.
func (w *walk) queuesIn(counts []int32) *rt.Queues {
	w.queues.Clear()
	if w.waits {
		for i := range w.x.Events {
			if w.has(counts, int32(i)) {
				w.queues.Apply(w.x, &w.x.Events[i])
			}
		}
	}
	return &w.queues
}

// hasEnablers reports whether what enabled e, as far as relations tell, is in the prefix.
func (w *walk) hasEnablers(counts []int32, e *rt.Event) bool {
	o := &w.b.order
	for k := range w.x.PartCount(e) {
		part := w.x.Part(e, k)
		if part.Obj == rt.NoObj {
			continue
		}
		for t := o.heads[part.Obj]; t >= 0; t = o.touches[t].prev {
			u := &o.touches[t]
			a := &w.x.Events[u.event]
			if a != e && rt.RelationOn(a, u.class, e, part.Class) == rt.Enables && !w.has(counts, u.event) && o.precedesEvent(u.event, e) {
				return false
			}
		}
	}
	return true
}

// stateIn returns the state of the object of part in the prefix.
func (w *walk) stateIn(counts []int32, part rt.Part, e *rt.Event) uint64 {
	o := &w.b.order
	var sum uint64
	part, known := w.x.Final(part)
	after, known := part.State, known || w.unexecuted(e)
	for t := o.heads[part.Obj]; t >= 0; t = o.touches[t].prev {
		u := &o.touches[t]
		if w.has(counts, u.event) {
			if u.class.Overwrites() {
				return after + sum
			}
			if known {
				sum += after - u.state
			} else {
				sum += w.x.Events[u.event].Change(u.class)
			}
		}
		after, known = u.state, true
	}
	return after + sum
}

// unexecuted reports whether e is what a goroutine waits for at the end, or when the clock advances.
func (w *walk) unexecuted(e *rt.Event) bool {
	if k := w.pending[e.G]; k >= 0 && e == &w.x.Pending[k] {
		return true
	}
	for k := range w.x.Stalled {
		if e == &w.x.Stalled[k].Event {
			return true
		}
	}
	return false
}

// name returns a number for the operation s with what happens before it in the prefix, which is the same in all
// executions.
func (w *walk) name(counts []int32, s *step) uint64 {
	e := s.event
	h := scramble(uint64(e.G)<<40^uint64(e.Kind)<<32^uint64(uint32(e.Obj))) + scramble(uint64(e.Site))
	for g, at := range w.past(counts, s) {
		switch {
		case rt.GID(g) == e.G:
			h += scramble(uint64(g)<<32 ^ uint64(counts[g]+1))
		case at > 0:
			h += scramble(uint64(g)<<32 ^ uint64(w.ordinal[at-1]+1))
		}
	}
	return scramble(h)
}

// past returns the clock of s: what happens before it in the prefix.
func (w *walk) past(counts []int32, s *step) []int32 {
	o := &w.b.order
	if s.same {
		return o.clock(s.at)
	}
	clear(w.row)
	e := &s.now
	if n := counts[e.G]; n > 0 {
		copy(w.row, o.clock(w.events[e.G][n-1]))
	}
	if e.From >= 0 {
		o.join(w.row, e.From)
	}
	parts := s.parts
	if parts == nil {
		parts = w.x.Parts(e)
	}
	for _, part := range parts {
		if part.Obj == rt.NoObj {
			continue
		}
		class := part.Class
		for t := o.heads[part.Obj]; t >= 0; t = o.touches[t].prev {
			u := &o.touches[t]
			if w.has(counts, u.event) && dependent(rt.RelationOn(&w.x.Events[u.event], u.class, e, class)) {
				o.join(w.row, u.event)
			}
		}
	}
	for _, wall := range o.walls {
		if w.has(counts, wall) {
			o.join(w.row, wall)
		}
	}
	return w.row
}
