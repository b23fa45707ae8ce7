// Package broadcast tells subscribers, which are plain structs in a set.
package broadcast

import "sync"

type subscriber struct {
	id      int
	topic   string
	dropped int
	ch      chan string
}

// A Broker has a set of subscribers.
type Broker struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	subs map[*subscriber]struct{}
	//calvin:guarded_by mu
	next int
}

// New returns a broker without subscribers.
func New() *Broker { return &Broker{subs: make(map[*subscriber]struct{})} }

// Subscribe adds a subscriber.
func (b *Broker) Subscribe(topic string) (id int, _ <-chan string) {
	ch := make(chan string, 16)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	s := &subscriber{id: b.next, topic: topic, ch: ch}
	b.subs[s] = struct{}{}
	return s.id, ch
}

// Unsubscribe takes it out.
func (b *Broker) Unsubscribe(id int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		if s.id == id {
			delete(b.subs, s)
			return
		}
	}
}

// Publish drops what subscribers do not wait for.
func (b *Broker) Publish(topic, msg string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		if s.topic != topic {
			continue
		}
		select {
		case s.ch <- msg:
		default:
			s.dropped++
		}
	}
}

type listener struct {
	fn     func(string)
	seen   int
	topics map[string]bool
}

// A Hub has listeners by number, and calls them without its lock.
type Hub struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	listeners map[int]*listener
	//calvin:guarded_by mu
	nextID int
}

// NewHub returns a hub without listeners.
func NewHub() *Hub { return &Hub{listeners: map[int]*listener{}} }

// Add adds a listener, which is made before the lock is taken.
func (h *Hub) Add(fn func(string), topics ...string) int {
	l := &listener{fn: fn, topics: make(map[string]bool)}
	for _, t := range topics {
		l.topics[t] = true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	id := h.nextID
	h.nextID++
	h.listeners[id] = l
	return id
}

// Remove takes one out.
func (h *Hub) Remove(id int) {
	h.mu.Lock()
	delete(h.listeners, id)
	h.mu.Unlock()
}

// Send collects what is to be called under the lock.
func (h *Hub) Send(topic string) {
	h.mu.Lock()
	var fns []func(string)
	for _, l := range h.listeners {
		if l.topics[topic] {
			l.seen++
			fns = append(fns, l.fn)
		}
	}
	h.mu.Unlock()
	for _, f := range fns {
		if f != nil {
			f(topic)
		}
	}
}

// Seen counts what a listener was told.
func (h *Hub) Seen(id int) int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if l := h.listeners[id]; l != nil {
		return l.seen
	}
	return -1
}

type member struct{ n int }

// Rooms has a set of members for each room.
type Rooms struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rooms map[string]map[*member]bool
}

// Enter adds a member.
func (r *Rooms) Enter(room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rooms == nil {
		r.rooms = map[string]map[*member]bool{}
	}
	set := r.rooms[room]
	if set == nil {
		set = map[*member]bool{}
		r.rooms[room] = set
	}
	set[&member{}] = true
}

// Tell counts for all members of a room.
func (r *Rooms) Tell(room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for m := range r.rooms[room] {
		m.n++
	}
}
