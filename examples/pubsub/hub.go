// Package pubsub hands events to whoever has subscribed to them.
package pubsub

import (
	"errors"
	"sync"
)

// ErrShutDown says that the hub takes no more subscriptions.
var ErrShutDown = errors.New("pubsub: shut down")

// A Subscription gets events until it is cancelled or the hub shuts down.
type Subscription struct {
	hub *Hub
	id  int
	//calvin:closable_if held(hub.mu)
	events chan string
}

// A Hub knows its subscriptions by number.
//
//calvin:transition subs != nil && forall id int :: has(subs, id) ==> subs[id] != nil && subs[id].hub == this
//calvin:invariant forall id int :: has(subs, id) ==> subs[id].id == id && !closed(subs[id].events)
type Hub struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	subs map[int]*Subscription
	//calvin:guarded_by mu
	last int
	//calvin:guarded_by mu
	down bool
}

// New returns a hub that nobody has subscribed to.
func New() *Hub { return &Hub{subs: make(map[int]*Subscription)} }

// Subscribe returns a new subscription, for which up to room events are kept.
//
//calvin:requires 0 <= room && room <= 1<<40
func (h *Hub) Subscribe(room int) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down {
		return nil, ErrShutDown
	}
	h.last++
	s := &Subscription{hub: h, id: h.last, events: make(chan string, room)}
	h.subs[s.id] = s
	return s, nil
}

// Publish hands an event to all subscriptions that have room for it, and returns how many these are.
func (h *Hub) Publish(event string) int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	n := 0
	for _, s := range h.subs {
		select {
		case s.events <- event:
			n++
		default:
		}
	}
	return n
}

// Events returns the channel on which the events come. It is closed at the end.
func (s *Subscription) Events() <-chan string { return s.events }

// Cancel ends the subscription.
func (s *Subscription) Cancel() {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs[s.id] == s {
		delete(h.subs, s.id)
		close(s.events)
	}
}

// Shutdown ends all subscriptions, and takes no more.
func (h *Hub) Shutdown() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.down = true
	for id, s := range h.subs {
		delete(h.subs, id)
		close(s.events)
	}
}
