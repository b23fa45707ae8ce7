// Package plain has no annotation.
package plain

import "sync"

var mu sync.Mutex

// F locks and unlocks.
func F() {
	mu.Lock()
	mu.Unlock()
}
