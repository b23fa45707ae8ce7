// Package lostlocks has helpers that have lost their lock. No caller holds it for them, so the mistake is their own, and it is one finding, however many callers
// there are.
package lostlocks

import "sync"

// A hub knows sessions, and the goroutine of run alone adds some.
type hub struct {
	mu       *sync.RWMutex
	sessions map[string]bool
	open     bool
	join     chan string
	exit     chan struct{}
}

func newHub() *hub {
	return &hub{mu: &sync.RWMutex{}, sessions: map[string]bool{}, open: true, join: make(chan string), exit: make(chan struct{})}
}

func (h *hub) run() {
	for {
		select {
		case s := <-h.join:
			h.mu.Lock()
			h.sessions[s] = true
			h.mu.Unlock()
		case <-h.exit:
			h.mu.Lock()
			h.sessions, h.open = nil, false
			h.mu.Unlock()
			return
		}
	}
}

func (h *hub) closed() bool {
	return !h.open // failed
}

func (h *hub) has(s string) bool {
	return h.sessions[s] // failed
}

func (h *hub) len() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.sessions)
}

// A Server has a hub.
type Server struct {
	hub *hub
}

// NewServer starts the hub's goroutine.
func NewServer() *Server {
	s := &Server{hub: newHub()}
	go s.hub.run()
	return s
}

// Join tells the hub.
func (s *Server) Join(name string) bool { // unfounded
	if s.hub.closed() {
		return false
	}
	s.hub.join <- name
	return true
}

// Close ends it.
func (s *Server) Close() bool { // unfounded
	if s.hub.closed() {
		return false
	}
	close(s.hub.exit)
	return true
}

// Has looks.
func (s *Server) Has(name string) bool { // unfounded
	return s.hub.has(name)
}

// Len is how many there are.
func (s *Server) Len() int { return s.hub.len() }

// A Breaker counts failures.
type Breaker struct {
	mu     sync.Mutex
	failed int
	epoch  int
}

// Do calls f.
func (b *Breaker) Do(f func() bool) { // unfounded
	b.after(b.before(), f())
}

// Allow returns what is to be told how it went.
func (b *Breaker) Allow() func(ok bool) {
	epoch := b.before()
	return func(ok bool) { // unfounded
		b.after(epoch, ok)
	}
}

func (b *Breaker) before() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current()
}

// after has lost the Lock that goes with its Unlock.
func (b *Breaker) after(epoch int, ok bool) {
	defer b.mu.Unlock()
	if b.current() == epoch && !ok { // failed
		b.failed++
	}
}

func (b *Breaker) current() int {
	if b.failed > 3 {
		b.epoch, b.failed = b.epoch+1, 0
	}
	return b.epoch
}

// A Table may be shared.
type Table struct {
	mu sync.Mutex
	m  map[string]int
}

// Set holds the lock.
func (t *Table) Set(k string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[k] = n
}

// Get holds it, too.
func (t *Table) Get(k string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

func (t *Table) fill(k string) {
	t.m[k] = 1
}

// A report has a table for itself until it is given away, so nobody has to hold a lock.
type report struct {
	table *Table
}

func newReport() *report {
	r := &report{table: &Table{m: map[string]int{}}}
	r.table.fill("begin")
	return r
}

// Tables gives away the table of a report.
func Tables() *Table { return newReport().table }

// A latch is released by a helper, and taken by another.
type latch struct {
	mu sync.Mutex
	n  int
}

func (l *latch) enter() { l.mu.Lock() }

func (l *latch) leave() {
	l.n++
	l.mu.Unlock()
}

// A Door has one.
type Door struct {
	l *latch
}

// Pass takes it and leaves it.
func (d *Door) Pass() {
	d.l.enter()
	d.l.leave()
}
