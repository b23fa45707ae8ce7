// Package eventloops has no annotations. State of an event loop belongs to the goroutine that its maker starts. Who else uses it is found, and so are goroutines that are started later, or twice.
package eventloops

import (
	"sync"
	"time"
)

// A Hub passes on what is said to everybody who is there.
type Hub struct {
	join    chan *client
	leave   chan *client
	say     chan string
	clients map[*client]int
	sent    int
}

type client struct {
	out chan string
}

func newHub() *Hub {
	return &Hub{join: make(chan *client), leave: make(chan *client), say: make(chan string), clients: make(map[*client]int)}
}

func (h *Hub) run() {
	for {
		select {
		case c := <-h.join:
			h.clients[c] = 0
		case c := <-h.leave:
			delete(h.clients, c)
		case text := <-h.say:
			h.tell(text)
		}
	}
}

func (h *Hub) tell(text string) {
	for c := range h.clients {
		select {
		case c.out <- text:
			h.sent++
			h.clients[c]++
		default:
			delete(h.clients, c)
		}
	}
}

// Serve starts the loop where the hub was made, not in the function that makes it.
func Serve(texts []string) {
	h := newHub()
	go h.run()
	c := &client{out: make(chan string, 10)}
	h.join <- c
	for _, text := range texts {
		h.say <- text
	}
	h.leave <- c
}

// A Ticker has state that is an object of its own.
type Ticker struct {
	C        <-chan time.Time
	c        chan time.Time
	pause    *pause
	stop     chan struct{}
	stopOnce sync.Once
}

type pause struct {
	n int
	d time.Duration
}

func (p *pause) next() time.Duration {
	p.n++
	p.d *= 2
	return p.d
}

// NewTicker starts a function from a literal.
func NewTicker() *Ticker {
	c := make(chan time.Time)
	t := &Ticker{C: c, c: c, pause: &pause{d: 1}, stop: make(chan struct{})}
	go func() { t.run() }()
	return t
}

// Stop ends it.
func (t *Ticker) Stop() {
	t.stopOnce.Do(func() { close(t.stop) })
}

func (t *Ticker) run() {
	for t.send(time.Now()) {
		select {
		case <-time.After(t.pause.next()):
		case <-t.stop:
			t.c = nil
			return
		}
	}
}

func (t *Ticker) send(now time.Time) bool {
	select {
	case t.c <- now:
		if t.pause.n > 100 {
			t.Stop()
		}
		return true
	case <-t.stop:
		return false
	}
}

// A Sum has a method that reads what belongs to the loop.
type Sum struct {
	in  chan int
	sum int
	n   int
}

// NewSum starts it.
func NewSum() *Sum {
	s := &Sum{in: make(chan int)}
	go s.run()
	return s
}

func (s *Sum) run() {
	for {
		x := <-s.in
		s.sum += x
		s.n++
	}
}

// Mean is a race.
func (s *Sum) Mean() int {
	return s.sum / s.n // failed
}

// A Late has a maker that goes on.
type Late struct {
	in chan int
	n  int
}

// NewLate writes too late.
func NewLate() *Late {
	l := &Late{in: make(chan int)}
	go l.run()
	l.n = 1 // failed
	return l
}

func (l *Late) run() {
	for {
		x := <-l.in
		l.n += x
		l.n++
	}
}

// A Pair has two loops.
type Pair struct {
	in chan int
	n  int
}

// NewPair starts both.
func NewPair() *Pair {
	p := &Pair{in: make(chan int)}
	go p.run()
	go p.run()
	return p
}

func (p *Pair) run() {
	for {
		x := <-p.in
		p.n += x // failed
	}
}

// A Crew has any number.
type Crew struct {
	in chan int
	n  int
}

// NewCrew starts them.
func NewCrew(size int) *Crew {
	c := &Crew{in: make(chan int)}
	for range size {
		go c.run()
	}
	return c
}

func (c *Crew) run() {
	for {
		x := <-c.in
		c.n += x // failed
	}
}

// A Started is started by whoever has it.
type Started struct {
	in chan int
	n  int
}

