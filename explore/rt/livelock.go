package rt

import (
	"fmt"
	"slices"
)

// That an execution is long does not mean that it has no end. Past the step bound goroutines take turns for a while,
// which is a fair schedule, and a livelock is reported only if it is shown that these turns go on for ever: the state of
// the program is the same as it was before, and so is what made the next turns. This is known when
//
//   - the last events are the same as those before them, as are the states of the objects that they found;
//   - each of their goroutines goes round one marked loop (Spin), which it has not left in between: such a loop changes no
//     variable that outlives the iteration, so at its head the goroutine is where it was;
//   - the events are of kinds whose result is told by the state of the object;
//   - nothing else changed: no memory was written, no goroutine began or ended, no clock was read.
//
// In all other cases the execution is truncated, and nothing is said.

// fairSteps is how many steps goroutines take turns.
const fairSteps = 4000

// told are the kinds of operations whose result is told by the state of the object, or that have none.
var told = [numKinds]bool{
	OpLock: true, OpUnlock: true, OpTryLock: true,
	OpRWLock: true, OpRWAcquire: true, OpRWUnlock: true, OpRWTryLock: true, OpRLock: true, OpRUnlock: true, OpTryRLock: true,
	OpLoad: true, OpStore: true, OpSwap: true, OpAdd: true, OpAddOnly: true, OpCAS: true,
	OpRead: true, OpYield: true,
}

// disturb notes that something changed that events do not tell.
func (s *Scheduler) disturb() { s.disturbed = len(s.x.Events) }

// tooLong ends an execution that has passed the step bound.
func (s *Scheduler) tooLong() {
	switch {
	case s.selfLocked() != nil || s.cycle() != nil:
		stuck := s.stuck()
		message, site := s.whyBlocked(stuck)
		s.report(Bug{Kind: Deadlock, Message: message, Site: site, G: stuck[0].G, Stuck: stuck})
	case !s.mainOver: // afterwards goroutines may run for ever
		if period := s.period(); period > 0 {
			g := s.byID[s.x.Events[len(s.x.Events)-1].G]
			s.report(Bug{
				Kind: Livelock, Site: g.spin.site, G: g.id, Stuck: s.stuck(),
				Message: fmt.Sprintf("goroutine %d goes round this loop for ever: every %d steps of a fair schedule the state is the same again", g.name(), period),
			})
		}
	}
	s.finish(Truncated)
}

// period returns after how many events the state of the program is the same again, 0 if that is not known.
func (s *Scheduler) period() int {
	events := s.x.Events[max(s.fairFrom, s.disturbed):]
	for p := 1; 2*p <= len(events); p++ {
		if s.repeats(events[len(events)-2*p:], p) {
			return p
		}
	}
	return 0
}

// repeats reports whether the last 2*p events show that the state is the same every p events.
func (s *Scheduler) repeats(events []Event, p int) bool {
	for i := range events[p:] {
		a, b := &events[i], &events[i+p]
		if !told[b.Kind] || !Same(a, b) || a.State != b.State || a.Arg != b.Arg {
			return false
		}
	}
	from := int32(len(s.x.Events) - 2*p)
	for i := range events[p:] {
		g := s.byID[events[i].G]
		if g == nil || g.state != published || !g.spin.goesRound(from, int32(p)) {
			return false
		}
	}
	return true
}

// goesRound reports whether the goroutine has been in the loop since the event from, and began an iteration in both of
// the periods since, at the same point.
func (p *spinState) goesRound(from, period int32) bool {
	if p.site == 0 || p.entered > from || len(p.laps) == 0 {
		return false
	}
	last := p.laps[len(p.laps)-1]
	return last >= from+period && slices.Contains(p.laps, last-period)
}
