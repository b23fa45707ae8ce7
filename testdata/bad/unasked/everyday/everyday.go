// Package everyday has no annotations. It has what many programs have: caches, sessions, pools, hubs, limiters, futures, queues, services.
package everyday

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// 1: error under a lock
type Errs struct {
	mu  sync.Mutex
	err error
	all []error
}

func (e *Errs) Set(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
	}
	e.all = append(e.all, err)
}

func (e *Errs) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

func (e *Errs) Join() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return errors.Join(e.all...)
}

// 2: cache with expiry and janitor
type item struct {
	value any
	until time.Time
}

type Cache struct {
	mu    sync.RWMutex
	items map[string]item
	stop  chan struct{}
	once  sync.Once
}

func NewCache(every time.Duration) *Cache {
	c := &Cache{items: make(map[string]item), stop: make(chan struct{})}
	go c.janitor(every)
	return c
}

func (c *Cache) janitor(every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			c.purge(time.Now())
		case <-c.stop:
			return
		}
	}
}

func (c *Cache) purge(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, it := range c.items {
		if now.After(it.until) {
			delete(c.items, k)
		}
	}
}

func (c *Cache) Get(k string) (any, bool) {
	c.mu.RLock()
	it, ok := c.items[k]
	c.mu.RUnlock()
	if !ok || time.Now().After(it.until) {
		return nil, false
	}
	return it.value, true
}

func (c *Cache) Put(k string, v any, ttl time.Duration) {
	c.mu.Lock()
	c.items[k] = item{v, time.Now().Add(ttl)}
	c.mu.Unlock()
}

func (c *Cache) Close() { c.once.Do(func() { close(c.stop) }) }

func (c *Cache) Keys() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	keys := make([]string, 0, len(c.items))
	for k := range c.items {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// 3: registry of pointers
type Session struct {
	ID   string
	Seen time.Time
	data map[string]string
}

type Sessions struct {
	mu   sync.Mutex
	byID map[string]*Session
	max  int
}

func NewSessions(max int) *Sessions {
	return &Sessions{byID: map[string]*Session{}, max: max}
}

func (s *Sessions) Touch(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ses, ok := s.byID[id]
	if !ok {
		ses = &Session{ID: id, data: map[string]string{}}
		s.byID[id] = ses
	}
	ses.Seen = time.Now()
}

func (s *Sessions) SetData(id, k, v string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := s.byID[id]
	if ses == nil {
		return fmt.Errorf("no session %q", id)
	}
	ses.data[k] = v
	return nil
}

func (s *Sessions) Drop(id string) *Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := s.byID[id]
	delete(s.byID, id)
	return ses
}

func (s *Sessions) Each(f func(id string, seen time.Time)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ses := range s.byID {
		f(ses.ID, ses.Seen)
	}
}

// 4: worker pool
type Pool struct {
	jobs chan func()
	wg   sync.WaitGroup
	n    atomic.Int64
}

func NewPool(n int) *Pool {
	p := &Pool{jobs: make(chan func())}
	for i := 0; i < n; i++ {
		p.wg.Add(1)
		go p.work()
	}
	return p
}

func (p *Pool) work() {
	defer p.wg.Done()
	for j := range p.jobs {
		j()
		p.n.Add(1)
	}
}

func (p *Pool) Do(f func()) { p.jobs <- f }
func (p *Pool) Close() int64 {
	close(p.jobs)
	p.wg.Wait()
	return p.n.Load()
}

// 5: parallel results
func Fetch(ctx context.Context, urls []string, get func(context.Context, string) (string, error)) ([]string, error) {
	out := make([]string, len(urls))
	errs := make([]error, len(urls))
	var wg sync.WaitGroup
	for i, u := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i], errs[i] = get(ctx, u)
		}()
	}
	wg.Wait()
	return out, errors.Join(errs...)
}

func Count(words []string) map[string]int {
	var mu sync.Mutex
	m := map[string]int{}
	var wg sync.WaitGroup
	for _, w := range words {
		wg.Add(1)
		go func(w string) {
			defer wg.Done()
			mu.Lock()
			m[strings.ToLower(w)]++
			mu.Unlock()
		}(w)
	}
	wg.Wait()
	return m
}

// 6: made once. The map that it returns may not be written, which nothing says.
type Config struct {
	once sync.Once
	vals map[string]string
	err  error
}

func (c *Config) Load() (map[string]string, error) {
	c.once.Do(func() { c.vals, c.err = read() })
	return c.vals, c.err // failed
}

func read() (map[string]string, error) { return map[string]string{"a": "b"}, nil }

// 7: http server with counters
type Server struct {
	mu    sync.Mutex
	hits  map[string]int
	total int64
	log   *log.Logger
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.hits[r.URL.Path]++
	n := s.hits[r.URL.Path]
	s.mu.Unlock()
	atomic.AddInt64(&s.total, 1)
	s.log.Printf("hit %s %d", r.URL.Path, n)
	fmt.Fprintf(w, "%d\n", n)
}

