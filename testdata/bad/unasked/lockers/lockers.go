// Package lockers has variables that are guarded by a lock which code knows as a sync.Locker, or as the field L of a sync.Cond. No annotation says so.
package lockers

import "sync"

// A Gauge has a lock by its interface.
type Gauge struct {
	l sync.Locker
	n int
}

func NewGauge() *Gauge { return &Gauge{l: &sync.Mutex{}} }

func (g *Gauge) Set(n int) {
	g.l.Lock()
	g.n = n
	g.l.Unlock()
}

func (g *Gauge) Add(n int) int {
	g.l.Lock()
	defer g.l.Unlock()
	g.n += n
	return g.n
}

func (g *Gauge) Peek() int { return g.n } // failed

func (g *Gauge) Late() int {
	g.l.Lock()
	g.l.Unlock()
	return g.n // failed
}

func (g *Gauge) Early() {
	n := g.n // failed
	g.l.Lock()
	g.n = n + 1
	g.l.Unlock()
}

// With holds another lock than that of g.
func (g *Gauge) With(l sync.Locker) int {
	l.Lock()
	defer l.Unlock()
	return g.n // failed
}

// Of holds the lock of another Gauge.
func (g *Gauge) Of(other *Gauge) int {
	other.l.Lock()
	defer other.l.Unlock()
	return g.n // failed
}

// An Embedding has the methods of its lock.
type Embedding struct {
	sync.Locker
	n int
}

func NewEmbedding() *Embedding { return &Embedding{Locker: new(sync.Mutex)} }

func (e *Embedding) Inc() {
	e.Lock()
	defer e.Unlock()
	e.n++
}

func (e *Embedding) Twice() {
	e.Inc()
	e.Inc()
}

func (e *Embedding) Get() int { return e.n } // failed

// A Replaced gets a new lock while others may hold the old one.
type Replaced struct {
	l sync.Locker
	n int
}

func NewReplaced() *Replaced { return &Replaced{l: &sync.Mutex{}} }

func (r *Replaced) Inc() {
	r.l.Lock()
	r.n++
	r.l.Unlock()
}

func (r *Replaced) Replace() {
	r.l.Lock()
	defer r.l.Unlock()
	r.l = &sync.Mutex{} // failed
}

// A Queue has no name for its lock.
type Queue struct {
	cond  *sync.Cond
	items []int
}

func NewQueue() *Queue { return &Queue{cond: sync.NewCond(&sync.Mutex{})} }

func (q *Queue) Put(v int) {
	q.cond.L.Lock()
	q.items = append(q.items, v)
	q.cond.L.Unlock()
	q.cond.Signal()
}

func (q *Queue) Get() int {
	q.cond.L.Lock()
	defer q.cond.L.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

func (q *Queue) Len() int { return len(q.items) } // failed

func (q *Queue) Last() int {
	q.cond.L.Lock()
	n := len(q.items)
	q.cond.L.Unlock()
	return q.items[n-1] // failed
}

func (q *Queue) Of(from *Queue) int {
	from.cond.L.Lock()
	defer from.cond.L.Unlock()
	return len(q.items) // failed
}

// A Renewed gets a new Cond, with another lock.
type Renewed struct {
	cond *sync.Cond
	n    int
}

func NewRenewed() *Renewed { return &Renewed{cond: sync.NewCond(&sync.Mutex{})} }

func (r *Renewed) Inc() {
	r.cond.L.Lock()
	r.n++
	r.cond.L.Unlock()
}

func (r *Renewed) Renew() {
	r.cond.L.Lock()
	defer r.cond.L.Unlock()
	r.cond = sync.NewCond(&sync.Mutex{}) // failed
}

// A Pointing has its lock behind a pointer, and forgets it more often than not.
type Pointing struct {
	mu *sync.Mutex
	n  int
}

func NewPointing() *Pointing { return &Pointing{mu: new(sync.Mutex)} }

func (p *Pointing) Inc() {
	p.mu.Lock()
	p.n++
	p.mu.Unlock()
}

func (p *Pointing) A() int { return p.n } // failed

func (p *Pointing) B() int { return p.n } // failed

func (p *Pointing) C() int { return p.n } // failed
