package rt

import "fmt"

// An unfair schedule, in which a goroutine waits in a loop for another that never gets its turn, has no end and shows
// nothing. As Musuvathi and Qadeer do ("Fair Stateless Model Checking", PLDI 2008, algorithm 1), goroutines are given
// priorities, by which an infinite execution is fair: when one has yielded, it makes way for those that could have taken a
// step since it yielded before, and have not, until they do. Priorities never forbid all that is enabled, as no goroutine
// is below one that makes way for it: what is below a goroutine is no longer when that takes a step (line 14).
//
// In the paper any yield counts, and what an execution with more of them would show is lost. Here it is what comes back to
// the state that there was before (repeat.go), so nothing is. If no goroutine is left to make way for, all that could
// take a step do so for ever, and lead nowhere: a livelock.
//
// Loops of which nothing is known make way, too, for calls of runtime.Gosched without number. This loses executions, so
// theirs counts as truncated.

// patience is how many calls of runtime.Gosched a goroutine makes before it makes way for others.
const patience = 128

// makeWay puts g below the goroutines that could have taken a step in the events from since on, and have not. It reports
// whether there are any.
func (s *Scheduler) makeWay(g *G, since int32) bool {
	s.x.Waited = true
	s.raised(g) // once more: it may be below others
	g.below = g.below[:0]
	for _, h := range s.live {
		if h != g && h.last < since && h.couldStep >= since {
			g.below = append(g.below, h)
		}
	}
	if s.clockEnabled(true) {
		g.below = append(g.below, &s.clockG)
	}
	if len(g.below) == 0 {
		return false
	}
	s.lowered = append(s.lowered, g)
	return true
}

// yields notes that g has called runtime.Gosched.
func (s *Scheduler) yields(g *G) {
	if g.yielded++; g.yielded < patience {
		return
	}
	if s.makeWay(g, g.patientFrom) {
		s.impatient = true
	}
	g.yielded, g.patientFrom = 0, int32(len(s.x.Events))
}

// stepped raises the goroutines that have made way for g, which takes a step.
func (s *Scheduler) stepped(g *G) {
	kept := s.lowered[:0]
	for _, h := range s.lowered {
		for i, u := range h.below {
			if u == g {
				h.below = append(h.below[:i], h.below[i+1:]...)
				break
			}
		}
		if len(h.below) > 0 {
			kept = append(kept, h)
		}
	}
	s.lowered = kept
}

// raised takes g from among those that make way.
func (s *Scheduler) raised(g *G) {
	for i, h := range s.lowered {
		if h == g {
			s.lowered = append(s.lowered[:i], s.lowered[i+1:]...)
			return
		}
	}
}

// noteStep notes, for loops, that g executes e.
func (s *Scheduler) noteStep(g *G, e *Event) {
	if len(s.lowered) > 0 {
		s.stepped(g)
	}
	s.follow(g, e)
	if e.Kind == OpYield {
		s.loops = true
		s.yields(g)
	}
}

// noteEnabled notes who could take a step, and lets some make way.
func (s *Scheduler) noteEnabled() {
	s.listings++
	for _, g := range s.enabled {
		g.listed, g.couldStep = s.listings, int32(len(s.x.Events))
	}
	if len(s.lowered) > 0 {
		s.giveWay()
	}
}

// giveWay removes from the enabled goroutines those that make way for others of them, or for the clock.
func (s *Scheduler) giveWay() {
	kept := s.enabled[:0]
	s.state.Enabled = s.state.Enabled[:0]
	for _, g := range s.enabled {
		if !s.mustWait(g) {
			kept = append(kept, g)
			s.state.Enabled = append(s.state.Enabled, g.id)
		}
	}
	s.enabled = kept
}

// mustWait reports whether one of those that g makes way for is enabled.
func (s *Scheduler) mustWait(g *G) bool {
	for _, h := range g.below {
		if h == &s.clockG && s.clockEnabled(true) || h.listed == s.listings {
			return true
		}
	}
	return false
}

// turn ends an iteration of g in a marked loop. If the state is one that there was before, g makes way for others, or it
// is a livelock, and the execution ends.
func (s *Scheduler) turn(g *G, site Site) {
	since, ok := s.repeats(g)
	if !ok || s.makeWay(g, since) {
		return
	}
	s.goesOnForEver(g, site, len(s.x.Events)-int(since))
	g.state = waiting
	s.transfer(g, nil)
}

// goesOnForEver ends the execution, in which g and others go round loops with so many steps. After the test function has
// returned that is a leak.
func (s *Scheduler) goesOnForEver(g *G, site Site, steps int) {
	s.over, s.x.Waited = true, true
	s.x.Outcome = Blocked
	s.listPending()
	kind := Livelock
	if s.mainOver {
		kind = Leak
		if s.cfg.IgnoreLeaks || !s.leaks() {
			s.x.Outcome = Complete
			return
		}
	}
	if s.fairFrom > 0 || s.impatient {
		s.x.Outcome = Truncated
	}
	s.report(Bug{
		Kind: kind, Site: site, G: g.id, Stuck: s.stuck(kind == Leak),
		Message: fmt.Sprintf("goroutine %d loops here for ever: every %d steps of a fair schedule lead back to the same state", g.name(), steps),
	})
}

// longestWaiting returns the enabled goroutine whose last event is the longest ago.
func (s *Scheduler) longestWaiting() int {
	first := 0
	for i, g := range s.enabled {
		if g.last < s.enabled[first].last {
			first = i
		}
	}
	return first
}

// fairSteps is how many steps goroutines take turns past the step bound, which is a fair schedule: it may show that they
// go on for ever.
const fairSteps = 4000

// tooLong ends an execution that has passed the step bound.
func (s *Scheduler) tooLong() {
	if s.selfLocked() != nil || s.cycle() != nil {
		stuck := s.stuck(false)
		message, site := s.whyBlocked(stuck)
		s.report(Bug{Kind: Deadlock, Message: message, Site: site, G: stuck[0].G, Stuck: stuck})
	}
	s.finish(Truncated)
}
