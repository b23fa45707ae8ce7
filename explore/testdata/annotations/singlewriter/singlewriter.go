// Package singlewriter has an event loop whose goroutine alone writes a map, under a lock under which others read it.
package singlewriter

import "sync"

// A Hub counts names.
type Hub struct {
	mu    sync.RWMutex
	join  chan string
	asked chan chan bool
	//calvin:guarded_by mu
	//calvin:confined_to run
	names map[string]int
}

// New starts the loop.
func New() *Hub {
	h := &Hub{join: make(chan string), asked: make(chan chan bool), names: map[string]int{}}
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case name, ok := <-h.join:
			if !ok {
				return
			}
			n := h.names[name] // nobody else writes
			h.mu.Lock()
			h.names[name] = n + 1
			h.mu.Unlock()
		case c := <-h.asked:
			h.names["asked"]++ // want TestAsk: guarded_by mu
			c <- true
		}
	}
}

// Len reads under the lock.
func (h *Hub) Len() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.names)
}

// Ask has the loop write without the lock.
func (h *Hub) Ask() {
	c := make(chan bool)
	h.asked <- c
	<-c
}

// Drop writes under the lock, but is not the loop.
func (h *Hub) Drop(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.names, name) // want TestDrop: confined_to run
}
