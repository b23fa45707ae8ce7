// Package later takes locks in functions that are passed on through interfaces, some for later, some to be called at once.
package later

import (
	"sync"
	"time"
)

// A clock runs functions later.
type clock interface {
	after(d time.Duration, f func())
}

type realClock struct{}

func (realClock) after(d time.Duration, f func()) { time.AfterFunc(d, f) }

// A handClock keeps functions until it is told to run them.
type handClock struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	due []func()
}

func (c *handClock) after(_ time.Duration, f func()) {
	c.mu.Lock()
	c.due = append(c.due, f)
	c.mu.Unlock()
}

type noClock struct{}

func (noClock) after(time.Duration, func()) {}

// A runner runs functions at once, one of its kind by way of its memory.
type runner interface {
	run(f func())
}

type laterRunner struct{}

func (laterRunner) run(f func()) { time.AfterFunc(0, f) }

type memoryRunner struct{}

type task struct{ f func() }

func (memoryRunner) run(f func()) {
	t := &task{f}
	t.start()
}

func (t *task) start() {
	if t.f != nil {
		t.f()
	}
}

// A oncer has a Once call what it has put into its memory.
type oncer interface {
	once(f func())
}

type memoryOncer struct{}

type onceTask struct {
	o sync.Once
	f func()
}

func (memoryOncer) once(f func()) {
	t := &onceTask{f: f}
	if t.f != nil {
		t.o.Do(t.f)
	}
}

// A caller may call what it gets, by way of another.
type caller interface {
	call(f func())
}

type directCaller struct{}

func (directCaller) call(f func()) { through(func() { f() }) }

func through(f func()) { f() }

// A Tally is counted through functions that are passed on.
type Tally struct {
	mu     sync.Mutex
	clock  clock
	runner runner
	caller caller
	oncer  oncer
	//calvin:guarded_by mu
	n int
}

func (t *Tally) count() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// Later counts later.
//
//calvin:performs skip
func (t *Tally) Later() {
	if t.clock != nil {
		t.clock.after(time.Second, func() { t.count() })
	}
}

// Timer counts later, too.
//
//calvin:performs skip
func (t *Tally) Timer() {
	time.AfterFunc(time.Second, func() { t.count() })
}

// Run may count at once.
//
//calvin:performs skip
func (t *Tally) Run() {
	if t.runner != nil {
		t.runner.run(func() { t.count() })
	}
}

// Call counts at once.
//
//calvin:performs skip
func (t *Tally) Call() {
	if t.caller != nil {
		t.caller.call(func() { t.count() })
	}
}

// LockedLater holds the lock, which is needed later.
func (t *Tally) LockedLater() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Later()
	t.Timer()
}

// LockedRun holds the lock already.
func (t *Tally) LockedRun() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Run() // failed
}

// LockedCall holds the lock already.
func (t *Tally) LockedCall() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Call() // failed
}

// Once counts at once.
//
//calvin:performs skip
func (t *Tally) Once() {
	if t.oncer != nil {
		t.oncer.once(func() { t.count() })
	}
}

// LockedOnce holds the lock already.
func (t *Tally) LockedOnce() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Once() // failed
}
