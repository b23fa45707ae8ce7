// Package behind has plain types behind interfaces: how a pool queues its tasks, and where a cache keeps its entries. None of them has a lock,
// the lock of whoever has the interface guards them.
package behind

import "sync"

// A Task is one that a pool runs.
type Task struct {
	Name  string
	tries int
}

// A queue keeps tasks in some order.
type queue interface {
	len() int
	put(t *Task)
	take() *Task
}

// A stack gives the task back that came last.
type stack struct{ tasks []*Task }

func (s *stack) len() int    { return len(s.tasks) }
func (s *stack) put(t *Task) { s.tasks = append(s.tasks, t) }

func (s *stack) take() *Task {
	if len(s.tasks) == 0 {
		return nil
	}
	last := len(s.tasks) - 1
	t := s.tasks[last]
	s.tasks[last] = nil
	s.tasks = s.tasks[:last]
	return t
}

// A line gives the task back that came first.
type line struct {
	first, last *link
	n           int
}

type link struct {
	task *Task
	next *link
}

func (l *line) len() int { return l.n }

func (l *line) put(t *Task) {
	at := &link{task: t}
	if l.last == nil {
		l.first = at
	} else {
		l.last.next = at
	}
	l.last = at
	l.n++
}

func (l *line) take() *Task {
	at := l.first
	if at == nil {
		return nil
	}
	l.first = at.next
	if l.first == nil {
		l.last = nil
	}
	l.n--
	return at.task
}

func newQueue(fair bool) queue {
	if fair {
		return &line{}
	}
	return &stack{}
}

// A Pool holds the tasks that nobody runs yet.
type Pool struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	waiting queue
}

// NewPool returns a pool that runs the task first that came first, if it is fair, else the one that came last.
func NewPool(fair bool) *Pool { return &Pool{waiting: newQueue(fair)} }

// Add adds a task.
func (p *Pool) Add(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting.put(&Task{Name: name})
}

// Next returns the name of the next task, and whether there is one.
func (p *Pool) Next() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.waiting.take()
	if t == nil {
		return "", false
	}
	t.tries++
	return t.Name, true
}

// Waiting returns how many tasks there are.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting.len()
}

// Forget drops all tasks, and changes the order in which tasks are run.
func (p *Pool) Forget(fair bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.waiting.len()
	p.waiting = newQueue(fair)
	return n
}

// A Store keeps values by keys. Whoever calls its methods sees to it that nobody else does at the same time.
type Store[K comparable, V any] interface {
	Get(key K) (V, bool)
	Put(key K, value V)
	Len() int
}

type table[K comparable, V any] struct {
	entries map[K]V
	writes  int
}

func (t *table[K, V]) Get(key K) (V, bool) {
	v, ok := t.entries[key]
	return v, ok
}

func (t *table[K, V]) Put(key K, value V) {
	t.entries[key] = value
	t.writes++
}

func (t *table[K, V]) Len() int { return len(t.entries) }

// A Cache is a store for several goroutines.
type Cache[K comparable, V any] struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	store Store[K, V]
}

// NewCache returns an empty cache.
func NewCache[K comparable, V any]() *Cache[K, V] {
	return &Cache[K, V]{store: &table[K, V]{entries: map[K]V{}}}
}

// Get returns the value of a key, and whether there is one.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.store.Get(key)
}

// Put sets the value of a key.
func (c *Cache[K, V]) Put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store.Put(key, value)
}

// Len returns how many values there are.
func (c *Cache[K, V]) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.store.Len()
}
