// Package unstable has a test that depends on addresses, which differ from run to run.
package unstable

import (
	"sync"
	"testing"
	"unsafe"
)

// A shard counts some of the values.
type shard struct {
	mu sync.Mutex
	n  int
}

func TestShards(t *testing.T) {
	var shards [8]shard
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			x := new([100]int)
			s := &shards[uintptr(unsafe.Pointer(x))/896%8]
			s.mu.Lock()
			defer s.mu.Unlock()
			s.n++
		})
	}
	wg.Wait()
}
