// Package decoders has no annotations. Its types have methods by which they decode themselves.
package decoders

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"
)

// A Duration is written as text.
type Duration time.Duration

// UnmarshalText parses.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// A Level is one of two.
type Level int

// UnmarshalJSON parses.
func (l *Level) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"low"`:
		*l = 1
	case `"high"`:
		*l = 2
	default:
		return errors.New("no level")
	}
	return nil
}

// A Set has no exported field.
type Set struct {
	names []string
	n     int
}

// UnmarshalJSON parses.
func (s *Set) UnmarshalJSON(b []byte) error {
	s.names = strings.Split(string(b), ",")
	s.n = len(s.names)
	return nil
}

// Has looks.
func (s *Set) Has(name string) bool {
	for _, n := range s.names {
		if n == name {
			return true
		}
	}
	return false
}

// A Config has them.
type Config struct {
	Timeout Duration
	Level   Level
	Set     *Set
}

// Load makes one.
func Load(b []byte) (*Config, error) {
	c := &Config{Set: &Set{}}
	if err := json.Unmarshal(b, c); err != nil {
		return nil, err
	}
	return c, nil
}

// A Live has them under a lock.
type Live struct {
	mu    sync.Mutex
	set   *Set
	level Level
	wait  *Duration
}

// NewLive makes one.
func NewLive() *Live { return &Live{set: &Set{}, wait: new(Duration)} }

// Update is right.
func (l *Live) Update(b []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.level++
	*l.wait = 4
	if err := json.Unmarshal(b, &l.level); err != nil {
		return err
	}
	return json.Unmarshal(b, l.set)
}

// Has is right.
func (l *Live) Has(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.set.Has(name) && l.level > 0 && *l.wait > 0
}

// Late decodes after it has given the lock back: no field is exported, but the method writes.
func (l *Live) Late(b []byte) error {
	l.mu.Lock()
	s := l.set
	l.mu.Unlock()
	return json.Unmarshal(b, s) // failed
}

// Inside does the same by a struct that leads to it.
func (l *Live) Inside(b []byte) error {
	l.mu.Lock()
	c := Config{Set: l.set}
	l.mu.Unlock()
	return json.Unmarshal(b, &c) // failed
}

// Level decodes into what the lock guards.
func (l *Live) Level(b []byte) error {
	return json.Unmarshal(b, &l.level) // failed
}

// Wait does so by a pointer.
func (l *Live) Wait(b []byte) error {
	l.mu.Lock()
	d := l.wait
	l.mu.Unlock()
	return json.Unmarshal(b, d) // failed
}

// By decodes by a decoder.
func (l *Live) By(d *json.Decoder) error {
	l.mu.Lock()
	s := l.set
	l.mu.Unlock()
	return d.Decode(s) // failed
}

// A Word is called by its name.
type Word struct{ s string }

// UnmarshalText parses.
func (w *Word) UnmarshalText(b []byte) error {
	w.s = string(b)
	return nil
}

// Words have a lock.
type Words struct {
	mu sync.Mutex
	w  *Word
}

// Set is right.
func (w *Words) Set(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.w.s = s
}

// Read calls the method without the lock.
func (w *Words) Read(b []byte) error {
	w.mu.Lock()
	word := w.w
	w.mu.Unlock()
	return word.UnmarshalText(b) // failed
}

// A Mark is decoded elsewhere.
type Mark struct{ n int }

// UnmarshalJSON is called by a function that gets an interface: nobody knows by whom.
func (m *Mark) UnmarshalJSON(b []byte) error {
	m.n = len(b) // failed
	return nil
}

func decode(b []byte, v any) error { return json.Unmarshal(b, v) } // failed

// Marks have a lock.
type Marks struct {
	mu sync.Mutex
	m  *Mark
}

// Set is right.
func (m *Marks) Set(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m.n = n
}

// Read lets the other function have it.
func (m *Marks) Read(b []byte) error { // unfounded
	m.mu.Lock()
	mark := m.m
	m.mu.Unlock()
	return decode(b, mark)
}

// A Point is decoded by a goroutine.
type Point struct{ x int }

// UnmarshalJSON parses.
func (p *Point) UnmarshalJSON(b []byte) error {
	p.x = len(b)
	return nil
}

// Race reads it meanwhile.
func Race(b []byte) int { // unfounded
	p := &Point{}
	go json.Unmarshal(b, p) // failed
	return p.x
}
