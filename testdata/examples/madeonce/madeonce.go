// Package madeonce has types whose functions count on what New has set.
package madeonce

import (
	"context"
	"log"
	"sync"
)

// A Store keeps values and tells others of changes.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	values  map[string]int
	changed chan string
	logger  *log.Logger
	onDrop  func(key string)
}

// New returns an empty store. A nil logger stands for the standard one.
func New(logger *log.Logger, onDrop func(key string)) *Store {
	if logger == nil {
		logger = log.Default()
	}
	return &Store{values: make(map[string]int), changed: make(chan string, 16), logger: logger, onDrop: onDrop}
}

// Put sets the value for a key.
func (s *Store) Put(key string, value int) {
	s.mu.Lock()
	s.values[key] = value
	s.mu.Unlock()
	select {
	case s.changed <- key:
	default:
	}
}

// Drop forgets a key.
func (s *Store) Drop(key string) {
	s.mu.Lock()
	delete(s.values, key)
	s.mu.Unlock()
	s.onDrop(key)
}

// queue is a queue on which takers wait.
type queue struct {
	mu sync.Mutex
	//calvin:condition_of mu
	filled *sync.Cond
	//calvin:guarded_by mu
	items []int
	ctx   context.Context
	stop  context.CancelFunc
}

// newQueue sets the fields one after the other.
func newQueue(parent context.Context) *queue {
	q := &queue{}
	q.filled = sync.NewCond(&q.mu)
	q.ctx, q.stop = context.WithCancel(parent)
	return q
}

func (q *queue) put(x int) {
	q.mu.Lock()
	q.items = append(q.items, x)
	q.mu.Unlock()
	q.filled.Signal()
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && q.ctx.Err() == nil {
		q.filled.Wait()
	}
	if len(q.items) == 0 {
		return 0
	}
	x := q.items[0]
	q.items = q.items[1:]
	return x
}

func (q *queue) close() {
	q.stop()
	q.filled.Broadcast()
}

// A Table spreads what it counts over several shards.
type Table struct {
	queue  *queue
	shards []*shard
	names  []string
}

type shard struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	counts map[string]int
}

func newShard() *shard { return &shard{counts: map[string]int{}} }

// NewTable returns an empty table.
func NewTable() *Table {
	t := &Table{queue: newQueue(context.Background()), shards: make([]*shard, 8), names: []string{"even", "odd"}}
	for i := range t.shards {
		t.shards[i] = newShard()
	}
	return t
}

// Count counts one more.
func (t *Table) Count(key string, hash uint) {
	if s := t.shards[hash%8]; s != nil {
		s.mu.Lock()
		s.counts[key]++
		s.mu.Unlock()
	}
	t.queue.put(len(key))
}

// Name returns what a number is.
func (t *Table) Name(n uint) string { return t.names[n%2] }

// Close ends what the table has started, and returns what was left.
func (t *Table) Close() int {
	t.queue.close()
	return t.queue.take()
}

// A Registry has an entry for each name that was ever met. No entry is nil.
type Registry struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	entries map[string]*entry
	load    func() int
}

type entry struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hits int
}

// NewRegistry returns a registry that loads its limit when it is first asked for it.
func NewRegistry(limit int) *Registry {
	return &Registry{entries: map[string]*entry{}, load: sync.OnceValue(func() int { return limit })}
}

// Meet notes that a name was met.
func (r *Registry) Meet(name string) {
	r.mu.Lock()
	e, ok := r.entries[name]
	if !ok {
		e = &entry{}
		r.entries[name] = e
	}
	r.mu.Unlock()
	e.mu.Lock()
	e.hits++
	e.mu.Unlock()
}

// Hits returns how often a name was met, at most the limit.
func (r *Registry) Hits(name string) int {
	r.mu.RLock()
	e, ok := r.entries[name]
	r.mu.RUnlock()
	if !ok {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return min(e.hits, r.load())
}

// All adds up how often names were met.
func (r *Registry) All() (n int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, e := range r.entries {
		e.mu.Lock()
		n += e.hits
		e.mu.Unlock()
	}
	return n
}

// A worker uses what its store has.
type worker struct {
	store   *Store
	changed chan string
	done    func()
}

// Work has goroutines look at what has changed.
func Work(s *Store, done func()) {
	for range 4 {
		w := &worker{store: s, changed: s.changed, done: done}
		go w.run()
	}
}

func (w *worker) run() {
	w.store.Drop(<-w.changed)
	w.done()
}
