package strategy

import "github.com/calvin-go/calvin/explore/rt"

// An order is the happens-before relation of one execution: the least partial order that contains the order of each
// goroutine, what started or woke a goroutine before what it does next, and dependent events in the order in which they
// were executed. It is kept as vector clocks: the clock of event i has for each goroutine the last of its events, plus
// one, that happens before i or is i.
//
// Executions that follow each other in a search share a prefix; what belongs to it is kept.
type order struct {
	x       *rt.Execution
	n       int       // how many events are in
	width   int       // entries of a clock
	clocks  []int32   // of event i from i*width on
	touches []touch   // what the events did to which object, in their order
	first   []int32   // first[i] is the first touch of event i; there is one more entry than events
	before  []int32   // the event before of the same goroutine, -1 if none
	last    []int32   // by goroutine: its last event, -1 if none
	heads   []int32   // by object: the last touch, -1 if none
	lasts   []lasts   // by object: the last touch of each class
	walls   []int32   // events that are after all before them, and before all after them
	except  *rt.ObjID // what is done to this object, if it is not nil, makes no order
}

// A touch is what an event did to an object.
type touch struct {
	obj   rt.ObjID
	class rt.Class
	event int32
	prev  int32  // touch of the same object before, -1 if none
	same  int32  // touch of the same object and class before, -1 if none
	state uint64 // of the object before
}

// lasts are touches by class, -1 for none. What depends on few of the classes need not look at the others: a long
// execution has many events on one object.
type lasts [rt.NumClasses]int32

var noTouches = func() (l lasts) {
	for c := range l {
		l[c] = -1
	}
	return l
}()

// truncate forgets all but the first n events.
func (o *order) truncate(n int) {
	if n >= o.n {
		return
	}
	for t := int32(len(o.touches)) - 1; t >= o.first[n]; t-- {
		u := &o.touches[t]
		o.heads[u.obj], o.lasts[u.obj][u.class] = u.prev, u.same
	}
	for i := o.n - 1; i >= n; i-- {
		// The events themselves may have been overwritten by now; a clock tells whose event it was.
		o.last[o.goroutine(int32(i))] = o.before[i]
	}
	o.touches = o.touches[:o.first[n]]
	o.first = o.first[:n+1]
	o.before = o.before[:n]
	o.clocks = o.clocks[:n*o.width]
	for len(o.walls) > 0 && int(o.walls[len(o.walls)-1]) >= n {
		o.walls = o.walls[:len(o.walls)-1]
	}
	o.n = n
}

// goroutine returns whose event i is, or was when it was taken in.
func (o *order) goroutine(i int32) rt.GID {
	for g, at := range o.clocks[int(i)*o.width : int(i+1)*o.width] {
		if at == i+1 {
			return rt.GID(g)
		}
	}
	panic("strategy: event without goroutine")
}

// open prepares o for events and operations of x, which has the events that are in o already.
func (o *order) open(x *rt.Execution) {
	o.x = x
	o.makeRoom(x)
	if o.n == 0 {
		o.first = append(o.first[:0], 0)
	}
}

// all makes o the order of x alone.
func (o *order) all(x *rt.Execution) {
	o.truncate(0)
	o.open(x)
	for o.n < len(x.Events) {
		o.add()
	}
}

// add takes in the next event.
func (o *order) add() {
	i := int32(o.n)
	e := &o.x.Events[i]
	o.clocks = append(o.clocks, make([]int32, o.width)...)
	clock := o.clocks[int(i)*o.width:]
	o.relate(e, clock)
	clock[e.G] = i + 1
	for p := range o.x.PartCount(e) {
		part := o.x.Part(e, p)
		if part.Obj == rt.NoObj || o.except != nil && part.Obj == *o.except {
			continue
		}
		last := &o.lasts[part.Obj][part.Class]
		o.touches = append(o.touches, touch{part.Obj, part.Class, i, o.heads[part.Obj], *last, part.State})
		*last = int32(len(o.touches)) - 1
		o.heads[part.Obj] = *last
	}
	o.first = append(o.first, int32(len(o.touches)))
	o.before = append(o.before, o.last[e.G])
	o.last[e.G] = i
	if e.Barrier() {
		o.walls = append(o.walls, i)
	}
	o.n++
}

