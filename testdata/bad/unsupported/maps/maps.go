// Package maps uses maps.
package maps

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]int
}

//calvin:atomic
func (t *T) Get(k string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k] // unknown
}

//calvin:atomic
func (t *T) Put(k string, v int) {
	t.mu.Lock()
	t.m[k] = v // unknown
	t.mu.Unlock()
}

//calvin:atomic
func (t *T) Drop(k string) {
	t.mu.Lock()
	delete(t.m, k) // unknown
	t.mu.Unlock()
}
