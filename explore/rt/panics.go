package rt

import (
	"fmt"
	"runtime"
	"strings"
)

// A function may panic where one of the conditions of its panics_if held when it was called, and nowhere else. Where one
// holds it may return as well.

// MayPanic is called, with the first statement of a function, for what is to be called when the function is left. The name
// of the function is at site.
func MayPanic(site Site, conditions []Condition) func() {
	s, g := enter()
	if g == nil || g.dying || s.annotations == nil {
		return func() {}
	}
	a := s.annotations
	a.afterwards()
	for i := range conditions {
		if !a.fails(g, conditions[i].Holds) {
			return func() {} // it holds for all we know
		}
	}
	entry := frameOf(1).Function
	return func() {
		if _, now := enter(); now != g || g.dying || unwinding() != panicking {
			return
		}
		var needs []string
		for i := range conditions {
			needs = append(needs, conditions[i].Needs)
		}
		a.reportAt(g, unwoundAt(entry), touching{site: site}, conditions[0].Site, func() string {
			return fmt.Sprintf("goroutine %d leaves %s by a panic, in violation of %s\nthat did not hold when it was called: %s",
				g.name(), site.Info().What, conditions[0].Site.Info().What, strings.Join(needs, " || "))
		})
	}
}

// unwoundAt is where in a function, by its full name, a panic has come up that makes a deferred call now.
func unwoundAt(function string) SiteInfo {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if f.Function == function {
			return SiteInfo{File: f.File, Line: f.Line}
		}
		if !more {
			return SiteInfo{}
		}
	}
}
