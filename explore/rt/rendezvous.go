package rt

// What an operation on an unbuffered channel does depends on who waits there: if it meets a select, it takes that out of
// the queues of other channels, too. The state of a channel, a number, does not tell that. Who waits after a sequence of
// events is found by going through them.

// Queues are the goroutines that wait in unbuffered channels.
type Queues struct{ list []queued }

// A queued is a place in the queue of a channel. A goroutine that waits in a select has several.
type queued struct {
	g     GID
	obj   ObjID
	sends bool
}

// Waits reports whether e is a select that begins to wait in an unbuffered channel. If there is none in an execution, an
// operation touches the same channels whenever it is executed.
func (x *Execution) Waits(e *Event) bool {
	if e.Kind != OpSelect || e.Arg != 0 || e.Seq >= 0 {
		return false
	}
	for k := range x.PartCount(e) {
		if p := x.Part(e, k); p.own && p.cap == 0 {
			return true
		}
	}
	return false
}

// Clear forgets who waits.
func (q *Queues) Clear() { q.list = q.list[:0] }

// Apply notes what e, an event of x, does to the queues.
func (q *Queues) Apply(x *Execution, e *Event) {
	switch e.Kind {
	case OpSend, OpRecv:
		if e.Arg == 0 && (e.Class == ClassSend || e.Class == ClassRecvSync) {
			if sends := e.Kind == OpSend; !q.meet(e.G, e.Obj, sends) {
				q.list = append(q.list, queued{e.G, e.Obj, sends})
			}
		}
	case OpClose:
		for at := q.first(e.Obj); at >= 0; at = q.first(e.Obj) {
			q.leave(q.list[at].g)
		}
	case OpSelect:
		switch {
		case e.Seq >= 0:
			if p := x.Part(e, int(e.Seq)); p.cap == 0 {
				q.meet(e.G, p.Obj, p.sends)
			}
		case e.Arg == 0:
			for k := range x.PartCount(e) {
				if p := x.Part(e, k); p.own && p.cap == 0 {
					q.list = append(q.list, queued{e.G, p.Obj, p.sends})
				}
			}
		}
	case OpSelectWait:
		q.leave(e.G)
	}
}

// first returns the first place in the queues of a channel, -1 if nobody waits there.
func (q *Queues) first(obj ObjID) int {
	for at := range q.list {
		if q.list[at].obj == obj {
			return at
		}
	}
	return -1
}

// partner returns the place of the goroutine that g would meet by a send to, or a receive from, a channel; -1 for none.
func (q *Queues) partner(g GID, obj ObjID, sends bool) int {
	for at := range q.list {
		if w := &q.list[at]; w.obj == obj && w.sends != sends && w.g != g {
			return at
		}
	}
	return -1
}

// meet takes the goroutine that g meets out of all queues, and reports whether there is one.
func (q *Queues) meet(g GID, obj ObjID, sends bool) bool {
	at := q.partner(g, obj, sends)
	if at >= 0 {
		q.leave(q.list[at].g)
	}
	return at >= 0
}

// leave removes g from all queues.
func (q *Queues) leave(g GID) {
	kept := q.list[:0]
	for _, w := range q.list {
		if w.g != g {
			kept = append(kept, w)
		}
	}
	q.list = kept
}

// OwnParts returns how many of the objects of e are its own: the channels that its statement names, not those in which
// goroutines wait that it meets. They come first.
func (x *Execution) OwnParts(e *Event) int {
	switch e.Kind {
	case OpSend, OpRecv, OpClose, OpLen:
		return 1
	case OpSelect:
		n := 0
		for n < x.PartCount(e) && x.Part(e, n).own {
			n++
		}
		return n
	}
	return x.PartCount(e)
}

// Meets reports whether what e touches depends on who waits in unbuffered channels.
func (e *Event) Meets() bool {
	switch e.Kind {
	case OpSend, OpRecv, OpClose:
		return e.Arg == 0
	}
	return e.Kind == OpSelect || e.Kind == OpSelectWait
}

// PartsIn returns the objects of e, an operation on channels, as they would be recorded with its own objects in the given
// states and with the given queues.
func (x *Execution) PartsIn(e *Event, states []uint64, q *Queues) []Part {
	var parts []Part
	if e.Kind != OpSelect && e.Kind != OpSelectWait {
		class, _ := e.Predict(states[0])
		parts = append(parts, Part{Obj: e.Obj, Class: class, State: states[0]})
		switch {
		case e.Arg != 0 || class == ClassSendClosed || class == ClassRecvClosed:
		case e.Kind == OpClose:
			for at := range q.list {
				if w := &q.list[at]; w.obj == e.Obj {
					parts = q.leaving(parts, w.g, e.Obj)
				}
			}
		case e.Kind == OpSend || e.Kind == OpRecv:
			if at := q.partner(e.G, e.Obj, e.Kind == OpSend); at >= 0 {
				parts = q.leaving(parts, q.list[at].g, e.Obj)
			}
		}
		return parts
	}
	own := x.OwnParts(e)
	for k := range own {
		p := x.Part(e, k)
		p.State = states[k]
		emptied := !p.sends && p.State&chanClosed != 0 && chanLen(p.State) <= 0
		p.Class = either(emptied, ClassRead, ClassPoll)
		parts = append(parts, p)
	}
	for k := range own {
		p := parts[k]
		if p.cap > 0 || e.Kind == OpSelectWait {
			continue
		}
		if at := q.partner(e.G, p.Obj, p.sends); at >= 0 {
			parts = q.leaving(parts, q.list[at].g, p.Obj)
		}
	}
	return parts
}

// leaving adds the channels, apart from obj, in whose queues g is.
func (q *Queues) leaving(parts []Part, g GID, obj ObjID) []Part {
	for _, w := range q.list {
		if w.g == g && w.obj != obj {
			parts = append(parts, Part{Obj: w.obj, Class: ClassPoll})
		}
	}
	return parts
}
