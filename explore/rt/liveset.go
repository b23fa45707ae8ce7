package rt

import (
	"io"
	"runtime"
)

// runtime.NumGoroutine, runtime.Stack and goroutine profiles read the live set: which goroutines there are, and what they do. Leak
// checkers use them. In a program with such a call, each start and each end of a goroutine is an operation that writes the live set.
// In other programs nothing reads it, and these operations would be steps for nothing.

// liveSetRead is set if a package of the binary has such a call.
var liveSetRead bool

// RegisterLiveSetRead says that a package may read the live set.
func RegisterLiveSetRead() { liveSetRead = true }

// liveSetObject returns the object that stands for the live set in operations.
func (s *Scheduler) liveSetObject() *word {
	if s.liveSet.id == NoObj {
		s.liveSet.id = ObjID(s.ids.number(idKey{idStatic, -1, 1}))
	}
	return &s.liveSet
}

// publishStart publishes that g starts a goroutine.
func (s *Scheduler) publishStart(g *G, site Site) {
	if liveSetRead {
		s.do(g, OpBegin, site, s.liveSetObject())
	}
}

// publishEnd publishes that g ends. What g runs defers it.
func (s *Scheduler) publishEnd(g *G) {
	if !g.dying && unwinding() != panicking {
		s.do(g, OpEnd, g.site, s.liveSetObject())
	}
}

// withEnd returns f, followed by the end of g if something reads the live set.
func (s *Scheduler) withEnd(g *G, f func()) func() {
	if !liveSetRead || g.id == Main {
		return f
	}
	return func() {
		if g.unborn {
			s.do(g, OpBegin, g.site, s.liveSetObject())
			g.unborn = false
		}
		defer s.publishEnd(g)
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
		s.do(g, OpCount, site, s.liveSetObject())
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

// Stack is runtime.Stack. A read of all stacks takes time: it happens once nothing but the clock can go on, or at any time if timers
// fire at any time.
func Stack(site Site, buf []byte, all bool) int {
	s, g := enter()
	if g == nil || g.dying {
		return runtime.Stack(buf, all)
	}
	if !all {
		return copy(buf, s.stackOf(g, s.stacksByNumber(false)))
	}
	s.readStacks(g, site)
	return copy(buf, s.allStacks(g))
}

// readStacks publishes that g reads the stacks of all goroutines.
func (s *Scheduler) readStacks(g *G, site Site) {
	if !s.cfg.ClockAny {
		s.settleFor(g, site)
	}
	s.do(g, OpCount, site, s.liveSetObject())
}

// profilesProcess notes that the program looks at a profile that is not under control. If the test fails then, that may be why.
func (s *Scheduler) profilesProcess(site Site) {
	s.outOfControl(site, "the profile shows the goroutines of the whole process, not only those of the program")
	s.x.beside = "goroutines"
}

// GoroutineProfile is runtime.GoroutineProfile.
func GoroutineProfile(site Site, p []runtime.StackRecord) (n int, ok bool) {
	if s, g := enter(); g != nil {
		s.profilesProcess(site)
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
	s.readStacks(g, site)
	return NumGoroutine(site)
}

// ProfileWriteTo is (*pprof.Profile).WriteTo.
func ProfileWriteTo(site Site, p profile, w io.Writer, debug int) error {
	s, g := enter()
	switch {
	case g == nil || g.dying || p.Name() != goroutineProfile:
		return p.WriteTo(w, debug)
	case debug < 2:
		s.profilesProcess(site)
		return p.WriteTo(w, debug)
	}
	s.readStacks(g, site)
	_, err := io.WriteString(w, s.allStacks(g))
	return err
}
