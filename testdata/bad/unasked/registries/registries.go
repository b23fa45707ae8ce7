// Package registries has no annotations. Handlers are registered, and called from two goroutines: loops under a lock, and loops after it was
// given back.
package registries

import "sync"

// A Handler is told of events.
type Handler interface{ Handle(ev string) }

// A Registry has the handlers of each event.
type Registry struct {
	mu sync.RWMutex
	hs map[string][]Handler
}

// On adds a handler.
func (r *Registry) On(ev string, h Handler) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hs == nil {
		r.hs = map[string][]Handler{}
	}
	r.hs[ev] = append(r.hs[ev], h)
}

// Emit tells the handlers, without the lock.
func (r *Registry) Emit(ev string) {
	r.mu.RLock()
	hs := make([]Handler, len(r.hs[ev]))
	copy(hs, r.hs[ev])
	r.mu.RUnlock()
	for _, h := range hs {
		h.Handle(ev)
	}
}

// Events counts them under the lock.
func (r *Registry) Events() int {
	n := 0
	r.mu.RLock()
	for _, hs := range r.hs {
		n += len(hs)
	}
	r.mu.RUnlock()
	return n
}

// Forget gives the lock back within the loop.
func (r *Registry) Forget(evs []string) {
	r.mu.Lock()
	for _, ev := range evs {
		delete(r.hs, ev) // failed
		r.mu.Unlock()    // failed
	}
}

// Peek reads after the lock was given back.
func (r *Registry) Peek(evs []string) int {
	n := 0
	r.mu.RLock()
	r.mu.RUnlock()
	for _, ev := range evs {
		n += len(r.hs[ev]) // failed
	}
	return n
}

// A Counter counts events.
type Counter struct {
	mu sync.Mutex
	n  map[string]int
}

// Handle counts one.
func (c *Counter) Handle(ev string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[ev]++
}

// Main registers two handlers and emits twice at a time.
func Main() int {
	r := &Registry{}
	c := &Counter{}
	r.On("a", c)
	r.On("a", c)
	go r.Emit("a")
	r.Emit("a")
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n["a"]
}

// Hasty reads the count without the lock.
func Hasty() int {
	r := &Registry{}
	c := &Counter{}
	r.On("a", c)
	go r.Emit("a")
	r.Emit("a")
	return c.n["a"] // failed
}
