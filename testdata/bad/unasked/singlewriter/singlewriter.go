// Package singlewriter has event loops of which the goroutine alone writes a map, under a lock. So it may read the map without, as no one else writes, and the others read under the lock.
package singlewriter

import "sync"

type Hub struct {
	mu       sync.RWMutex
	sessions map[string]int
	join     chan string
	leave    chan string
	stop     chan struct{}
}

func New() *Hub {
	h := &Hub{sessions: map[string]int{}, join: make(chan string), leave: make(chan string), stop: make(chan struct{})}
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case s := <-h.join:
			h.add(s)
		case s := <-h.leave:
			if _, ok := h.sessions[s]; ok {
				h.mu.Lock()
				delete(h.sessions, s)
				h.mu.Unlock()
			}
		case <-h.stop:
			return
		}
	}
}

func (h *Hub) add(s string) {
	n := h.sessions[s]
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sessions[s] = n + 1
}

func (h *Hub) Len() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.sessions)
}

func (h *Hub) Join(s string) { h.join <- s }

// ---- a reader without the lock

type Unlocked struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewUnlocked() *Unlocked {
	u := &Unlocked{seen: map[string]bool{}, in: make(chan string)}
	go u.run()
	return u
}

func (u *Unlocked) run() {
	for s := range u.in {
		if !u.seen[s] {
			u.mu.Lock()
			u.seen[s] = true
			u.mu.Unlock()
		}
	}
}

func (u *Unlocked) Len() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.seen)
}

func (u *Unlocked) Has(s string) bool {
	return u.seen[s] // failed
}

// ---- a second writer

type Second struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewSecond() *Second {
	s := &Second{seen: map[string]bool{}, in: make(chan string)}
	go s.run()
	return s
}

func (s *Second) run() {
	for x := range s.in {
		if !s.seen[x] { // failed
			s.mu.Lock()
			s.seen[x] = true
			s.mu.Unlock()
		}
	}
}

func (s *Second) Clear() {
	s.mu.Lock()
	clear(s.seen)
	s.mu.Unlock()
}

// ---- the goroutine writes without the lock

type Bare struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewBare() *Bare {
	b := &Bare{seen: map[string]bool{}, in: make(chan string)}
	go b.run()
	return b
}

func (b *Bare) run() {
	for x := range b.in {
		if x == "" {
			b.seen["empty"] = true // failed
			continue
		}
		b.mu.Lock()
		b.seen[x] = true
		b.mu.Unlock()
	}
}

func (b *Bare) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.seen)
}

// ---- the goroutine writes under the read lock

type Weak struct {
	mu   sync.RWMutex
	seen map[string]bool
	in   chan string
}

func NewWeak() *Weak {
	w := &Weak{seen: map[string]bool{}, in: make(chan string)}
	go w.run()
	return w
}

func (w *Weak) run() {
	for x := range w.in {
		if w.seen[x] {
			w.mu.RLock()
			delete(w.seen, x) // failed
			w.mu.RUnlock()
			continue
		}
		w.mu.Lock()
		w.seen[x] = true
		w.mu.Unlock()
	}
}

func (w *Weak) Len() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return len(w.seen)
}

// ---- two goroutines run the loop

type Twice struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewTwice() *Twice {
	t := &Twice{seen: map[string]bool{}, in: make(chan string)}
	go t.run()
	go t.run()
	return t
}

func (t *Twice) run() {
	for x := range t.in {
		if !t.seen[x] { // failed
			t.mu.Lock()
			t.seen[x] = true
			t.mu.Unlock()
		}
	}
}

// ---- the goroutine is started when others know the object

type Late struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewLate() *Late { return &Late{seen: map[string]bool{}, in: make(chan string)} }

func (l *Late) Start() { go l.run() }

func (l *Late) run() {
	for x := range l.in {
		if !l.seen[x] { // failed
			l.mu.Lock()
			l.seen[x] = true
			l.mu.Unlock()
		}
	}
}

// ---- a goroutine of the goroutine reads

type Nested struct {
	mu   sync.Mutex
	seen map[string]bool
	in   chan string
}

func NewNested() *Nested {
	n := &Nested{seen: map[string]bool{}, in: make(chan string)}
	go n.run()
	return n
}

func (n *Nested) run() {
	for x := range n.in {
		if n.seen[x] {
			continue
		}
		n.mu.Lock()
		n.seen[x] = true
		n.mu.Unlock()
		go func() {
			_ = n.seen[x] // failed
		}()
	}
}
