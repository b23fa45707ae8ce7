// Package collected collects objects that a guard owns, and uses them after the unlock.
package collected

import (
	"maps"
	"slices"
	"sync"
)

type event struct{ n int }

type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byName map[string]*event
	//calvin:guarded_by mu
	all   []any
	other sync.Mutex
	//calvin:guarded_by other
	count int
}

func (l *Log) Pointers() {
	l.mu.Lock()
	events := slices.Collect(maps.Values(l.byName))
	l.mu.Unlock()
	if len(events) > 0 && events[0] != nil {
		events[0].n++ // failed
	}
}

func (l *Log) Interfaces() {
	l.mu.Lock()
	var last any
	for x := range slices.Values(l.all) {
		last = x
	}
	l.mu.Unlock()
	if e, ok := last.(*event); ok && e != nil {
		e.n++ // failed
	}
}

func (l *Log) Add(name string) {
	e := &event{}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName != nil {
		l.byName[name] = e
	}
	l.all = append(l.all, e)
}

func (l *Log) Counts() {
	l.mu.Lock()
	for _, e := range slices.Collect(maps.Values(l.byName)) {
		if e != nil {
			e.n++
		}
	}
	l.mu.Unlock()
	l.count++ // failed
}