// makeRoom makes the tables large enough for the goroutines and objects of x.
func (o *order) makeRoom(x *rt.Execution) {
	width, objects := o.width, rt.ObjID(len(o.heads))
	see := func(e *rt.Event) {
		width = max(width, int(e.G)+1)
		for p := range x.PartCount(e) {
			objects = max(objects, x.Part(e, p).Obj+1)
		}
	}
	for i := o.n; i < len(x.Events); i++ {
		see(&x.Events[i])
	}
	for i := range x.Pending {
		see(&x.Pending[i])
	}
	for rt.ObjID(len(o.heads)) < objects {
		o.heads, o.lasts = append(o.heads, -1), append(o.lasts, noTouches)
	}
	if width == o.width {
		return
	}
	wide := make([]int32, o.n*width)
	for i := range o.n {
		copy(wide[i*width:], o.clocks[i*o.width:(i+1)*o.width])
	}
	o.clocks, o.width = wide, width
	for len(o.last) < width {
		o.last = append(o.last, -1)
	}
}

// clock returns the clock of event i.
func (o *order) clock(i int32) []int32 { return o.clocks[int(i)*o.width : int(i+1)*o.width] }

// precedes reports whether event i happens before event j, or is j.
func (o *order) precedes(i, j int32) bool {
	return o.clocks[int(j)*o.width+int(o.x.Events[i].G)] > i
}

// precedesEvent is precedes for an event that may be none of the execution, but what a goroutine waits for at its end.
func (o *order) precedesEvent(i int32, e *rt.Event) bool {
	for j := range o.x.Events {
		if &o.x.Events[j] == e {
			return o.precedes(i, int32(j))
		}
	}
	return true
}

// join makes clock the least upper bound of itself and the clock of event i.
func (o *order) join(clock []int32, i int32) {
	for g, at := range o.clock(i) {
		if at > clock[g] {
			clock[g] = at
		}
	}
}

// precede stores in clock, which is zero, what happens before e for reasons that no other schedule could change: the
// events of its goroutine, and what started or woke it.
func (o *order) precede(e *rt.Event, clock []int32) {
	if i := o.last[e.G]; i >= 0 {
		copy(clock, o.clock(i))
	}
	if e.From >= 0 && int(e.From) < o.n {
		o.join(clock, e.From)
	}
	if n := len(o.walls); n > 0 {
		o.join(clock, o.walls[n-1])
	}
	if e.Barrier() {
		for _, i := range o.last {
			if i >= 0 {
				o.join(clock, i)
			}
		}
	}
}

// relate stores in clock, which is zero, the clock of e as the next event.
func (o *order) relate(e *rt.Event, clock []int32) {
	o.precede(e, clock)
	for p := range o.x.PartCount(e) {
		part := o.x.Part(e, p)
		if part.Obj == rt.NoObj || o.except != nil && part.Obj == *o.except {
			continue
		}
		last := &o.lasts[part.Obj]
		floor := int32(-1) // what came before this touch happens before it
		for _, c := range part.Class.After() {
			if c.Total() && !part.Class.Matched(c) {
				floor = max(floor, last[c])
			}
		}
		for _, c := range part.Class.After() {
			o.relateTo(e, clock, last[c], max(floor, 0), part.Class)
		}
	}
}

// relateTo joins to clock, that of e, the clocks of the events on which e depends for what it does to an object, as class
// says: t is a touch of it by an event of some class, of which all from the floor on are considered.
func (o *order) relateTo(e *rt.Event, clock []int32, t, floor int32, class rt.Class) {
	for ; t >= floor; t = o.touches[t].same {
		u := &o.touches[t]
		a := &o.x.Events[u.event]
		if class.Matched(u.class) && unmatched(a, e) {
			return
		}
		if !dependent(rt.RelationOn(a, u.class, e, class)) {
			continue
		}
		if clock[a.G] <= u.event {
			o.join(clock, u.event)
		}
		if u.class.Ordered() {
			return
		}
	}
}

// unmatched reports whether neither a, nor an event of its class before, is the one that e needs.
func unmatched(a, e *rt.Event) bool { return e.Need < 0 || a.Seq < e.Need }

func dependent(r rt.Relation) bool { return r == rt.Conflict || r == rt.Enables }
