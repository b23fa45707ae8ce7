// Package flatreaders has no annotations. Slices and maps of numbers and text have methods that read them. Printers and loggers call these.
package flatreaders

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sort"
	"strings"
	"sync"
)

// A Logger is anybody's.
type Logger interface {
	Logf(format string, args ...any)
}

type header []byte

func (h header) Kind() byte { return h[0] }

func (h header) Size() int { return int(h[1]) + int(h[2])<<8 }

func (h header) String() string { return fmt.Sprintf("kind %d, %d bytes", h.Kind(), h.Size()) }

func (h header) set(kind byte, size int) {
	h[0] = kind
	h[1], h[2] = byte(size), byte(size>>8)
}

// A Conn has a header that its lock guards.
type Conn struct {
	mu  sync.Mutex
	log Logger
	h   header
}

// New makes one.
func New(l Logger) *Conn { return &Conn{log: l, h: make(header, 3)} }

// Send prints the header under the lock.
func (c *Conn) Send(kind byte, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.h.set(kind, n)
	log.Printf("sent %v", c.h)
	fmt.Println(c.h.Kind(), c.h)
}

// Late prints it after the unlock.
func (c *Conn) Late() {
	c.mu.Lock()
	h := c.h
	c.mu.Unlock()
	fmt.Println(h) // failed
}

// Said returns what prints it later.
func (c *Conn) Said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.h)
}

// Kept lets the logger have it.
func (c *Conn) Kept() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log.Logf("%v", c.h)
}

// Kind calls a method without the lock.
func (c *Conn) Kind() byte {
	return c.h.Kind() // failed
}

// A new header is printed by whoever made it.
func Fresh(l Logger) byte {
	h := make(header, 3)
	h.set(1, 2)
	l.Logf("made %v", h)
	return h.Kind()
}

type problems []string

func (p problems) Error() string { return strings.Join(p, ", ") } // failed

func (p problems) Len() int { return len(p) }

// A Checker collects problems under a lock.
type Checker struct {
	mu  sync.Mutex
	all problems
}

// Add adds one.
func (c *Checker) Add(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, text)
	c.all[0] = text
}

// Err wraps what the lock guards: it is printed by whoever has the error.
func (c *Checker) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) == 0 {
		return nil
	}
	return fmt.Errorf("check: %w", c.all)
}

type counts map[string]int

func (c counts) String() string {
	var all []string
	for k, n := range c {
		all = append(all, fmt.Sprint(k, n))
	}
	sort.Strings(all)
	return strings.Join(all, " ")
}

func (c counts) Has(k string) bool { return c[k] > 0 }

// Stats have counts that their lock guards.
type Stats struct {
	mu sync.RWMutex
	m  counts
}

// NewStats makes them.
func NewStats() *Stats { return &Stats{m: counts{}} }

// Add counts.
func (s *Stats) Add(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k]++
}

func (s *Stats) String() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return fmt.Sprintf("<%v>", s.m)
}

// Print prints them too late.
func (s *Stats) Print() {
	s.mu.RLock()
	m := s.m
	s.mu.RUnlock()
	fmt.Println(m) // failed
}

type greedy []int

func (g greedy) String() string { return fmt.Sprint(len(g[:cap(g)]), g[:4][2]) }

// Parts gives a goroutine the end of a slice, and prints the begin.
func Parts() {
	all := make([]int, 8)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(b []int) {
		defer wg.Done()
		b[0] = 1
	}(all[2:])
	fmt.Println(greedy(all[:2])) // failed
	wg.Wait()
}

// Logs has a logger get it.
func Logs(l Logger) {
	all := make([]int, 8)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(b []int) {
		defer wg.Done()
		b[0] = 1
	}(all[2:])
	l.Logf("%v", greedy(all[:2])) // failed
	wg.Wait()
}

// Writes has a writer get it.
func Writes() {
	all := make([]int, 8)
	var wg sync.WaitGroup
	wg.Add(1)
	go func(b []int) {
		defer wg.Done()
		b[0] = 1
	}(all[2:])
	fmt.Fprintln(os.Stderr, greedy(all[:2])) // failed
	wg.Wait()
}

type cleared []int

func (c cleared) String() string {
	clear(c) // failed
	return "cleared"
}

// A Board has a list of numbers under a lock, which a printer clears.
type Board struct {
	mu sync.RWMutex
	c  cleared
}

// Set sets.
func (b *Board) Set(i, x int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.c[i] = x
}

// Print prints it for reading.
func (b *Board) Print() {
	b.mu.RLock()
	defer b.mu.RUnlock()
	fmt.Println(b.c)
}

type stored []int

func (s stored) String() string { return fmt.Sprint(s[0]) } // failed

type box struct {
	mu sync.Mutex
	s  stored
	x  fmt.Stringer
}

// Put has an interface keep it, which Show uses without the lock.
func (b *box) Put(x int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.s[0] = x
	b.x = b.s
}

// Show shows it.
func (b *box) Show() string {
	b.mu.Lock()
	x := b.x
	b.mu.Unlock()
	return x.String()
}

type lines []string

func (l lines) String() string { return l[0] }

// A Page has the goroutine of another print it.
type Page struct {
	mu sync.Mutex
	l  lines
}

// Set sets.
func (p *Page) Set(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.l[0] = s
	go fmt.Println(p.l) // failed
}

type sorted []int

func (s sorted) Len() int           { return len(s) }
func (s sorted) Less(i, j int) bool { return s[i] < s[j] }      // failed
func (s sorted) Swap(i, j int)      { s[i], s[j] = s[j], s[i] } // failed

// A List keeps what sorts it the other way.
type List struct {
	mu sync.Mutex
	s  sorted
	r  sort.Interface
}

// Set sets.
func (l *List) Set(i, x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.s[i] = x
	l.r = sort.Reverse(l.s)
}

// IsSorted asks without the lock.
func (l *List) IsSorted() bool {
	l.mu.Lock()
	r := l.r
	l.mu.Unlock()
	return sort.IsSorted(r)
}

type joined []string

func (j joined) Error() string { return j[0] } // failed

// Joined joins what a lock guards with others.
type Joined struct {
	mu sync.Mutex
	j  joined
}

// Set sets.
func (j *Joined) Set(s string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.j[0] = s
}

// Err joins.
func (j *Joined) Err(err error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return errors.Join(err, j.j)
}
