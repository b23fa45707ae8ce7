// Package builder has objects that several functions build before others know them.
package builder

import (
	"errors"
	"sync"
)

type route struct {
	path     string
	methods  map[string]bool
	handlers []func()
}

// A Router owns its routes once it is built.
type Router struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	routes map[string]*route
	//calvin:guarded_by mu
	list []*route
}

// A Builder has no lock: its callers synchronise.
type Builder struct {
	routes map[string]*route
	list   []*route
	err    error
}

// NewBuilder returns a builder without routes.
func NewBuilder() *Builder { return &Builder{routes: make(map[string]*route)} }

// Handle adds a handler.
func (b *Builder) Handle(path string, f func()) *Builder {
	if b.err != nil {
		return b
	}
	r := b.routes[path]
	if r == nil {
		r = &route{path: path, methods: map[string]bool{}}
		b.routes[path] = r
		b.list = append(b.list, r)
	}
	r.handlers = append(r.handlers, f)
	return b
}

// Methods adds methods to a route.
func (b *Builder) Methods(path string, methods ...string) *Builder {
	r, ok := b.routes[path]
	if !ok {
		b.err = errors.New("no such path")
		return b
	}
	for _, m := range methods {
		r.methods[m] = true
	}
	return b
}

// Build gives the router what the builder has.
func (b *Builder) Build() (*Router, error) {
	if b.err != nil {
		return nil, b.err
	}
	return &Router{routes: b.routes, list: b.list}, nil
}

// Allow adds a method later.
func (r *Router) Allow(path, method string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.routes[path]; x != nil {
		x.methods[method] = true
	}
}

// Handlers counts the handlers.
func (r *Router) Handlers() (n int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, x := range r.list {
		if x != nil {
			n += len(x.handlers)
		}
	}
	return n
}

type session struct {
	id    string
	attrs map[string]string
	uses  int
}

func newSession(id string) *session { return &session{id: id, attrs: make(map[string]string)} }

func with(s *session, k, v string) *session {
	s.attrs[k] = v
	return s
}

func fill(s *session, kv map[string]string) {
	for k, v := range kv {
		s.attrs[k] = v
	}
}

// A Store has sessions, which helpers have made.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	all map[string]*session
}

// NewStore returns an empty one.
func NewStore() *Store { return &Store{all: make(map[string]*session)} }

// Open makes a session before it takes the lock.
func (st *Store) Open(id string, kv map[string]string) error {
	s := with(newSession(id), "state", "open")
	fill(s, kv)
	if len(s.attrs) == 0 {
		return errors.New("empty session")
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.all[id] = s
	return nil
}

// Load replaces all sessions.
func (st *Store) Load(ids []string) {
	m := make(map[string]*session, len(ids))
	for _, id := range ids {
		m[id] = with(newSession(id), "state", "loaded")
	}
	st.mu.Lock()
	st.all = m
	st.mu.Unlock()
}

// Use makes a session without the lock, and drops it if somebody else was faster.
func (st *Store) Use(id string) int {
	fresh := newSession(id)
	fresh.attrs["state"] = "new"
	st.mu.Lock()
	defer st.mu.Unlock()
	s, ok := st.all[id]
	if !ok {
		s = fresh
		st.all[id] = s
	}
	s.uses++
	return s.uses
}