// Start may be called twice.
func (s *Started) Start() {
	go s.run() // failed
}

func (s *Started) run() {
	for {
		x := <-s.in
		s.n += x // failed
	}
}

// A Helped has a helper that others call, too.
type Helped struct {
	in chan int
	n  int
}

// NewHelped starts it.
func NewHelped() *Helped {
	h := &Helped{in: make(chan int)}
	go h.run()
	return h
}

func (h *Helped) run() {
	for {
		x := <-h.in
		h.add(x) // failed
	}
}

func (h *Helped) add(x int) {
	h.n += x
}

// Add adds beside the loop.
func (h *Helped) Add(x int) {
	h.add(x)
}

// A Nested starts another goroutine, which has nothing of its state.
type Nested struct {
	in chan int
	n  int
}

// NewNested starts it.
func NewNested() *Nested {
	n := &Nested{in: make(chan int)}
	go n.run()
	return n
}

func (n *Nested) run() {
	for {
		x := <-n.in
		n.n += x
		n.n++
		go func() {
			n.n-- // failed
		}()
	}
}

// A Sender tells others of what it goes on to write.
type Sender struct {
	in  chan int
	out chan *entry
	at  map[int]*entry
}

type entry struct{ n int }

// NewSender starts it.
func NewSender() *Sender {
	s := &Sender{in: make(chan int), out: make(chan *entry), at: map[int]*entry{}}
	go s.run()
	return s
}

func (s *Sender) run() {
	for {
		x := <-s.in
		e := s.at[x]
		if e == nil {
			e = &entry{}
			s.at[x] = e
		}
		e.n++
		s.out <- e // failed
	}
}

// Last reads it.
func (s *Sender) Last() int { return (<-s.out).n }

// A Valued has a loop that is run by a value, too.
type Valued struct {
	in chan int
	n  int
}

// NewValued starts it.
func NewValued() *Valued {
	v := &Valued{in: make(chan int)}
	go v.run()
	return v
}

func (v *Valued) run() {
	for {
		x := <-v.in
		v.n += x // failed
	}
}

// Runner is another way to run it.
func (v *Valued) Runner() func() {
	return v.run // failed
}

// A Kept has state that its maker gets from others.
type Kept struct {
	in    chan int
	sums  map[int]int
	total int
}

// NewKept is passed the map.
func NewKept(sums map[int]int) *Kept {
	k := &Kept{in: make(chan int), sums: sums}
	go k.run()
	sums[0] = 1 // failed
	return k
}

func (k *Kept) run() {
	for {
		x := <-k.in
		k.sums[x]++
		k.total += k.sums[x]
	}
}

// A Locking has a helper that takes a lock, which does not make it one that others may call.
type Locking struct {
	in   chan int
	mu   sync.Mutex
	seen int
	n    int
	last int
}

// NewLocking starts it.
func NewLocking() *Locking {
	l := &Locking{in: make(chan int)}
	go l.run()
	return l
}

func (l *Locking) run() {
	for {
		x := <-l.in
		l.add(x)
		l.last = x
		if l.last > l.n {
			l.n = l.last
		}
	}
}

func (l *Locking) add(x int) {
	l.mu.Lock()
	l.seen++
	l.mu.Unlock()
	l.n += x
}

// Seen takes the lock.
func (l *Locking) Seen() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen + l.last // failed
}

// A Both has a helper that takes a lock, and that others call beside the loop.
type Both struct {
	in   chan int
	mu   sync.Mutex
	seen int
	n    int
}

// NewBoth starts it.
func NewBoth() *Both {
	b := &Both{in: make(chan int)}
	go b.run()
	return b
}

func (b *Both) run() {
	for {
		x := <-b.in
		b.add(x)
		b.n -= x
		b.n++
	}
}

func (b *Both) add(x int) {
	b.mu.Lock()
	b.seen++
	b.mu.Unlock()
	b.n += x
}

// Add adds beside the loop.
func (b *Both) Add(x int) {
	b.add(x) // failed
}
