package rt

import "fmt"

// A Replay is the strategy that takes given decisions once. Where they end, or the program differs, it goes on with the
// goroutine that runs.
type Replay struct {
	decisions []int32
	events    []Event
	next      int
	checked   int
	err       error
}

// NewReplay makes a Replay of decisions. If events are given, the ones that were recorded, those of the replay are
// compared with them.
func NewReplay(decisions []int32, events []Event) *Replay {
	return &Replay{decisions: decisions, events: events}
}

// A Nondeterminism is the error that the same decisions led to other events.
type Nondeterminism struct {
	At               int // number of the event
	Expected, Actual Event
	Missing          bool // there was no such event: the goroutine or alternative chosen before was not to be had
}

func (n *Nondeterminism) Error() string {
	if n.Missing && n.Expected.Kind == OpNone {
		return fmt.Sprintf("the test is not deterministic: after %d steps it cannot continue as before", n.At)
	}
	if n.Missing {
		return fmt.Sprintf("the test is not deterministic: step %d, %v by goroutine %d at %v, is not possible again",
			n.At, n.Expected.Kind, n.Expected.G, n.Expected.Site)
	}
	if e, a := n.Expected, n.Actual; e.G == a.G && e.Kind == a.Kind && e.Site == a.Site {
		return fmt.Sprintf("the test is not deterministic: step %d, %v by goroutine %d at %v, is now on another object or has another effect",
			n.At, e.Kind, e.G, e.Site)
	}
	return fmt.Sprintf("the test is not deterministic: step %d was %v by goroutine %d at %v and is now %v by goroutine %d at %v",
		n.At, n.Expected.Kind, n.Expected.G, n.Expected.Site, n.Actual.Kind, n.Actual.G, n.Actual.Site)
}

// Same reports whether two executions agree in an event.
func Same(a, b *Event) bool {
	return a.G == b.G && a.Kind == b.Kind && a.Site == b.Site && a.Obj == b.Obj && a.Class == b.Class
}

// Next takes the next decision.
func (r *Replay) Next(s *State) int {
	r.compare(s.Execution)
	if r.next < len(r.decisions) {
		d := r.decisions[r.next]
		r.next++
		if i := s.Decision(d); i >= 0 {
			return i
		}
		r.fail(s.Execution, true)
	}
	return s.Default()
}

// compare compares the events since the last call.
func (r *Replay) compare(x *Execution) {
	for ; r.checked < len(x.Events) && r.checked < len(r.events); r.checked++ {
		if !Same(&x.Events[r.checked], &r.events[r.checked]) {
			r.fail(x, false)
		}
	}
}

func (r *Replay) fail(x *Execution, missing bool) {
	if r.err != nil {
		return
	}
	n := &Nondeterminism{At: r.checked, Missing: missing}
	if r.checked < len(r.events) {
		n.Expected = r.events[r.checked]
	}
	if r.checked < len(x.Events) {
		n.Actual = x.Events[r.checked]
	}
	r.err = n
}

// Done ends the replay.
func (r *Replay) Done(x *Execution) bool {
	r.compare(x)
	return false
}

// Err returns where the replay differed.
func (r *Replay) Err() error {
	return r.err
}

// Decision returns the index in s.Enabled, or the alternative, that decision d of another execution means, -1 if it is
// not to be had.
func (st *State) Decision(d int32) int {
	if st.Choices > 0 {
		if d < 0 && int(^d) < st.Choices {
			return int(^d)
		}
		return -1
	}
	for i, g := range st.Enabled {
		if int32(g) == d {
			return i
		}
	}
	return -1
}

// Default returns the choice that goes on with the goroutine that runs, if it can.
func (st *State) Default() int {
	if st.Choices > 0 {
		return 0
	}
	return max(0, st.Decision(int32(st.Running)))
}

// CanGoOn reports whether the goroutine that runs could go on and has not yielded: to switch from it is a preemption.
func (st *State) CanGoOn() bool {
	return st.Choices == 0 && !st.Yielded && st.Running > Clock && st.Decision(int32(st.Running)) >= 0
}
