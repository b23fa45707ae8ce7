// Package breaker is a circuit breaker.
package breaker

import (
	"errors"
	"sync"
	"time"
)

// ErrOpen is returned while the breaker is open.
var ErrOpen = errors.New("open")

// A Breaker opens for some time when a call has failed.
type Breaker struct {
	mu    sync.Mutex
	until time.Time
	open  time.Duration
}

// New makes a Breaker that stays open for d.
func New(d time.Duration) *Breaker { return &Breaker{open: d} }

// Do calls f unless the breaker is open.
func (b *Breaker) Do(f func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Now().Before(b.until) {
		return ErrOpen
	}
	err := f()
	if err != nil {
		b.until = time.Now().Add(b.open)
	}
	return err
}

// Forced says without a lock whether it is open.
func (b *Breaker) Forced() bool { return time.Now().Before(b.until) }