func (s *Server) Total() int64 { return atomic.LoadInt64(&s.total) }

// 8: broadcaster
type Hub struct {
	mu   sync.Mutex
	subs map[chan string]struct{}
}

func (h *Hub) Subscribe() chan string {
	ch := make(chan string, 8)
	h.mu.Lock()
	if h.subs == nil {
		h.subs = make(map[chan string]struct{})
	}
	h.subs[ch] = struct{}{}
	h.mu.Unlock()
	return ch
}

func (h *Hub) Unsubscribe(ch chan string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.subs[ch]; ok {
		delete(h.subs, ch)
		close(ch)
	}
}

func (h *Hub) Publish(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs {
		select {
		case ch <- s:
		default:
		}
	}
}

// 9: rate limiter
type Limiter struct {
	mu     sync.Mutex
	tokens float64
	last   time.Time
	rate   float64
}

func NewLimiter(rate float64) *Limiter { return &Limiter{rate: rate, tokens: rate, last: time.Now()} }

func (l *Limiter) Allow() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.tokens = min(l.rate, l.tokens+now.Sub(l.last).Seconds()*l.rate)
	l.last = now
	if l.tokens < 1 {
		return false
	}
	l.tokens--
	return true
}

// 10: future
type Future struct {
	done chan struct{}
	val  string
	err  error
}

func Go(f func() (string, error)) *Future {
	fu := &Future{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		fu.val, fu.err = f()
	}()
	return fu
}

func (f *Future) Wait() (string, error) {
	<-f.done
	return f.val, f.err
}

// 11: queue with cond
type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []string
	closed bool
}

func NewQueue() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Push(s string) {
	q.mu.Lock()
	q.items = append(q.items, s)
	q.mu.Unlock()
	q.cond.Signal()
}

func (q *Queue) Pop() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", false
	}
	s := q.items[0]
	q.items = q.items[1:]
	return s, true
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.cond.Broadcast()
}

// 12: state machine with embedded mutex
type State struct {
	sync.Mutex
	name  string
	hooks []func(string)
}

func (s *State) OnChange(f func(string)) {
	s.Lock()
	s.hooks = append(s.hooks, f)
	s.Unlock()
}

func (s *State) Set(name string) {
	s.Lock()
	s.name = name
	hooks := append([]func(string){}, s.hooks...)
	s.Unlock()
	for _, h := range hooks {
		h(name)
	}
}

// 13: start/stop service
type Service struct {
	mu      sync.Mutex
	running bool
	cancel  context.CancelFunc
	wg      sync.WaitGroup
}

func (s *Service) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		return errors.New("running")
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel, s.running = cancel, true
	s.wg.Add(1)
	go s.loop(ctx)
	return nil
}

func (s *Service) loop(ctx context.Context) {
	defer s.wg.Done()
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

func (s *Service) Stop() {
	s.mu.Lock()
	if !s.running {
		s.mu.Unlock()
		return
	}
	s.running = false
	cancel := s.cancel
	s.mu.Unlock()
	cancel()
	s.wg.Wait()
}

// 14: sync.Map, Pool, Value
type Misc struct {
	m    sync.Map
	bufs sync.Pool
	conf atomic.Value
	ptr  atomic.Pointer[Config2]
}
type Config2 struct{ A, B string }

func (m *Misc) Get(k string) (int, bool) {
	v, ok := m.m.Load(k)
	if !ok {
		return 0, false
	}
	return v.(int), true
}
func (m *Misc) Put(k string, v int) { m.m.Store(k, v) }
func (m *Misc) Conf() *Config2      { return m.ptr.Load() }
func (m *Misc) SetConf(c Config2)   { m.ptr.Store(&c) }
func (m *Misc) Format(s string) string {
	b, _ := m.bufs.Get().(*strings.Builder)
	if b == nil {
		b = new(strings.Builder)
	}
	b.Reset()
	b.WriteString(s)
	out := b.String()
	m.bufs.Put(b)
	return out
}

// 15: pipeline
func Pipeline(in []int) int {
	ch := make(chan int)
	sq := make(chan int)
	go func() {
		defer close(ch)
		for _, x := range in {
			ch <- x
		}
	}()
	go func() {
		defer close(sq)
		for x := range ch {
			sq <- x * x
		}
	}()
	sum := 0
	for x := range sq {
		sum += x
	}
	return sum
}

// 16: snapshot of stats by value
type Stats struct {
	Hits, Misses int
	ByName       map[string]int
}
type Counter struct {
	mu sync.Mutex
	st Stats
}

func (c *Counter) Hit(n string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.st.Hits++
	if c.st.ByName == nil {
		c.st.ByName = map[string]int{}
	}
	c.st.ByName[n]++
}
func (c *Counter) Snapshot() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.st
	s.ByName = make(map[string]int, len(c.st.ByName))
	for k, v := range c.st.ByName {
		s.ByName[k] = v
	}
	return s
}
