package rt

import (
	"fmt"
	"runtime"
	"strings"
)

// What a function does is one of several actions, each a relation between the states before and after an atomic step. Where
// no other goroutine goes on from its first access to shared memory until it returns, these are the states then: whatever
// else the function did, nobody could see. Other calls are not looked at.

// An Alternative is an action, as conditions; those on the state before have been evaluated.
type Alternative struct {
	Name       string // "" for the only one
	Conditions []Condition
}

// A Condition is one on the state at hand.
type Condition struct {
	Site  Site
	Needs string
	Holds func() bool
}

// Performs is called, with the first statement of a function, for what is to be called when it returns. The name of the
// function is at site, what it performs at spec.
func Performs(site, spec Site, before func() []Alternative) func() {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return func() {}
	}
	a := s.annotations
	a.afterwards()
	depth := len(g.calls)
	g.calls = append(g.calls, call{before: before})
	a.look(g, &g.calls[depth])
	return func() {
		if _, now := enter(); now != g || g.dying || len(g.calls) <= depth {
			return
		}
		c := g.calls[depth]
		g.calls = g.calls[:depth]
		if a.turns == c.turns && c.alternatives != nil && unwinding() == returning {
			a.performed(g, site, spec, c.alternatives)
		}
	}
}

// A call is one of a function of which it is said what it does.
type call struct {
	before       func() []Alternative
	begun        bool // it has accessed shared memory
	alternatives []Alternative
	turns        int // of other goroutines, until the state before was looked at
}

// look evaluates what is to be known of the state before a call.
func (a *annotations) look(g *G, c *call) {
	c.alternatives, c.turns = nil, a.turns
	a.evaluating(Tid(g.id), func() { c.alternatives = c.before() })
}

// begins notes that g is about to access shared memory; others may have gone on until then.
func (a *annotations) begins(g *G) {
	for i := len(g.calls) - 1; i >= 0 && !g.calls[i].begun; i-- {
		c := &g.calls[i]
		if c.begun = true; c.turns != a.turns {
			a.look(g, c)
		}
	}
}

// How a function is left.
type leaving uint8

const (
	returning leaving = iota
	panicking
	goexit
)

// unwinding tells how the function is left that has deferred the caller.
func unwinding() leaving {
	var pcs [4]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	switch f, _ := frames.Next(); f.Function {
	case "runtime.gopanic":
		return panicking
	case "runtime.Goexit":
		return goexit
	}
	return returning
}

// performed reports a function that has done none of its actions.
func (a *annotations) performed(g *G, site, spec Site, alternatives []Alternative) {
	a.afterwards()
	var reasons []string
	at := spec
	for i := range alternatives {
		c := a.unmet(g, &alternatives[i])
		if c == nil {
			return
		}
		name := alternatives[i].Name
		if name == "" || len(alternatives) == 1 {
			at = c.Site
			name = "it"
		}
		reasons = append(reasons, fmt.Sprintf("%s needed: %s", name, c.Needs))
	}
	a.report(g, touching{site: site}, at, func() string {
		return fmt.Sprintf("goroutine %d called %s, which did not do what it says\n%s",
			g.name(), site.Info().What, strings.Join(reasons, "\n"))
	})
}

// unmet is the first condition of an action that certainly does not hold.
func (a *annotations) unmet(g *G, x *Alternative) *Condition {
	for i := range x.Conditions {
		if c := &x.Conditions[i]; a.fails(g, c.Holds) {
			return c
		}
	}
	return nil
}
