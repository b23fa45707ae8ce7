package rt

import "unsafe"

// What stands for a part of the world outside, such as the network of package simnet, is made of channels, of timers and of the
// functions here.

// A Standing says under whose control the caller is.
type Standing uint8

// The standings.
const (
	Outside    Standing = iota // nobody's: what is simulated must not be used
	Early                      // the initialisation of packages before the exploration, which must not wait
	Controlled                 // the scheduler's
	Abandoned                  // its execution is over: nothing is to be done
)

// Stands returns the standing of the caller.
func Stands() Standing {
	switch s, g := enter(); {
	case g != nil && g.dying:
		return Abandoned
	case g != nil:
		return Controlled
	case s == nil && early.isHolding():
		return Early
	}
	return Outside
}

// Step is a step of the calling goroutine on objects. What the goroutine does up to its next operation is part of it. It is in
// conflict with every other step on one of them.
func Step(site Site, objects ...unsafe.Pointer) {
	if s, g := enter(); g != nil && !g.dying {
		c := foreignCall{g: g, site: site}
		for _, p := range objects {
			c.operands = append(c.operands, passed{how: Reaches | AsWord, at: p})
		}
		s.operates(c, "", nil)
	}
}

// CallSite is where the calling goroutine has last called code that is not instrumented, 0 if it has not.
func CallSite() Site {
	if _, g := enter(); g != nil {
		return g.calledAt
	}
	return 0
}

// Simulated returns what make has made in the present execution for a part of the world. It is one for the process before the exploration
// begins.
func Simulated[T any](part string, make func() *T) *T {
	s, _ := enter()
	world := &earlyWorld
	if s != nil {
		world = &s.world
	}
	if *world == nil {
		*world = map[string]any{}
	}
	if (*world)[part] == nil {
		(*world)[part] = make()
	}
	return (*world)[part].(*T)
}

// earlyWorld is what is simulated before there is a scheduler.
var earlyWorld map[string]any

// Fills is Write for the bytes that a call is passed to be filled.
func Fills(site Site, p unsafe.Pointer, size uintptr) {
	if s, g := enter(); g != nil && !g.dying {
		s.passing.add(site)
		s.writes(g, OpWrite, site, p, size)
	}
}

// Looks is Read for the bytes that a call is passed.
func Looks(site Site, p unsafe.Pointer, size uintptr) {
	if s, g := enter(); g != nil && !g.dying {
		s.passing.add(site)
		s.reads(g, OpRead, site, p, size)
	}
}

// ReachesOut notes that what the program does now is not simulated, and so outside control.
func ReachesOut(site Site, what string) {
	if s, g := enter(); g != nil && !g.dying {
		s.outOfControl(site, what+" is outside control")
	}
}
