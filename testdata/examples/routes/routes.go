// Package routes has a table of routes that several goroutines look up and change. The routes themselves are made once: whoever has found one
// uses it without the lock.
package routes

import (
	"slices"
	"strings"
	"sync"
)

// A Route says where requests for a prefix go.
//
//calvin:immutable
type Route struct {
	prefix string
	hosts  []string
	weight int
}

// New returns a route, with weight 1 if none is given.
func New(prefix string, weight int, hosts ...string) *Route {
	r := &Route{prefix: prefix, hosts: slices.Clone(hosts), weight: weight}
	r.complete()
	return r
}

// complete fills in what is not given.
//
//calvin:requires local(r)
func (r *Route) complete() {
	if r.weight == 0 {
		r.weight = 1
	}
}

// Host picks a host.
func (r *Route) Host(n int) string {
	if n < 0 || n >= len(r.hosts) {
		return ""
	}
	return r.hosts[n]
}

// Matches reports whether the route is for a path.
func (r *Route) Matches(path string) bool { return strings.HasPrefix(path, r.prefix) }

// hits counts what a route was used for.
type hits struct{ found, missed int }

func (h *hits) count(found bool) {
	if found {
		h.found++
		return
	}
	h.missed++
}

// A Table finds routes.
//
//calvin:concurrent
type Table struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	routes map[string]*Route
	//calvin:guarded_by mu
	last *Route
	//calvin:closable_if false
	added chan *Route
	stats sync.Mutex
	//calvin:guarded_by stats
	hits *hits
}

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{routes: map[string]*Route{}, added: make(chan *Route, 8), hits: &hits{}}
}

// Add puts in a route, and tells whoever waits for one.
func (t *Table) Add(r *Route) {
	t.mu.Lock()
	t.put(r)
	t.mu.Unlock()
	select {
	case t.added <- r:
	default:
	}
}

// put is called with the lock held.
func (t *Table) put(r *Route) {
	if t.routes == nil {
		t.routes = map[string]*Route{}
	}
	t.routes[r.prefix] = r
	t.last = r
}

// Find returns the host for a path, the last route that was added first.
func (t *Table) Find(prefix, path string, n int) string {
	t.mu.RLock()
	r := t.get(prefix)
	t.mu.RUnlock()
	found := r != nil && r.Matches(path)
	t.stats.Lock()
	if t.hits != nil {
		t.hits.count(found)
	}
	t.stats.Unlock()
	if !found {
		return ""
	}
	return r.Host(n)
}

func (t *Table) get(prefix string) *Route {
	if t.last != nil && t.last.prefix == prefix {
		return t.last
	}
	return t.routes[prefix]
}

// Next waits for a route to be added.
func (t *Table) Next() string {
	r := <-t.added
	if r == nil {
		return ""
	}
	return r.prefix
}
