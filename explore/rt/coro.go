package rt

import (
	"errors"
	"iter"
	"runtime/debug"
	"slices"
)

// A coro is a goroutine of the Go runtime that hands control to others instead of running beside them. It is built on
// [iter.Pull], whose two halves, next and yield, both mean: exchange me with the goroutine that is parked here. The
// place where a goroutine parks, its cell, belongs to the iterator, not to the goroutine: whoever knows in which cell a
// goroutine is parked exchanges itself with it at the cost of one switch (71 ns, against 143 ns by way of a hub).
type coro struct {
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	odd    bool   // the last exchange at this cell was by next, so the next one is by yield
	at     *coro  // the cell where this coroutine is parked
	g      *G     // what it runs
	quit   bool   // told to end
	nested int    // how many times it went on after runtime.Goexit
	number string // of its goroutine, as the Go runtime prints it, where stacks are looked at
}

// errEnded ends a coroutine's iterator after runtime.Goexit. Without it iter.Pull would pass the exit on to the
// goroutine that is parked in the coroutine's cell.
var errEnded = errors.New("coroutine ended")

// A coroutinePool is a set of coroutines, idle ones for use again, and the goroutine that owns them.
type coroutinePool struct {
	owner  coro  // the goroutine outside, which has no cell
	target *coro // who is to run
	idle   []*coro
	all    int // how many there are
	broken any // what the scheduler panicked with

	work func(*coro)                    // runs what c.g says
	next func(c *coro, dead bool) *coro // what runs after it; a dead coroutine takes no more work
}

// get returns an idle coroutine, a new one if there is none.
func (w *coroutinePool) get() *coro {
	if n := len(w.idle); n > 0 {
		c := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return c
	}
	c := &coro{}
	c.at = c
	w.all++
	next, _ := iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		w.run(c)
	})
	c.next = next
	return c
}

// put makes c idle.
func (w *coroutinePool) put(c *coro) {
	c.g = nil
	w.idle = append(w.idle, c)
}

// maxNested bounds how often a coroutine goes on after runtime.Goexit, as every time leaves frames on its stack.
const maxNested = 32

// run is the life of a coroutine.
func (w *coroutinePool) run(c *coro) {
	// What the program does with a pointer to no memory is a panic of its own, and not the end of ours. It also tells coroutines from
	// other goroutines, see enter.
	debug.SetPanicOnFault(true)
	if liveSetRead && c.number == "" {
		c.number = ownNumber()
	}
	defer func() {
		r := recover()
		switch {
		case r != nil: // our own fault, as panics of the program do not come here
			w.broken = r
			w.all--
			w.target = &w.owner
			return
		case c.quit:
			w.target = &w.owner
			return
		case c.nested < maxNested:
			// runtime.Goexit is on its way, and nothing can stop it. But as long as this deferred function does not
			// return, it is not over, and the coroutine can go on here: that costs a tenth of a new one.
			c.nested++
			w.proceed(c)
			w.run(c)
		default:
			w.all--
			w.target = w.next(c, true)
		}
		// The coroutine ends, and the one parked in its cell passes control on to the target.
		panic(errEnded)
	}()
	for !c.quit {
		w.work(c)
		w.proceed(c)
	}
}

// proceed lets others run until there is something to do for c, whose work is done.
func (w *coroutinePool) proceed(c *coro) {
	if to := w.next(c, false); to != c {
		w.switchTo(c, to)
	}
}

// switchTo parks me and runs to. It returns when somebody switches to me.
func (w *coroutinePool) switchTo(me, to *coro) {
	w.target = to
	for w.target != me {
		cell := w.target.at
		me.at = cell
		cell.odd = !cell.odd
		if cell.odd {
			cell.callNext()
		} else {
			cell.yield(struct{}{})
		}
		// Woken by a coroutine that ended in the cell where we were parked, we are not the target: go around.
	}
}

// callNext parks the caller in c's cell until somebody takes it from there or the coroutine ends.
func (c *coro) callNext() {
	defer func() {
		if r := recover(); r != nil && r != errEnded {
			panic(r)
		}
	}()
	c.next()
}

// start runs c from outside, until somebody switches back to the owner.
func (w *coroutinePool) start(c *coro) {
	w.switchTo(&w.owner, c)
	if w.broken != nil {
		panic(w.broken)
	}
}

// stop ends all coroutines, which must be idle.
func (w *coroutinePool) stop() { w.end(func(*coro) bool { return true }) }

// freshen ends the coroutines that have frames of earlier executions on their stacks, all of which must be idle: what a program sees of its
// stack is then the same as in a new process.
func (w *coroutinePool) freshen() { w.end(func(c *coro) bool { return c.nested > 0 }) }

// end ends the idle coroutines that which selects.
func (w *coroutinePool) end(which func(*coro) bool) {
	if w.broken != nil {
		return
	}
	w.idle = slices.DeleteFunc(w.idle, func(c *coro) bool {
		if !which(c) {
			return false
		}
		c.quit = true
		w.switchTo(&w.owner, c)
		w.all--
		return true
	})
}
