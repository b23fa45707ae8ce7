package rt

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// A T is what a test function gets: it records failures.
type T struct {
	s      *Scheduler
	failed bool
	site   Site
	log    []string
	stack  string
	atEnd  []func()
	body   func() // what m.Run runs
	ran    bool   // m.Run has returned
}

// Log records a message.
func (t *T) Log(args ...any) { t.log = append(t.log, strings.TrimSuffix(fmt.Sprintln(args...), "\n")) }

// Logf records a message.
func (t *T) Logf(format string, args ...any) { t.log = append(t.log, fmt.Sprintf(format, args...)) }

// Fail marks the test as failed.
func (t *T) Fail() {
	if !t.failed {
		t.failed = true
		if g := t.s.cur; g != nil {
			t.site = g.op.site
		}
		t.stack = t.s.stackAt(t.site)
	}
}

// Failed reports whether the test has failed.
func (t *T) Failed() bool { return t.failed }

// FailNow marks the test as failed and ends the goroutine.
func (t *T) FailNow() {
	t.Fail()
	runtime.Goexit()
}

// Errorf is Logf and Fail.
func (t *T) Errorf(format string, args ...any) {
	t.Logf(format, args...)
	t.Fail()
}

// Error is Log and Fail.
func (t *T) Error(args ...any) {
	t.Log(args...)
	t.Fail()
}

// Fatalf is Logf and FailNow.
func (t *T) Fatalf(format string, args ...any) {
	t.Logf(format, args...)
	t.FailNow()
}

// Fatal is Log and FailNow.
func (t *T) Fatal(args ...any) {
	t.Log(args...)
	t.FailNow()
}

// AtEnd has f called when the execution has ended, before goroutines that it leaves behind are unwound.
func (t *T) AtEnd(f func()) { t.atEnd = append(t.atEnd, f) }

// ended reports the failure.
func (t *T) ended() {
	for _, f := range t.atEnd {
		f()
	}
	switch {
	case t.failed && t.s.x.beside != "":
		t.s.x.OutOfControl = append(t.s.x.OutOfControl, "the test fails, perhaps because of "+t.s.x.beside+" outside of it: "+strings.TrimSpace(strings.Join(t.log, "; ")))
	case t.failed:
		t.s.report(Bug{Kind: Failure, Message: strings.Join(t.log, "\n"), Site: t.site, G: Main, Stack: t.stack})
	}
	if t.s.cfg.PassingOnly && (t.failed || slices.ContainsFunc(t.s.x.Bugs, func(b Bug) bool { return b.Kind == Failure })) {
		t.s.x.Bugs = nil
		clear(t.s.seen) // what was seen first there may be seen elsewhere
		clear(t.s.seenBlocked)
	}
}
