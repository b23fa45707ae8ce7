// Package pointerlocks has locks behind pointer fields. Where each object's lock is made for it, locks of different fields, or of different objects, are never the same.
package pointerlocks

import "sync"

// ---- a hub that asks its sessions, each with a lock of its own

type session struct {
	open bool
	out  chan string
	mu   *sync.RWMutex
}

func newSession() *session {
	return &session{open: true, out: make(chan string, 8), mu: &sync.RWMutex{}}
}

func (s *session) write(m string) {
	s.mu.RLock()
	open := s.open
	s.mu.RUnlock()
	if !open {
		return
	}
	select {
	case s.out <- m:
	default:
	}
}

func (s *session) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = false
}

type Hub struct {
	mu       *sync.RWMutex
	sessions map[*session]bool
}

func NewHub() *Hub {
	return &Hub{mu: new(sync.RWMutex), sessions: map[*session]bool{}}
}

func (h *Hub) Join() {
	s := newSession()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sessions[s] = true
}

func (h *Hub) Broadcast(m string) {
	h.mu.RLock() // failed inlined
	defer h.mu.RUnlock()
	for s := range h.sessions {
		s.write(m)
	}
}

func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.sessions {
		s.close()
		delete(h.sessions, s)
	}
}

// ---- a lock in a variable first, and with a condition

type queue struct {
	mu    *sync.Mutex
	some  *sync.Cond
	items []int
}

func newQueue() *queue {
	mu := &sync.Mutex{}
	return &queue{mu: mu, some: sync.NewCond(mu)}
}

func (q *queue) put(x int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, x)
}

type pool struct {
	mu *sync.Mutex
	q  *queue
	n  int
}

func newPool() *pool { return &pool{mu: &sync.Mutex{}, q: newQueue()} }

func (p *pool) Put(x int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	p.q.put(x)
}

// ---- two objects of one type, which are not the same

type account struct {
	mu  *sync.Mutex
	sum int
}

func newAccount() *account { return &account{mu: &sync.Mutex{}} }

type bank struct {
	mu       sync.Mutex
	accounts []*account
}

func (b *bank) Open() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accounts = append(b.accounts, newAccount())
}

// Total holds the lock of one account while it looks at another: both are locked in the order that b.mu gives.
func (b *bank) Total(i, j int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	x, y := b.accounts[i], b.accounts[j]
	if x == y {
		return 0
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock()
	defer y.mu.Unlock()
	return x.sum + y.sum
}

func (b *bank) Add(i, n int) {
	b.mu.Lock()
	a := b.accounts[i]
	b.mu.Unlock()
	a.mu.Lock()
	a.sum += n
	a.mu.Unlock()
}

// ---- the part gets its owner's lock

type lentPart struct {
	mu *sync.Mutex
	n  int
}

func (p *lentPart) add() {
	p.mu.Lock() // failed inlined
	defer p.mu.Unlock()
	p.n++
}

type lender struct {
	mu   *sync.Mutex
	n    int
	part *lentPart
}

func newLender() *lender {
	l := &lender{mu: &sync.Mutex{}}
	l.part = &lentPart{mu: l.mu}
	return l
}

func (l *lender) Add() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.part.add() // unfounded
}

// ---- one new lock in two fields

type twoNames struct {
	read, write *sync.Mutex
	n           int
}

func newTwoNames() *twoNames {
	mu := &sync.Mutex{}
	return &twoNames{read: mu, write: mu}
}

func (t *twoNames) Both() {
	t.read.Lock()
	defer t.read.Unlock()
	t.write.Lock() // failed
	defer t.write.Unlock()
	t.n++
}

// ---- one lock for all that a loop makes

type row struct {
	mu *sync.Mutex
	n  int
}

type table struct {
	mu   sync.Mutex
	rows []*row
}

func newTable(n int) *table {
	t := &table{}
	mu := &sync.Mutex{}
	for range n {
		t.rows = append(t.rows, &row{mu: mu})
	}
	return t
}

func (t *table) Move(i, j int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	x, y := t.rows[i], t.rows[j]
	if x == y {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock() // failed
	defer y.mu.Unlock()
	x.n--
	y.n++
}

// ---- a copy has the lock of what it was copied from

type shape struct {
	mu   *sync.Mutex
	area int
}

type album struct {
	mu     sync.Mutex
	shapes []*shape
}

func (a *album) Add() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shapes = append(a.shapes, &shape{mu: &sync.Mutex{}})
}

func (a *album) Twin(i int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.shapes[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	twin := *s
	a.shapes = append(a.shapes, &twin)
}

func (a *album) Sum(i, j int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	x, y := a.shapes[i], a.shapes[j]
	if x == y {
		return 0
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock() // failed
	defer y.mu.Unlock()
	return x.area + y.area
}

// ---- a lock that is set again, to another object's

type link struct {
	mu *sync.Mutex
	n  int
}

type chain struct {
	mu    sync.Mutex
	links []*link
}

func (c *chain) Grow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := &link{mu: &sync.Mutex{}}
	if len(c.links) > 0 {
		l.mu = c.links[0].mu
	}
	c.links = append(c.links, l)
}

func (c *chain) Swap(i, j int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x, y := c.links[i], c.links[j]
	if x == y {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock() // failed
	defer y.mu.Unlock()
	x.n, y.n = y.n, x.n
}

// ---- a lock of all, by a function

var all sync.Mutex

func theLock() *sync.Mutex { return &all }

type part struct {
	mu *sync.Mutex
	n  int
}

type whole struct {
	mu *sync.Mutex
	p  *part
	n  int
}

func newWhole() *whole { return &whole{mu: theLock(), p: &part{mu: theLock()}} }

func (w *whole) Add() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	w.p.mu.Lock() // failed
	defer w.p.mu.Unlock()
	w.p.n++
}

// ---- the same lock twice

func (h *Hub) CloseAndTell(m string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.sessions)
	h.Broadcast(m) // unfounded
}
