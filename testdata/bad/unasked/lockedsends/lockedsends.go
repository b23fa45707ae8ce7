// Package lockedsends has goroutines that receive from channels without a buffer, and take locks in between. Who sends with such a lock held waits for ever.
package lockedsends

import (
	"fmt"
	"sync"
)

// A Stats counts what a goroutine receives, and lets go of its lock before it sends.
type Stats struct {
	mu   sync.Mutex
	n    int
	adds chan int
}

func NewStats() *Stats {
	s := &Stats{adds: make(chan int)}
	go s.run()
	return s
}

func (s *Stats) run() {
	for x := range s.adds {
		s.mu.Lock()
		s.n += x
		s.mu.Unlock()
	}
}

func (s *Stats) Add(x int) {
	s.mu.Lock()
	x += s.n
	s.mu.Unlock()
	s.adds <- x
}

func (s *Stats) TryAdd(x int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.adds <- x + s.n:
		return true
	default:
		return false
	}
}

// A Total takes its lock when nobody sends any more.
type Total struct {
	mu   sync.Mutex
	n    int
	adds chan int
}

func NewTotal() *Total {
	t := &Total{adds: make(chan int)}
	go t.run()
	return t
}

func (t *Total) run() {
	sum := 0
	for x := range t.adds {
		sum += x
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += sum
}

func (t *Total) Add(x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.adds <- x + t.n
}

// A Logger has a goroutine that needs no lock.
type Logger struct {
	mu    sync.Mutex
	n     int
	lines chan string
}

func NewLogger() *Logger {
	l := &Logger{lines: make(chan string)}
	go func() {
		for line := range l.lines {
			fmt.Println(line)
		}
	}()
	return l
}

func (l *Logger) Print(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.lines <- fmt.Sprint(l.n, line)
}

// What follows is wrong.

// A Sender sends with the lock held.
type Sender struct {
	mu   sync.Mutex
	n    int
	adds chan int
}

func NewSender() *Sender {
	s := &Sender{adds: make(chan int)}
	go s.run()
	return s
}

func (s *Sender) run() {
	for x := range s.adds {
		s.mu.Lock()
		s.n += x
		s.mu.Unlock()
	}
}

func (s *Sender) Add(x int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.adds <- x + s.n // failed
}

// A Hub does so in one of two ways, to a goroutine that waits for several channels.
type Hub struct {
	mu       sync.Mutex
	n        int
	enter    chan int
	leave    chan int
	finished chan bool
}

func NewHub() *Hub {
	h := &Hub{enter: make(chan int), leave: make(chan int), finished: make(chan bool)}
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case c := <-h.enter:
			h.change(c)
		case c := <-h.leave:
			h.change(-c)
		case <-h.finished:
			return
		}
	}
}

func (h *Hub) change(by int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.n += by
}

func (h *Hub) Kick() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n > 0 {
		h.leave <- 1 // failed
	}
}

// A Reader sends while it reads.
type Reader struct {
	mu   sync.RWMutex
	n    int
	seen chan int
}

func NewReader() *Reader {
	r := &Reader{seen: make(chan int)}
	go r.run()
	return r
}

func (r *Reader) run() {
	for x := range r.seen {
		r.mu.Lock()
		r.n -= x
		r.mu.Unlock()
	}
}

func (r *Reader) Look() {
	r.mu.RLock()
	defer r.mu.RUnlock()
	r.show() // failed
}

func (r *Reader) show() { r.seen <- r.n }

// Sum does so with variables of its own.
func Sum(n int) int {
	var mu sync.Mutex
	sum, adds := 0, make(chan int)
	go func() {
		for x := range adds {
			mu.Lock()
			sum += x
			mu.Unlock()
		}
	}()
	for i := range n {
		mu.Lock()
		sum++
		adds <- i // failed
		mu.Unlock()
	}
	mu.Lock()
	defer mu.Unlock()
	return sum
}
