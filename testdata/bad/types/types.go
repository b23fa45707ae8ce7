// Package types does not type-check.
package types

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

//calvin:atomic
//calvin:modifies t.n
func (t *T) Set(s string) {
	t.mu.Lock()
	t.n = s
	t.mu.Unlock()
}
