package rt

import (
	"io"
	"runtime"
)

// How many goroutines there are, and what they do, is to be seen by runtime.NumGoroutine, runtime.Stack and goroutine profiles: leak
// checkers are made of these. Of a program with such a call each start of a goroutine and each end of one is an operation on the
// population, which the call reads; elsewhere that would be steps for nothing.

// watched is set where a package of the binary has such a call.
var watched bool

// RegisterCensus says that a package may look at which goroutines there are.
func RegisterCensus() { watched = true }

// populationOf returns what such calls read.
func (s *Scheduler) populationOf() *word {
	if s.population.id == NoObj {
		s.population.id = ObjID(s.ids.number(idKey{idStatic, -1, 1}))
	}
	return &s.population
}

// populates publishes that g starts a goroutine.
func (s *Scheduler) populates(g *G, site Site) {
	if watched {
		s.do(g, OpBegin, site, s.populationOf())
	}
}

// ends publishes that g ends. It is deferred by what g runs.
func (s *Scheduler) ends(g *G) {
	if !g.dying && unwinding() != panicking {
		s.do(g, OpEnd, g.site, s.populationOf())
	}
}

// counting is f, or, where that can be seen, f with the end of g.
func (s *Scheduler) counting(g *G, f func()) func() {
	if !watched || g.id == Main {
		return f
	}
	return func() {
		if g.unborn {
			s.do(g, OpBegin, g.site, s.populationOf())
			g.unborn = false
		}
		defer s.ends(g)
		f()
	}
}

// NumGoroutine returns how many goroutines of the program there are.
func NumGoroutine(site Site) int {
	s, g := enter()
	if g == nil {
		return runtime.NumGoroutine()
	}
	if !g.dying {
		s.do(g, OpCount, site, s.populationOf())
	}
	n := 0
	for _, h := range s.live {
		if !h.unborn {
			n++
		}
	}
	if s.mainOver {
		n++ // the one that ran the test goes on in the testing package
	}
	return n
}

// Stack is runtime.Stack. To look at all goroutines takes time: it happens once nothing else can go on but the clock, or, where
// timers fire at any time, at any.
func Stack(site Site, buf []byte, all bool) int {
	s, g := enter()
	if g == nil || g.dying {
		return runtime.Stack(buf, all)
	}
	if !all {
		return copy(buf, s.stackOf(g, s.stacksByNumber(false)))
	}
	s.look(g, site)
	return copy(buf, s.allStacks(g))
}

// look publishes that g looks at all goroutines.
func (s *Scheduler) look(g *G, site Site) {
	if !s.cfg.ClockAny {
		s.settleFor(g, site)
	}
	s.do(g, OpCount, site, s.populationOf())
}

// GoroutineProfile is runtime.GoroutineProfile.
func GoroutineProfile(site Site, p []runtime.StackRecord) (n int, ok bool) {
	if s, g := enter(); g != nil {
		s.outOfControl(site, "the profile is of the process, and has other goroutines than those of the program")
	}
	return runtime.GoroutineProfile(p)
}

// A profile is what a pprof.Profile is asked for.
type profile interface {
	Name() string
	Count() int
	WriteTo(w io.Writer, debug int) error
}

const goroutineProfile = "goroutine"

// ProfileCount is (*pprof.Profile).Count.
func ProfileCount(site Site, p profile) int {
	s, g := enter()
	if g == nil || g.dying || p.Name() != goroutineProfile {
		return p.Count()
	}
	s.look(g, site)
	return NumGoroutine(site)
}

// ProfileWriteTo is (*pprof.Profile).WriteTo.
func ProfileWriteTo(site Site, p profile, w io.Writer, debug int) error {
	s, g := enter()
	switch {
	case g == nil || g.dying || p.Name() != goroutineProfile:
		return p.WriteTo(w, debug)
	case debug < 2:
		s.outOfControl(site, "the profile is of the process, and has other goroutines than those of the program")
		return p.WriteTo(w, debug)
	}
	s.look(g, site)
	_, err := io.WriteString(w, s.allStacks(g))
	return err
}
