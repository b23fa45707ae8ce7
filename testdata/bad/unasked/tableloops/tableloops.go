// Package tableloops has no annotations. Loops call functions by tables that hold them: what these use is the loop's own, or guarded by the lock that their callers hold.
package tableloops

import (
	"bufio"
	"io"
	"sync"
)

type header []byte

func (h header) kind() byte { return h[0] }

// A Session has what only its loop uses.
type Session struct {
	mu    sync.Mutex
	n     int
	in    *bufio.Reader
	sizes map[byte]int
	seen  int
	done  chan struct{}
}

var handlers = []func(*Session, header) error{
	(*Session).data,
	(*Session).ping,
}

// New starts the loop.
func New(r io.Reader) *Session {
	s := &Session{in: bufio.NewReader(r), sizes: map[byte]int{}, done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *Session) loop() {
	defer close(s.done)
	h := header(make([]byte, 12))
	for {
		if _, err := io.ReadFull(s.in, h); err != nil {
			return
		}
		if int(h.kind()) >= len(handlers) {
			return
		}
		if err := handlers[h.kind()](s, h); err != nil {
			return
		}
	}
}

func (s *Session) data(h header) error {
	s.sizes[h.kind()]++
	s.seen++
	_, err := s.in.Discard(int(h.kind()))
	return err
}

func (s *Session) ping(header) error {
	s.seen++
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	return nil
}

// Pings is right.
func (s *Session) Pings() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// A Peeked has a method that looks at what belongs to the loop.
type Peeked struct {
	in   chan int
	sums map[int]int
}

var peekedOps = [2]func(*Peeked, int){addPeeked, dropPeeked}

func addPeeked(p *Peeked, x int)  { p.sums[x]++ }
func dropPeeked(p *Peeked, x int) { delete(p.sums, x) }

// NewPeeked starts the loop.
func NewPeeked() *Peeked {
	p := &Peeked{in: make(chan int), sums: map[int]int{}}
	go p.run()
	return p
}

func (p *Peeked) run() {
	for x := range p.in {
		peekedOps[x&1](p, x)
	}
}

// Sum is a race.
func (p *Peeked) Sum(x int) int { return p.sums[x] } // failed

// A Stepped has two goroutines that call by the table.
type Stepped struct {
	in chan int
	n  map[int]int
}

var steppedOps = []func(*Stepped, int){(*Stepped).add}

func (s *Stepped) add(x int) { s.n[x]++ }

// NewStepped starts one.
func NewStepped() *Stepped {
	s := &Stepped{in: make(chan int), n: map[int]int{}}
	go s.run()
	return s
}

func (s *Stepped) run() {
	for x := range s.in {
		steppedOps[x](s, x) // failed
	}
}

// Step calls by the table, too.
func (s *Stepped) Step(x int) { steppedOps[0](s, x) }

// A Named has a handler that others call by its name.
type Named struct {
	in chan int
	n  map[int]int
}

var namedOps = []func(*Named, int){(*Named).add}

func (s *Named) add(x int) { s.n[x]++ }

// NewNamed starts the loop.
func NewNamed() *Named {
	s := &Named{in: make(chan int), n: map[int]int{}}
	go s.run()
	return s
}

func (s *Named) run() {
	for x := range s.in {
		namedOps[x](s, x) // failed
	}
}

// Add calls it by its name.
func (s *Named) Add(x int) { s.add(x) }

// A Valued has a handler that is used as a value elsewhere.
type Valued struct {
	in chan int
	n  map[int]int
}

var valuedOps = []func(*Valued, int){(*Valued).add}

func (s *Valued) add(x int) { s.n[x]++ } // failed

// NewValued starts the loop.
func NewValued() *Valued {
	s := &Valued{in: make(chan int), n: map[int]int{}}
	go s.run()
	return s
}

func (s *Valued) run() { // unfounded
	for x := range s.in {
		valuedOps[x](s, x)
	}
}

// Adder lets others call it.
func (s *Valued) Adder() func(int) { return s.add } // failed

// A Spread has handlers that start goroutines.
type Spread struct {
	in chan int
	n  map[int]int
}

var spreadOps = []func(*Spread, int){(*Spread).add}

func (s *Spread) add(x int) {
	go func() { s.n[x]++ }() // failed
	s.n[x]++
}

// NewSpread starts the loop.
func NewSpread() *Spread {
	s := &Spread{in: make(chan int), n: map[int]int{}}
	go s.run()
	return s
}

func (s *Spread) run() {
	for x := range s.in {
		spreadOps[x](s, x)
	}
}

// A Locked has handlers that count on the lock of their callers.
type Locked struct {
	mu sync.Mutex
	n  int
	m  map[string]int
}

var lockedOps = []func(*Locked, string){(*Locked).set, (*Locked).clear}

func (l *Locked) set(k string) {
	l.n++
	l.m[k] = l.n
}

func (l *Locked) clear(k string) { delete(l.m, k) }

// NewLocked makes one.
func NewLocked() *Locked { return &Locked{m: map[string]int{}} }

// Do holds the lock.
func (l *Locked) Do(op int, k string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lockedOps[op](l, k)
}

// Get holds it.
func (l *Locked) Get(k string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m[k]
}

// A Half has a call by the table without the lock.
type Half struct {
	mu sync.Mutex
	m  map[string]int
}

var halfOps = []func(*Half, string){(*Half).set, (*Half).clear}

func (l *Half) set(k string) { l.m[k]++ } // failed

func (l *Half) clear(k string) { delete(l.m, k) } // failed

// NewHalf makes one.
func NewHalf() *Half { return &Half{m: map[string]int{}} }

// Do holds the lock.
func (l *Half) Do(op int, k string) { // unfounded
	l.mu.Lock()
	defer l.mu.Unlock()
	halfOps[op](l, k)
}

// Quick does not.
func (l *Half) Quick(op int, k string) { halfOps[op](l, k) } // unfounded

// Get holds it.
func (l *Half) Get(k string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m[k]
}

// A Large has handlers whose calls are steps of their own.
type Large struct {
	mu   sync.Mutex
	n    int
	in   chan int
	sums map[int]int
}

var largeOps = []func(*Large, int){(*Large).first, (*Large).second}

func (b *Large) first(x int) {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	if x > 0 {
		b.sums[x+0] += b.sums[x] + x*2
	}
	if x > 1 {
		b.sums[x+1] += b.sums[x] + x*3
	}
	if x > 2 {
		b.sums[x+2] += b.sums[x] + x*4
	}
	if x > 3 {
		b.sums[x+3] += b.sums[x] + x*5
	}
	if x > 4 {
		b.sums[x+4] += b.sums[x] + x*6
	}
	if x > 5 {
		b.sums[x+5] += b.sums[x] + x*7
	}
	if x > 6 {
		b.sums[x+6] += b.sums[x] + x*8
	}
	if x > 7 {
		b.sums[x+7] += b.sums[x] + x*9
	}
	if x > 8 {
		b.sums[x+8] += b.sums[x] + x*10
	}
	if x > 9 {
		b.sums[x+9] += b.sums[x] + x*11
	}
	if x > 10 {
		b.sums[x+10] += b.sums[x] + x*12
	}
	if x > 11 {
		b.sums[x+11] += b.sums[x] + x*13
	}
	if x > 12 {
		b.sums[x+12] += b.sums[x] + x*14
	}
	if x > 13 {
		b.sums[x+13] += b.sums[x] + x*15
	}
}

func (b *Large) second(x int) {
	if x > 0 {
		b.sums[x+0] += b.sums[x] + x*2
	}
	if x > 1 {
		b.sums[x+1] += b.sums[x] + x*3
	}
	if x > 2 {
		b.sums[x+2] += b.sums[x] + x*4
	}
	if x > 3 {
		b.sums[x+3] += b.sums[x] + x*5
	}
	if x > 4 {
		b.sums[x+4] += b.sums[x] + x*6
	}
	if x > 5 {
		b.sums[x+5] += b.sums[x] + x*7
	}
	if x > 6 {
		b.sums[x+6] += b.sums[x] + x*8
	}
	if x > 7 {
		b.sums[x+7] += b.sums[x] + x*9
	}
	if x > 8 {
		b.sums[x+8] += b.sums[x] + x*10
	}
	if x > 9 {
		b.sums[x+9] += b.sums[x] + x*11
	}
	if x > 10 {
		b.sums[x+10] += b.sums[x] + x*12
	}
	if x > 11 {
		b.sums[x+11] += b.sums[x] + x*13
	}
	if x > 12 {
		b.sums[x+12] += b.sums[x] + x*14
	}
	if x > 13 {
		b.sums[x+13] += b.sums[x] + x*15
	}
	b.mu.Lock()
	b.n--
	b.mu.Unlock()
}

// NewLarge starts the loop.
func NewLarge() *Large {
	b := &Large{in: make(chan int), sums: map[int]int{}}
	go b.run()
	return b
}

func (b *Large) run() {
	for x := range b.in {
		largeOps[x&1](b, x)
	}
}
