// Package addressed has no annotations. Variables are written only by code of others that gets their addresses.
package addressed

import (
	"encoding/xml"
	"io"
	"os"
	"sync"
	"time"
)

// A Config is read from files.
type Config struct {
	Name  string
	Limit int
	Hosts []string
}

// A Decoder is of others.
type Decoder interface{ Decode(v any) error }

// A Store is right: its configuration is read and written under the lock.
type Store struct {
	mu     sync.RWMutex
	config Config
}

// Load is right.
func (s *Store) Load(data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return xml.Unmarshal(data, &s.config)
}

// Reload is right: it reads the file without the lock.
func (s *Store) Reload(d Decoder) error {
	var c Config
	if err := d.Decode(&c); err != nil {
		return err
	}
	if c.Limit == 0 {
		c.Limit = 10
	}
	c.Hosts = append(c.Hosts, "localhost")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = c
	return nil
}

// Limit is right.
func (s *Store) Limit() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.config.Limit
}

// A Holder forgets its lock where a decoder writes.
type Holder struct {
	mu     sync.RWMutex
	config Config
	limit  int
	seen   time.Time
}

// Limit is right.
func (h *Holder) Limit() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.limit + h.config.Limit + h.seen.Day()
}

// Load has no lock.
func (h *Holder) Load(d Decoder) error {
	return d.Decode(&h.config) // failed
}

// LoadRead has the lock for reading.
func (h *Holder) LoadRead(data []byte) error {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return xml.Unmarshal(data, &h.config) // failed
}

// LoadLimit has no lock.
func (h *Holder) LoadLimit(get func(*int)) {
	get(&h.limit) // failed
}

// Seen has no lock.
func (h *Holder) Seen(text []byte) error {
	return h.seen.UnmarshalText(text) // failed
}

// Parts has an array, of which others get elements.
type Parts struct {
	mu    sync.Mutex
	parts [4]int
}

// Part is right.
func (p *Parts) Part(i int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.parts[i&3]
}

// Load has no lock.
func (p *Parts) Load(i int, get func(*int)) {
	get(&p.parts[i&3]) // failed
}

var current Config

// Read is right by itself.
func Read() string { return current.Name }

// Write races with Read, and with itself.
func Write(d Decoder) error {
	return d.Decode(&current) // failed
}

// Gather has goroutines write one variable.
func Gather(all []Decoder) int {
	var n int
	var wg sync.WaitGroup
	for _, d := range all {
		wg.Go(func() {
			d.Decode(&n) // failed
		})
	}
	wg.Wait()
	return n
}

// GatherApart is right: each goroutine has a variable of its own.
func GatherApart(all []Decoder) int {
	sums := make([]int, len(all))
	var wg sync.WaitGroup
	for i, d := range all {
		wg.Go(func() {
			var n int
			if d.Decode(&n) == nil {
				sums[i] = n
			}
		})
	}
	wg.Wait()
	total := 0
	for _, n := range sums {
		total += n
	}
	return total
}

// Shared writes what a goroutine reads.
func Shared(d Decoder, out chan<- string) error {
	c := &Config{}
	go func() { out <- c.Name }()
	return d.Decode(c) // failed
}

// A Pair has bytes, which a decoder of others may share with its input.
type Pair struct{ Key, Value []byte }

// Keep is not known to have the bytes to itself.
func Keep(d Decoder) (*Pair, error) {
	var p Pair
	if err := d.Decode(&p); err != nil {
		return nil, err
	}
	if len(p.Key) > 0 {
		p.Key[0] = 0 // failed
	}
	return &p, nil
}

// A Converter may store its input in what it writes.
type Converter interface{ Decode(in, out any) error }

// Convert is not known to have the list to itself.
func Convert(c Converter, hosts []string) (*Config, error) {
	var to Config
	if err := c.Decode(hosts, &to); err != nil {
		return nil, err
	}
	to.Limit = 3 // failed
	return &to, nil
}

// A Finder only sounds like a decoder.
type Finder interface{ DecoderFor(v any) Decoder }

// Find is not known to have the variable to itself any more.
func Find(f Finder) (*Config, Decoder) {
	var c Config
	d := f.DecoderFor(&c)
	c.Limit++ // failed
	return &c, d
}

// An Encoder is of others.
type Encoder interface{ Encode(v any) error }

// A Dump reads its state while others write it.
type Dump struct {
	mu    sync.Mutex
	state Config
}

// Set is right.
func (d *Dump) Set(c Config) {
	d.mu.Lock()
	d.state.Name, d.state.Limit = c.Name, c.Limit
	d.mu.Unlock()
}

// Write is right.
func (d *Dump) Write(e Encoder) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return e.Encode(&d.state)
}

// WriteLate has no lock.
func (d *Dump) WriteLate(e Encoder) error {
	return e.Encode(&d.state) // failed
}

// Show is right: nobody writes it.
func Show(w io.Writer) error {
	return xml.NewEncoder(w).Encode(&defaults)
}

var defaults = Config{Name: os.Args[0]}

// DefaultName is right.
func DefaultName() string { return defaults.Name }

// Args are passed on as variadic arguments.
type Args struct {
	mu   sync.Mutex
	args []any
}

// Set is right.
func (a *Args) Set(i int, v any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.args[i] = v
}

// Call has no lock.
func (a *Args) Call(f func(...any)) {
	f(a.args...) // failed
}

// CallLater has it no longer.
func (a *Args) CallLater(f func(...any)) {
	a.mu.Lock()
	args := a.args
	a.mu.Unlock()
	f(args...) // failed
}
