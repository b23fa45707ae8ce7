// Package handedjobs sends objects to workers, which write them, and keeps some of them.
package handedjobs

import "sync"

type job struct {
	n   int
	err error
}

// A Queue has workers, to which new jobs go, and whoever asks for a result.
type Queue struct {
	jobs    chan *job
	done    chan struct{}
	results chan *job
	wg      sync.WaitGroup
}

func New() *Queue {
	q := &Queue{jobs: make(chan *job, 8), done: make(chan struct{}), results: make(chan *job)}
	for range 3 {
		q.wg.Add(1)
		go q.work()
	}
	return q
}

// Submit sends a new job.
func (q *Queue) Submit(n int) bool {
	j := &job{n: n}
	select {
	case q.jobs <- j:
		return true
	case <-q.done:
		return false
	}
}

func (q *Queue) work() {
	defer q.wg.Done()
	for j := range q.jobs {
		q.process(j)
		q.results <- j
	}
}

func (q *Queue) process(j *job) {
	for j.n < 10 {
		j.n++
	}
}

// Next receives a result.
func (q *Queue) Next() int {
	j, ok := <-q.results
	if !ok {
		return 0
	}
	j.n++
	return j.n
}

// Close closes the channels.
func (q *Queue) Close() {
	close(q.done)
	close(q.jobs)
	q.wg.Wait()
	close(q.results)
}

type task struct{ n int }

// A Keeper goes on to use what it has sent.
type Keeper struct{ tasks chan *task }

func NewKeeper() *Keeper { return &Keeper{tasks: make(chan *task)} }

func (k *Keeper) Submit(n int) int {
	t := &task{n: n}
	k.tasks <- t
	return t.n
}

func (k *Keeper) Work() {
	for t := range k.tasks {
		t.n++ // failed
	}
}

type message struct{ n int }

// A Twice sends each message to two.
type Twice struct{ a, b chan *message }

func NewTwice() *Twice { return &Twice{make(chan *message), make(chan *message)} }

func (t *Twice) Send(n int) {
	m := &message{n}
	t.a <- m
	t.b <- m
}

func (t *Twice) A() {
	m := <-t.a
	m.n++ // failed
}

func (t *Twice) B() {
	m := <-t.b
	m.n++ // failed
}

type entry struct{ n int }

// A Store keeps in a map what it sends.
type Store struct {
	mu      sync.Mutex
	all     map[int]*entry
	entries chan *entry
}

func NewStore() *Store { return &Store{all: map[int]*entry{}, entries: make(chan *entry)} }

func (s *Store) Put(n int) {
	e := &entry{n}
	s.mu.Lock()
	s.all[n] = e
	s.mu.Unlock()
	s.entries <- e // failed
}

func (s *Store) Work() {
	e := <-s.entries
	e.n++ // failed
}

type page struct{ n int }

// A Cache sends new pages and the last one once more.
type Cache struct {
	pages chan *page
	last  *page
	mu    sync.Mutex
}

func NewCache() *Cache { return &Cache{pages: make(chan *page)} }

func (c *Cache) Send(n int) { c.pages <- &page{n} }

func (c *Cache) Again() {
	c.mu.Lock()
	p := c.last
	c.mu.Unlock()
	c.pages <- p // failed
}

func (c *Cache) Work() {
	p := <-c.pages
	c.mu.Lock()
	c.last = p // failed
	c.mu.Unlock()
	p.n++
}

type request struct{ n int }

// A Server's workers keep what they receive in a package variable.
type Server struct{ requests chan *request }

var (
	latest   *request
	latestMu sync.Mutex
)

func NewServer() *Server { return &Server{make(chan *request)} }

func (s *Server) Send(n int) { s.requests <- &request{n} }

func (s *Server) Work() {
	r := <-s.requests
	latestMu.Lock()
	latest = r
	latestMu.Unlock()
	r.n++ // failed
}

func Latest() int {
	latestMu.Lock()
	defer latestMu.Unlock()
	return latest.n
}

type note struct{ n int }

// A Loop sends one object again and again.
type Loop struct{ notes chan *note }

func NewLoop() *Loop { return &Loop{make(chan *note)} }

func (l *Loop) Send() {
	x := &note{}
	for range 3 {
		l.notes <- x
	}
}

func (l *Loop) Work() {
	x := <-l.notes
	x.n++ // failed
}

type part struct{ n int }

type whole struct {
	p *part
	n int
}

// A Parts sends objects that lead to one that it keeps.
type Parts struct {
	wholes chan *whole
	p      *part
}

func NewParts() *Parts { return &Parts{make(chan *whole), &part{}} }

func (p *Parts) Send() { p.wholes <- &whole{p: p.p} }

func (p *Parts) Work() {
	w := <-p.wholes
	w.n++
	w.p.n++ // failed
}

type order struct{ n int }

// A Given sends what its callers leave to it.
type Given struct{ orders chan *order }

func NewGiven() *Given { return &Given{make(chan *order)} }

func (g *Given) Send(o *order) { g.orders <- o }

func (g *Given) Work() {
	o := <-g.orders
	o.n++
}

func UseGiven(g *Given) int {
	o := &order{}
	g.Send(o)
	return o.n // failed
}

type event struct{ n int }

// A Shared channel is known by another name too, by which one object is sent twice.
type Shared struct{ events chan *event }

func NewShared(ch chan *event) *Shared { return &Shared{ch} } // failed

func (s *Shared) Send() { s.events <- &event{} }

func (s *Shared) Work() {
	e := <-s.events
	e.n++
}

func TwoNames() *Shared {
	ch := make(chan *event, 2)
	s := NewShared(ch)
	e := &event{}
	ch <- e
	ch <- e // failed
	return s
}
