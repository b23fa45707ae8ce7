package regions

import "sync"

// A sub is a subscriber, with a count of its own.
type sub struct {
	name  string
	count int
}

// A Hub counts what it tells its subscribers.
type Hub struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	subs map[*sub]bool
	//calvin:guarded_by mu
	list []*sub
}

// Add adds a subscriber.
func (h *Hub) Add(name string) {
	s := &sub{name: name}
	h.mu.Lock()
	if h.subs == nil {
		h.subs = make(map[*sub]bool)
	}
	h.subs[s] = true
	h.list = append(h.list, s)
	h.mu.Unlock()
}

// Total adds the counts up.
func (h *Hub) Total() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	t := 0
	for _, s := range h.list {
		if s != nil {
			t += s.count
		}
	}
	return t
}

// Bump counts one for each.
func (h *Hub) Bump() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subs {
		if s != nil {
			s.count++
		}
	}
}
