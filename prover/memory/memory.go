// Package memory keeps account of the memory that the contexts of Z3 have together. It takes what is allocated, and
// gives what the limit does not count.
//
// Z3 counts the memory of the process, and there is one limit for all contexts. A check that is broken off, by the
// limit or by an interrupt, may leave memory that no context gives back (Z3 4.8.12: 290 of 300 MB where a
// multiplication of bit vectors ran out of memory). So what is allocated while there is no context is not counted: else
// nothing could be checked any more once that comes near the limit.
//
//	memory.go  the account
package memory

import (
	"context"
	"strings"
	"sync"
	"time"
)

// An Account is of all contexts of the process. It may be used by many goroutines at once.
type Account struct {
	allocated func() uint64 // bytes, of all contexts

	mu    sync.Mutex
	live  int           // contexts
	lost  int           // MB that no context gives back, as far as is known
	full  bool          // memory has run out since that was found out
	empty chan struct{} // is closed when there is no context; nil if nobody waits
}

// New makes an account; allocated says how many bytes all contexts have.
func New(allocated func() uint64) *Account { return &Account{allocated: allocated} }

// waitForEmpty is how long a new context waits for others to end after memory has run out. Its own goroutine may have one of them.
const waitForEmpty = time.Second

// Enter notes a new context, and returns how many MB the limit does not count.
func (m *Account) Enter(ctx context.Context) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full && m.live > 0 {
		m.wait(ctx)
	}
	if m.live == 0 {
		m.lost, m.full = int(m.allocated()>>20), false
	}
	m.live++
	return m.lost
}

// wait waits until there is no context, without the lock, but not for long.
func (m *Account) wait(ctx context.Context) {
	if m.empty == nil {
		m.empty = make(chan struct{})
	}
	empty := m.empty
	m.mu.Unlock()
	defer m.mu.Lock()
	select {
	case <-empty:
	case <-ctx.Done():
	case <-time.After(waitForEmpty):
	}
}

// Leave notes that a context was deleted, or could not be made.
func (m *Account) Leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live--
	if m.live == 0 && m.empty != nil {
		close(m.empty)
		m.empty = nil
	}
}

// Failed notes an error that says that memory has run out.
func (m *Account) Failed(err error) {
	if err == nil || !strings.Contains(err.Error(), "out of memory") {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.full = true
}
