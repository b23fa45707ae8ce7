// Package idiombuilder has objects that are built before others know them, and code that goes on building.
package idiombuilder

import "sync"

type route struct {
	path    string
	methods map[string]bool
	uses    int
}

type Router struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	routes map[string]*route
	//calvin:guarded_by mu
	list []*route
	//calvin:guarded_by mu
	total int
	other sync.Mutex
	//calvin:guarded_by other
	recent []*route
	//calvin:closable_if false
	built chan *Router
	//calvin:closable_if false
	builders chan *Builder
}

type Builder struct {
	routes map[string]*route
	list   []*route
}

func NewBuilder() *Builder { return &Builder{routes: make(map[string]*route)} }

func (b *Builder) Handle(path string) {
	r := &route{path: path, methods: map[string]bool{}}
	if b.routes != nil {
		b.routes[path] = r
	}
	b.list = append(b.list, r)
}

// Build is right: its callers leave it the builder.
func (b *Builder) Build() *Router {
	return &Router{routes: b.routes, list: b.list}
}

// HandlesOn is right: nobody else knows the router yet.
func HandlesOn() *Router {
	b := NewBuilder()
	r := b.Build()
	b.Handle("/")
	return r
}

func (r *Router) HandlesLater() {
	b := NewBuilder()
	r.built <- b.Build()
	b.Handle("/") // failed
}

func (r *Router) WritesListLater() {
	b := &Builder{list: make([]*route, 1)}
	r.built <- b.Build()
	b.list[0] = nil // failed
}

func BuildsTwice() (*Router, *Router) {
	b := NewBuilder()
	b.Handle("/")
	return b.Build(), b.Build() // failed
}

func InTwoLists() *Router {
	b := NewBuilder()
	b.Handle("/")
	return &Router{routes: b.routes, recent: b.list} // failed
}

func (r *Router) Reload(b *Builder) {
	r.mu.Lock()
	r.routes, r.list = b.routes, b.list
	r.mu.Unlock()
}

func (r *Router) ReloadsAndWrites() {
	b := NewBuilder()
	b.Handle("/")
	first := b.list[0:]
	r.Reload(b)
	if len(first) > 0 {
		first[0].uses++ // failed
	}
}

func (r *Router) ReloadsInto(o *Router) {
	b := NewBuilder()
	r.Reload(b)
	o.Reload(b) // failed
}

func (r *Router) ReloadedUnlocked(b *Builder) {
	r.routes = b.routes // failed
}

func (r *Router) UnderReadLock(b *Builder) {
	r.mu.RLock()
	r.list = b.list // failed
	r.mu.RUnlock()
}

func (r *Router) Back() *Builder {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &Builder{routes: r.routes, list: r.list} // failed
}

func (r *Router) Shared(o *Router) {
	b := &Builder{}
	r.mu.Lock()
	b.routes, b.list = r.routes, r.list
	r.mu.Unlock()
	o.mu.Lock()
	o.routes = b.routes // failed
	o.mu.Unlock()
}

func (r *Router) Published() {
	b := NewBuilder()
	b.Handle("/")
	r.builders <- b
	r.mu.Lock()
	r.routes = b.routes // failed
	r.mu.Unlock()
}

func (r *Router) Received(ch chan *Builder) {
	b := <-ch
	if b == nil {
		return
	}
	r.mu.Lock()
	r.list = b.list // failed
	r.mu.Unlock()
}

var builder = NewBuilder()

func (r *Router) Global() {
	r.mu.Lock()
	r.routes = builder.routes // failed
	r.mu.Unlock()
}

func (r *Router) Started(b *Builder) {
	go look(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.routes = b.routes // failed
}

func look(b *Builder) {}

// Counts reloads rightly, and then counts without the lock.
func (r *Router) Counts() {
	b := NewBuilder()
	b.Handle("/")
	r.Reload(b)
	r.total++ // failed
}
