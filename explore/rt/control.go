package rt

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"
)

// Instrumented code may be called by goroutines that are not ours: started by code that is not instrumented, or by the
// Go runtime (finalizers). They run beside the coroutine whose turn it is, so they must not touch the scheduler: they
// do the operation natively and are reported.

// blockBits: stacks are at least 2 KB and aligned to that, so a 2 KB block is part of one stack only.
const blockBits = 11

// enter returns the scheduler and the goroutine that calls. The goroutine is nil if there is no exploration, or the
// caller is not under its control.
//
// A goroutine cannot ask for its own number cheaply. But the address of a local variable tells on which stack it runs:
// each coroutine remembers some blocks of memory that were found to be parts of its stack.
func enter() (*Scheduler, *G) {
	s := current.Load()
	if s == nil {
		return nil, nil
	}
	var local byte
	block := uintptr(unsafe.Pointer(&local)) >> blockBits
	g := s.cur
	if g == nil || !g.co.has(block) {
		if g = s.enterSlow(g, block); g == nil {
			return s, nil
		}
	}
	if g.dying {
		s.countDying()
	}
	return s, g
}

// has reports whether the block is known to be part of c's stack. A caller that is not under control may find a goroutine
// that has just ended, and has no coroutine.
func (c *coro) has(block uintptr) bool {
	return c != nil && c.blocks[block%uintptr(len(c.blocks))] == block
}

// enterSlow finds out whether the caller is the coroutine whose turn it is: whether its stack is a coroutine's, as only one
// runs.
func (s *Scheduler) enterSlow(g *G, block uintptr) *G {
	if g == nil || !onCoroutine() {
		s.foreign.note()
		return nil
	}
	if c := g.co; c != nil {
		c.blocks[block%uintptr(len(c.blocks))] = block
	}
	return g
}

// onCoroutine reports whether the caller's stack is that of a coroutine.
func onCoroutine() bool {
	var pcs [64]uintptr
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		for _, pc := range pcs[:n] {
			if f := runtime.FuncForPC(pc - 1); f != nil && f.Name() == crewRun {
				return true
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// crewRun is the name of (*crew).run, which is on the stack of every coroutine.
var crewRun = runtime.FuncForPC(reflect.ValueOf((*crew).run).Pointer()).Name()

// known notes the part of the stack where the coroutine runs. It is called at the bottom of the stack: where that is
// somewhere else than before, the stack has grown, and the memory where it was may be another goroutine's by now.
func (c *coro) known() {
	var local byte
	at := uintptr(unsafe.Pointer(&local))
	block := at >> blockBits
	if at != c.bottom {
		c.bottom, c.blocks = at, [len(c.blocks)]uintptr{}
	}
	c.blocks[block%uintptr(len(c.blocks))] = block
}

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
		f.stack = stack()
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
