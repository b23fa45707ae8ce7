package rt

import (
	"bytes"
	"runtime"
	"strconv"
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
	if g == nil || g.co.blocks[block%uintptr(len(g.co.blocks))] != block {
		if g = s.enterSlow(g, block); g == nil {
			return s, nil
		}
	}
	if g.dying {
		s.countDying()
	}
	return s, g
}

// enterSlow compares the numbers of goroutines (8 us).
func (s *Scheduler) enterSlow(g *G, block uintptr) *G {
	if g == nil || goid() != g.co.goid {
		s.foreign.note()
		return nil
	}
	g.co.blocks[block%uintptr(len(g.co.blocks))] = block
	return g
}

// known notes the number of the goroutine that is c, and the part of the stack where it runs.
func (c *coro) known() {
	if c.goid == 0 {
		c.goid = goid()
	}
	var local byte
	block := uintptr(unsafe.Pointer(&local)) >> blockBits
	c.blocks[block%uintptr(len(c.blocks))] = block
}

// goid returns the number of the calling goroutine, which stands in the first line of its stack trace.
func goid() uint64 {
	var buf [64]byte
	line := buf[:runtime.Stack(buf[:], false)]
	line = bytes.TrimPrefix(line, []byte("goroutine "))
	if i := bytes.IndexByte(line, ' '); i > 0 {
		line = line[:i]
	}
	n, err := strconv.ParseUint(string(line), 10, 64)
	if err != nil {
		panic("rt: unexpected form of stack trace: " + string(line))
	}
	return n
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
		buf := make([]byte, 4096)
		f.stack = string(buf[:runtime.Stack(buf, false)])
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
