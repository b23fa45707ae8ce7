package rt

import (
	"cmp"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
)

// Instrumented code may be called by goroutines that are not ours: started by code that is not instrumented, or by the
// Go runtime (finalizers). They run beside the coroutine whose turn it is, so they must not touch the scheduler: they
// do the operation natively and are reported.

// enter returns the scheduler and the goroutine that calls. The goroutine is nil if there is no exploration, or the
// caller is not under its control.
//
// A goroutine cannot ask for its own number cheaply, and where its stack is does not tell, as stacks move, and others get the
// memory. But whether a fault is a panic the Go runtime knows of each goroutine; coroutines have it so, and others do not, unless
// they ask for it. Only one coroutine runs at a time.
func enter() (*Scheduler, *G) {
	s := current.Load()
	if s == nil {
		return nil, nil
	}
	if !debug.SetPanicOnFault(true) && !onCoroutine() {
		debug.SetPanicOnFault(false)
		s.foreign.note()
		return s, nil
	}
	g := s.cur
	switch {
	case g == nil:
		s.foreign.note()
		return s, nil
	case g.dying:
		s.countDying()
	}
	return s, g
}

// onCoroutine reports whether the caller's stack is that of a coroutine.
func onCoroutine() bool {
	var pcs [64]uintptr
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		for _, pc := range pcs[:n] {
			if f := runtime.FuncForPC(pc - 1); f != nil && f.Name() == coroutineRun {
				return true
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// coroutineRun is the name of (*coroutinePool).run, which is on the stack of every coroutine.
var coroutineRun = runtime.FuncForPC(reflect.ValueOf((*coroutinePool).run).Pointer()).Name()

// maxDyingOps bounds what an abandoned goroutine may do in its deferred functions, where operations that should block
// do not: a loop there may be endless.
const maxDyingOps = 10000

func (s *Scheduler) countDying() {
	s.dyingOps++
	if s.dyingOps > maxDyingOps {
		s.dyingOps = 0
		runtime.Goexit()
	}
}

// foreignCalls records calls from goroutines that are not under control.
type foreignCalls struct {
	mu    sync.Mutex
	count int
	stack string // of the first
}

func (f *foreignCalls) note() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count++
	if f.stack == "" {
		f.stack = cmp.Or(stack(), "a place that has no name")
	}
}

// take returns the stack of the first call since the last take.
func (f *foreignCalls) take() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	stack := f.stack
	f.count, f.stack = 0, ""
	return stack
}
