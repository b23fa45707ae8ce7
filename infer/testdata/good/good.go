// Package good keeps to its locks.
package good

import (
	"sync"
	"sync/atomic"
)

// A Counter has a lock of its own.
type Counter struct {
	name string // never written again: nothing to say
	mu   sync.Mutex
	n    int            // want "guarded_by mu" 5
	by   map[string]int // want "guarded_by mu" 3
}

// New builds what nobody else can reach yet.
func New(name string) *Counter {
	c := &Counter{by: map[string]int{}}
	c.name = name
	c.n = 1
	c.reset()
	return c
}

func (c *Counter) reset() {
	c.n = 0
}

func (c *Counter) Reset() {
	c.mu.Lock()
	c.reset()
	c.mu.Unlock()
}

func (c *Counter) Hit(user string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.add(user)
}

func (c *Counter) add(user string) { // want "requires held(c.mu)" 1
	c.by[user] += c.n
	if c.n > len(c.by) {
		return
	}
	delete(c.by, user)
}

// Forget lets go of a lock that it does not take.
func (c *Counter) Forget() { // want "requires held(c.mu)" 0
	c.n = 0
	c.mu.Unlock()
}

// A Cell is read under its lock for reading.
type Cell struct {
	mu      sync.RWMutex
	value   int // want "guarded_by mu" 2
	version int // want "guarded_by mu" 3
}

func (c *Cell) Get() (int, int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.value, c.latest()
}

func (c *Cell) latest() int { return c.version } // want "requires held(c.mu) || rheld(c.mu)" 2

func (c *Cell) Set(v int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.value = v
	c.version++
	return c.latest()
}

func (c *Cell) Version() int {
	if !c.mu.TryRLock() {
		return -1
	}
	defer c.mu.RUnlock()
	return c.version
}

// An Embedding has its lock without a name.
type Embedding struct {
	sync.Mutex
	n int // want "guarded_by Mutex" 1
}

func (e *Embedding) Inc() {
	e.Lock()
	e.n++
	e.Unlock()
}

// A Tree's nodes are guarded by its lock, as what its root leads to: no code finds the lock by way of a node.
type Tree struct {
	mu   sync.Mutex
	root *node // want "guarded_by mu" 4
	last stats // want "guarded_by mu" 2
}

type stats struct{ hits, misses int }

type node struct {
	tree  *Tree
	left  *node
	value int
}

func (t *Tree) Add(v int) {
	n := &node{tree: t, value: v}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		t.root = n
		return
	}
	t.last.misses++
	t.root.left = n
}

func (t *Tree) Left() (v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last.hits++
	if l := t.root.left; l != nil {
		return l.value
	}
	return 0
}

// A Bank's lock guards its accounts, which lead to it.
type Bank struct{ mu sync.Mutex }

type account struct {
	bank    *Bank
	balance int // want "guarded_by bank.mu" 1
}

func (b *Bank) Open() *account { return &account{bank: b} }

func (a *account) Add(n int) {
	a.bank.mu.Lock()
	defer a.bank.mu.Unlock()
	a.balance += n
}

// Two has two locks: either is enough to read, both are needed to write.
type Two struct {
	a, b sync.Mutex
	n    int // want "guarded_by a, b" 3
}

func (t *Two) A() int {
	t.a.Lock()
	defer t.a.Unlock()
	return t.n
}

func (t *Two) B() int {
	t.b.Lock()
	defer t.b.Unlock()
	return t.n
}

func (t *Two) Set(n int) {
	t.a.Lock()
	t.b.Lock()
	t.n = n
	t.b.Unlock()
	t.a.Unlock()
}

// Stripes has a lock for each element.
type Stripes struct {
	locks [8]sync.Mutex
	slots [8]int // want "accessible_if[j] held(locks[j])" 1
	mu    sync.Mutex
	bits  []bool // want "accessible_if[j] held(mu)" 2
}

func (s *Stripes) Put(i int, v int) {
	s.locks[i].Lock()
	s.slots[i] = v
	s.locks[i].Unlock()
}

func (s *Stripes) Set(i int) bool {
	if i < 0 || i >= len(s.bits) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.bits[i]
	s.bits[i] = true
	return old
}

// A Chain is locked hand over hand.
type Chain struct {
	mu   sync.Mutex
	next *Chain // want "guarded_by mu" 3
}

// Last returns the last link, locked.
func (c *Chain) last() *Chain {
	at := c
	at.mu.Lock()
	for at.next != nil {
		next := at.next
		next.mu.Lock()
		at.mu.Unlock()
		at = next
	}
	return at
}

func (c *Chain) Append(d *Chain) {
	end := c.last()
	end.next = d
	end.mu.Unlock()
}

// An Account is locked in an order.
type Account struct {
	id      int
	mu      sync.Mutex
	balance int // want "guarded_by mu" 2
}

func Transfer(from, to *Account, n int) {
	first, second := from, to
	if to.id < from.id {
		first, second = to, from
	}
	first.mu.Lock()
	second.mu.Lock()
	from.balance -= n
	to.balance += n
	second.mu.Unlock()
	first.mu.Unlock()
}

// Lazy is filled in once.
type Lazy struct {
	once  sync.Once
	value int // want "guarded_by once" 2
}

func (l *Lazy) Get() int {
	l.once.Do(func() { l.value = 42 })
	return l.value
}

