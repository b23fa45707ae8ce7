// Package lost has what cannot be given back.
package lost

import (
	"expvar"
	"sync"
	"testing"
)

var (
	_       = expvar.NewInt("lost")
	closing = newClosing()
	next    = newNext()
)

func newClosing() chan int {
	expvar.NewInt("closing")
	return make(chan int)
}

func newNext() func() int {
	expvar.NewInt("next")
	n := 0
	return func() int { n++; return n }
}

var mu sync.Mutex

func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			f()
		})
	}
	wg.Wait()
}

func TestClosed(t *testing.T) {
	both(func() {
		defer func() { recover() }()
		close(closing)
	})
}

func TestCapture(t *testing.T) {
	both(func() { next() })
}
