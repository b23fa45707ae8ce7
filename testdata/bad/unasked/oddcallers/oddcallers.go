// Package oddcallers has no annotations. Helpers are called with the lock held, but for one call: it is at that call that the lock is missing, not
// in the helper, and not in those that the helper calls.
package oddcallers

import "sync"

// A Breaker counts failures.
type Breaker struct {
	mu    sync.Mutex
	state int
	epoch uint64
	n     int
}

// State is the state.
func (b *Breaker) State() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, _ := b.current()
	return s
}

// Do calls f.
func (b *Breaker) Do(f func() bool) bool { // unfounded
	g := b.before()
	ok := f()
	b.after(g, ok)
	return ok
}

func (b *Breaker) before() uint64 {
	_, g := b.current() // failed
	return g
}

func (b *Breaker) after(g uint64, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, now := b.current()
	if g == now && !ok {
		b.failed(s)
	}
}

func (b *Breaker) failed(s int) {
	b.n++
	if b.n > 3 {
		b.set(s + 1)
	}
}

func (b *Breaker) current() (int, uint64) {
	if b.state == 2 {
		b.set(0)
	}
	return b.state, b.epoch
}

func (b *Breaker) set(s int) {
	b.state = s
	b.next()
}

func (b *Breaker) next() {
	b.epoch++
	b.n = 0
}

// A Log has a helper that two functions call, and one of them does not hold the lock: half is enough.
type Log struct {
	mu    sync.RWMutex
	lines []string
}

// Add holds it.
func (l *Log) Add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(s)
}

// Sneak does not.
func (l *Log) Sneak(s string) {
	l.add(s) // failed
}

func (l *Log) add(s string) { l.lines = append(l.lines, s) }

// Len holds it for reading.
func (l *Log) Len() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.lines)
}

// A Queue has a helper that a goroutine runs, too, so that nobody is told to hold the lock for it.
type Queue struct {
	mu    sync.Mutex
	items []int
}

// Push holds it.
func (q *Queue) Push(i int) {
	q.mu.Lock()
	q.items = append(q.items, i)
	q.trim()
	q.mu.Unlock()
}

// Pop holds it, too.
func (q *Queue) Pop() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.trim()
	return q.items[0]
}

// Start has a goroutine do so.
func (q *Queue) Start() {
	go q.trim()
}

func (q *Queue) trim() {
	if len(q.items) > 10 { // failed
		q.items = q.items[1:]
	}
}

// A Table has a helper that writes under a lock for reading at most calls.
type Table struct {
	mu sync.RWMutex
	m  map[string]int
	n  int
}

// NewTable calls the helper on what nobody else has.
func NewTable() *Table {
	t := &Table{m: map[string]int{}}
	t.put("a", 1)
	return t
}

// Put holds it.
func (t *Table) Put(k string, v int) { // unfounded
	t.mu.Lock()
	defer t.mu.Unlock()
	t.put(k, v)
}

// Half holds it for reading. The helper may be right, and the other calls wrong, so the finding is at the write.
func (t *Table) Half(k string) { // unfounded
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.put(k, 0)
}

func (t *Table) put(k string, v int) {
	t.m[k] = v // failed
	t.n++
}

// A Group has methods that take the lock themselves, and one that should. No caller holds it for that one, so the mistake is its own.
type Group struct {
	guard struct{ mu sync.RWMutex }
	err   error
	n     int
}

// Wait calls it.
func (g *Group) Wait() error { // unfounded
	g.setErr(nil)
	return g.getErr()
}

// Close counts.
func (g *Group) Close() {
	g.lock()
	defer g.guard.mu.Unlock()
	g.count()
}

func (g *Group) getErr() error {
	return g.err // failed
}

func (g *Group) setErr(err error) {
	g.guard.mu.Lock()
	g.err = err
	g.guard.mu.Unlock()
}

// NewGroup has the group to itself.
func NewGroup() *Group {
	g := &Group{}
	g.count()
	return g
}

func (g *Group) lock() { g.guard.mu.Lock() }

// count is called with the lock held, by way of lock.
func (g *Group) count() { g.step() }

func (g *Group) step() { g.n++ }

// N holds it.
func (g *Group) N() int {
	g.guard.mu.RLock()
	defer g.guard.mu.RUnlock()
	return g.n
}