// Numbers are for sync/atomic, one way or the other.
type Numbers struct {
	old int64 // want "atomic_only" 2
	new atomic.Int64
	mu  sync.Mutex
	set atomic.Bool // want "writable_if held(mu)" 1
}

func (n *Numbers) Next() int64 {
	n.new.Add(1)
	atomic.AddInt64(&n.old, 1)
	return atomic.LoadInt64(&n.old)
}

func (n *Numbers) Set() bool {
	n.mu.Lock()
	n.set.Store(true)
	n.mu.Unlock()
	return n.set.Load()
}

var (
	mu   sync.Mutex
	hits int // want "guarded_by mu" 1
)

func init() { hits = 1 }

func Hit() {
	mu.Lock()
	hits++
	mu.Unlock()
}

// Queue waits for what it is given.
type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond // want "condition_of mu" 0
	items []int      // want "guarded_by mu" 6
}

func NewQueue() *Queue {
	q := new(Queue)
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(v int) {
	q.with(func() { q.items = append(q.items, v) })
	q.cond.Signal()
}

func (q *Queue) with(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	f()
}

func (q *Queue) Take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

// A Box is of any type.
type Box[T any] struct {
	mu sync.Mutex
	v  T // want "guarded_by mu" 2
}

func (b *Box[T]) Swap(v T) (old T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.v, old = v, b.v
	return old
}

func Use(b *Box[int]) int { return b.Swap(1) }

// Built is made in steps.
type Built struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 1
}

func NewBuilt() *Built {
	b := &Built{}
	b.first(3)
	return b
}

func (b *Built) first(n int) { // want "requires local(b)" 1
	b.second(n)
}

func (b *Built) second(n int) {
	b.n = n
}

func (b *Built) Inc() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
}

// Rooms are entered one by one: enter returns a room with its lock held, or nil.
type Rooms struct{ rooms [4]*room }

type room struct {
	mu     sync.Mutex
	guests int // want "guarded_by mu" 2
}

func (r *Rooms) enter(i int) *room {
	if i < 0 || i >= len(r.rooms) || r.rooms[i] == nil {
		return nil
	}
	at := r.rooms[i]
	at.mu.Lock()
	if at.guests < 2 {
		return at
	}
	at.mu.Unlock()
	return nil
}

func (r *Rooms) Enter(i int) bool {
	at := r.enter(i)
	if at == nil {
		return false
	}
	defer at.mu.Unlock()
	at.guests++
	return true
}

type shard struct {
	hits int // want "guarded_by mu" 2
	mu   sync.Mutex
}

type sharded struct{ shards []*shard }

// at has a copy of the receiver; what the copy leads to is not new.
func (m sharded) at(i int) *shard { return m.shards[i] }

func (m sharded) Hit(i int) {
	s := m.at(i)
	s.mu.Lock()
	s.hits++
	s.mu.Unlock()
}

func (m sharded) Clear(i int) {
	s := m.at(i)
	s.mu.Lock()
	s.hits = 0
	s.mu.Unlock()
}

var (
	totals sync.Mutex
	total  int // want "guarded_by totals" 2
)

// Total adds to a package variable under a package's lock.
func Total(n int) int {
	totals.Lock()
	defer totals.Unlock()
	return more(n)
}

func more(n int) int { // want "requires held(totals)" 1
	total += n
	return total
}

type fifo struct {
	items []int
	n     int
}

func (q *fifo) push(i int) {
	q.items = append(q.items, i)
	q.n++
}

func (q *fifo) size() int { return q.n }

func (q *fifo) twice(i int) {
	q.push(i)
	q.push(i)
}

type bag map[int]int

func (b bag) put(i int) { b[i]++ }

// Inbox has a queue and a bag that its lock guards; only their own methods access them.
type Inbox struct {
	mu  sync.RWMutex
	in  fifo // want "guarded_by mu" 2
	bag bag  // want "guarded_by mu" 1
	own Safe
}

func (b *Inbox) Put(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.in.twice(i)
	b.bag.put(i)
}

func (b *Inbox) Size() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.in.size()
}

// Kick needs no lock: what own has synchronises itself.
func (b *Inbox) Kick() { b.own.Set(1) }

// Safe has its own lock.
type Safe struct {
	mu sync.Mutex
	n  int // want "guarded_by mu" 1
}

func (s *Safe) Set(n int) {
	s.mu.Lock()
	s.n = n
	s.mu.Unlock()
}

type tally struct {
	count int64 // want "atomic_only" 2
	names []string
}

// Traffic counts in two structs, at any time; its lock guards the names alone.
type Traffic struct {
	mu      sync.Mutex
	in, out tally
	sides   []side
	kept    kept // want "guarded_by mu" 2
}

type side struct {
	n     int32 // want "atomic_only" 2
	limit int
}

type kept struct {
	n     atomic.Int64
	names []string
}

func (t *Traffic) In() { atomic.AddInt64(&t.in.count, 1) }

func (t *Traffic) Out() int64 { return atomic.LoadInt64(&t.out.count) }

func (t *Traffic) Side(i int) int32 {
	atomic.AddInt32(&t.sides[i].n, 1)
	return atomic.LoadInt32(&t.sides[i].n)
}

func (t *Traffic) Keep(name string) {
	t.kept.n.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept.names = append(t.kept.names, name)
}
