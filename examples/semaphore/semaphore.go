// Package semaphore limits how many goroutines do something at the same time.
package semaphore

import (
	"runtime"
	"sync/atomic"
)

// A Semaphore has a number of permits, of which some are free.
//
//calvin:transition 0 <= free && free <= permits
type Semaphore struct {
	permits int64
	free    atomic.Int64
}

// New returns a semaphore with n permits.
//
//calvin:requires n >= 0
//calvin:atomic
//calvin:ensures  local(result) && result.free == n && result.permits == n
func New(n int64) *Semaphore {
	s := &Semaphore{permits: n}
	s.free.Store(n)
	return s
}

// TryAcquire takes n permits if so many are free, and reports whether it did.
//
//calvin:requires n >= 0
//calvin:performs Busy [] Taken
//calvin:action   Busy
//calvin:ensures  !result && s.free < n
//calvin:action   Taken
//calvin:modifies s.free
//calvin:ensures  result && s.free == old(s.free)-n
func (s *Semaphore) TryAcquire(n int64) bool {
	for {
		free := s.free.Load()
		if free < n {
			return false
		}
		if s.free.CompareAndSwap(free, free-n) {
			return true
		}
	}
}

// Acquire waits until n permits are free, and takes them.
//
//calvin:requires n >= 0
//calvin:atomic
//calvin:when     s.free >= n
//calvin:modifies s.free
//calvin:ensures  s.free == old(s.free)-n
func (s *Semaphore) Acquire(n int64) {
	for !s.TryAcquire(n) {
		runtime.Gosched()
	}
}

// Release gives n permits back. It reports false, and does nothing, if that is more than are out.
//
//calvin:requires n >= 0
//calvin:performs Refused [] Released
//calvin:action   Refused
//calvin:ensures  !result && s.permits-s.free < n
//calvin:action   Released
//calvin:modifies s.free
//calvin:ensures  result && s.free == old(s.free)+n
func (s *Semaphore) Release(n int64) bool {
	for {
		free := s.free.Load()
		if s.permits-free < n {
			return false
		}
		if s.free.CompareAndSwap(free, free+n) {
			return true
		}
	}
}
