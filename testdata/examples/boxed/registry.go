// Package boxed has objects behind interfaces under its guards.
package boxed

import "sync"

// An event counts how often it has happened.
type event struct {
	times int
	notes []string
}

// An alarm has a level.
type alarm struct{ level int }

// A gauge has a lock of its own.
type gauge struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	value int
}

// A Registry has things of several types, by name. Events and alarms are the registry's; gauges look after themselves.
type Registry struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	byName map[string]any
	//calvin:guarded_by mu
	last any
	//calvin:guarded_by mu
	order []any
}

// NewRegistry makes an empty one.
func NewRegistry() *Registry { return &Registry{byName: map[string]any{}} }

// Note counts an event, and makes one if there is none of the name.
func (r *Registry) Note(name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.byName[name].(*event); ok && e != nil {
		e.times++
		e.notes = append(e.notes, text)
		return
	}
	if r.byName == nil {
		return
	}
	e := &event{times: 1}
	r.byName[name] = e
	r.last = e
	r.order = append(r.order, e)
}

// Touch changes what came last, by its type.
func (r *Registry) Touch(by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch x := r.last.(type) {
	case *event:
		if x != nil {
			x.times += by
		}
	case *alarm:
		if x != nil {
			x.level = by
		}
	case *gauge:
		if x != nil {
			x.set(by)
		}
	case int:
		r.last = x + by
	case nil:
		r.last = &alarm{level: by}
	}
}

func (g *gauge) set(value int) {
	g.mu.Lock()
	g.value = value
	g.mu.Unlock()
}

// Gauge adds a gauge, and goes on with it.
func (r *Registry) Gauge(name string) {
	g := &gauge{}
	r.mu.Lock()
	r.last = g
	if r.byName != nil {
		r.byName[name] = g
	}
	r.mu.Unlock()
	g.set(1)
}

// Put adds what its caller leaves to it.
func (r *Registry) Put(name string, x any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byName != nil {
		r.byName[name] = x
	}
}

// Times reads an event under the read lock.
func (r *Registry) Times(name string) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if e, ok := r.byName[name].(*event); ok && e != nil {
		return e.times
	}
	return 0
}

// Reset goes through all events.
func (r *Registry) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.order {
		if e, ok := x.(*event); ok && e != nil {
			e.times = 0
		}
	}
	r.last = nil
}
