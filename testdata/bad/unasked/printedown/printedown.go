// Package printedown prints objects that a goroutine has to itself, and goes on to write them.
package printedown

import (
	"fmt"
	"log"
	"os"
	"sync"
)

type point struct {
	x, y int
	tags []string
	next *point
	by   map[string]int
}

// Right prints one and writes it.
func Right() *point {
	p := &point{x: 1}
	fmt.Println(p)
	p.y++
	fmt.Fprintf(os.Stderr, "%+v\n", p)
	p.tags = append(p.tags, "x")
	log.Println("so far", p)
	p.tags[0] = "y"
	return p
}

type stats struct {
	n    int
	seen map[string]int
}

func (s *stats) Add(x string) {
	s.n++
	s.seen[x]++
}

func (s *stats) String() string { return fmt.Sprintf("%d of %d", s.n, len(s.seen)) }

// Count prints by a method that only reads.
func Count(lines []string) *stats {
	st := &stats{seen: map[string]int{}}
	for _, l := range lines {
		st.Add(l)
		log.Printf("so far %v", st)
	}
	return st
}

var (
	keptMu sync.Mutex
	kept   []any
)

func keep(x any) {
	keptMu.Lock()
	kept = append(kept, x)
	keptMu.Unlock()
}

type keeper struct{ n int }

func (k *keeper) String() string {
	keep(k) // failed
	return "k"
}

// Keeps prints by a method that keeps the object.
func Keeps() {
	k := &keeper{}
	fmt.Println(k)
	k.n++ // failed
}

type starter struct{ n int }

func (s *starter) String() string {
	go func() { fmt.Println(s.n) }()
	return "s"
}

// Starts prints by a method that starts a goroutine with the object.
func Starts() {
	s := &starter{}
	fmt.Println(s)
	s.n++ // failed
}

type outer struct {
	n    int
	Part *keeper
}

// Part prints what leads to one that is kept.
func Part() {
	o := &outer{Part: &keeper{}}
	fmt.Println(o)
	o.Part.n++ // failed
}

// Elements prints a slice of them.
func Elements() {
	ks := []*keeper{{}}
	fmt.Println(ks)
	ks[0].n++ // failed
}

// Values prints a map of them.
func Values() {
	ks := map[string]*keeper{"a": {}}
	fmt.Println(ks)
	ks["a"].n++ // failed
}

type box struct {
	n int
	V any
}

// Boxed prints one behind an interface.
func Boxed() {
	b := &box{V: &keeper{}}
	fmt.Println(b)
	b.n++ // failed
}

type embedding struct{ *keeper }

// Promoted prints by a method of an embedded object.
func Promoted() {
	e := &embedding{&keeper{}}
	fmt.Println(e)
	e.n++ // failed
}

type formatter struct{ n int }

func (f *formatter) Format(s fmt.State, verb rune) { keep(f) }

// Formats prints by Format.
func Formats() {
	f := &formatter{}
	fmt.Printf("%d", f)
	f.n++ // failed
}

type failure struct{ n int }

func (f *failure) Error() string { return "failure" }

var (
	lastMu sync.Mutex
	last   error
)

func remember(err error) {
	lastMu.Lock()
	last = err
	lastMu.Unlock()
}

// Wraps makes an error that has the object.
func Wraps() {
	f := &failure{}
	remember(fmt.Errorf("x: %w", f))
	f.n++ // failed
}

type valued struct{ parts []int }

var (
	partsMu sync.Mutex
	parts   []int
)

func (v valued) String() string {
	partsMu.Lock()
	parts = v.parts // failed
	partsMu.Unlock()
	return "v"
}

// Copied prints a copy that shares its slice.
func Copied() {
	v := &valued{parts: make([]int, 3)}
	fmt.Println(v)
	v.parts[0] = 1 // failed
}

type writer struct{ n int }

func (w *writer) Write(b []byte) (int, error) {
	keep(w)
	return len(b), nil
}

// Writes prints to one that keeps itself.
func Writes() {
	w := &writer{}
	fmt.Fprintln(w, "x")
	w.n++ // failed
}

// Captured prints by a closure that is kept.
type captured struct {
	n  int
	fs []func() int
}

var fs sync.Map

func (c *captured) String() string {
	fs.Store(1, func() int { return c.n })
	return "c"
}

// Captures prints one that a closure captures.
func Captures() {
	c := &captured{}
	log.Print(c)
	c.n++ // failed
}

// Shared prints one that others know already.
type Shared struct {
	mu sync.Mutex
	p  *point
}

func NewShared() *Shared { return &Shared{p: &point{}} }

func (s *Shared) Move() {
	s.mu.Lock()
	s.p.x++
	s.mu.Unlock()
}

func (s *Shared) Print() {
	s.mu.Lock()
	p := s.p
	s.mu.Unlock()
	fmt.Println(p) // failed
}
