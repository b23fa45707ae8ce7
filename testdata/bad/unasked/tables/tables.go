// Package tables calls functions by tables that hold them.
package tables

import (
	"io"
	"sync"
)

type header []byte

func (h header) kind() byte { return h[0] }

func (h header) length() byte { return h[1] }

// A Session handles what it reads.
type Session struct {
	mu   sync.Mutex
	n    int
	seen map[byte]int
	r    io.Reader
}

var handlers = []func(*Session, header) error{
	0: (*Session).data,
	1: (*Session).data,
	3: (*Session).ping,
}

func (s *Session) data(h header) error {
	h[2] = 0
	s.mu.Lock()
	s.n += int(h.length())
	s.mu.Unlock()
	return nil
}

func (s *Session) ping(h header) error {
	s.mu.Lock()
	s.seen[h.kind()]++
	s.mu.Unlock()
	return nil
}

// New starts a goroutine.
func New(r io.Reader) *Session {
	s := &Session{r: r, seen: map[byte]int{}}
	go s.loop()
	return s
}

func (s *Session) loop() {
	h := header(make([]byte, 12))
	for {
		if _, err := io.ReadFull(s.r, h); err != nil {
			return
		}
		k := int(h.kind())
		if k >= len(handlers) || handlers[k] == nil {
			return
		}
		if err := handlers[k](s, h); err != nil {
			return
		}
	}
}

var common = header(make([]byte, 12))

// Common handles what all have.
func (s *Session) Common() error {
	return handlers[1](s, common) // failed
}

type state struct{ n int }

var ops = [2]func(*state){inc, dec}

func inc(s *state) { s.n++ }

func dec(s *state) { s.n-- }

// A Machine has a state that its lock guards.
type Machine struct {
	mu sync.Mutex
	s  *state
}

// Step steps under the lock.
func (m *Machine) Step(op int) {
	m.mu.Lock()
	ops[op](m.s)
	m.mu.Unlock()
}

// Add does so by a name.
func (m *Machine) Add() {
	m.mu.Lock()
	inc(m.s)
	m.mu.Unlock()
}

// Unlocked does not lock.
func (m *Machine) Unlocked(op int) {
	ops[op](m.s) // failed
}

// Later steps after the unlock.
func (m *Machine) Later(op int) {
	m.mu.Lock()
	s := m.s
	m.mu.Unlock()
	ops[op](s) // failed
}

var keepers = []func(*state){keep}

var (
	keptMu sync.Mutex
	kept   *state
)

func keep(s *state) {
	keptMu.Lock()
	kept = s
	keptMu.Unlock()
}

// Kept counts what was kept.
func Kept() {
	keptMu.Lock()
	if kept != nil {
		kept.n++
	}
	keptMu.Unlock()
}

// Keep passes something new.
func Keep() {
	s := &state{}
	keepers[0](s)
	s.n++ // failed
}

var given = []func(*state){give}

func give(s *state) {
	s.n++ // failed
}

// Give tells others what is in the table.
func Give() func(*state) { return given[0] }

var started = []func(*state){start}

func start(s *state) {
	s.n++ // failed
}

// Start has a goroutine run an entry.
func Start(s *state) {
	go started[0](s) // nothing counts on who calls an entry
	started[0](s)
}

var changed = []func(*state){change}

func change(s *state) {
	s.n++ // failed
}

func init() {
	changed = append(changed, change)
}

var replaced = []func(*state){nothing}

func nothing(*state) {}

func replace(s *state) {
	s.n++ // failed
}

func init() {
	replaced = []func(*state){replace}
}

// Replaced calls what init has put there.
func Replaced(s *state) {
	replaced[0](s)
}

var set = []func(*state){change2}

func change2(s *state) {
	s.n++ // failed
}

// Set sets an entry.
func Set(f func(*state)) {
	set[0] = f // failed
}

// All is known to others.
var All = []func(*state){all}

func all(s *state) {
	s.n++ // failed
}

var both = []func(*state){twice}

func twice(s *state) {
	s.n++ // failed
}

// Both passes the function on.
func Both() func(*state) {
	both[0](&state{})
	return twice
}

var steps = []func(*state, int){}

func init() {
	steps = []func(*state, int){step}
}

func step(s *state, i int) {
	s.n++ // failed
	if i > 0 {
		steps[0](s, i-1)
	}
}
