package reduction

import (
	"sync"
	"sync/atomic"
	"testing"
)

// What the paper's programs write without a lock is atomic here: in Go it would be a data race, and that the bug.

// Figure 7: who writes last decides on the assertion, though no expression mentions the first goroutine's write.
func slice(t *testing.T) {
	var a atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() { a.Store(5) })
	wg.Go(func() {
		a.Store(10)
		if v := a.Load(); v != 10 {
			t.Error("a is", v)
		}
	})
	wg.Wait()
}

func TestSlice(t *testing.T) { slice(t) }

// Figure 8: one lock protects an array of which each goroutine increments a half.
func halves(t *testing.T, size int) {
	var mu sync.Mutex
	array := make([]int, 16)
	var wg sync.WaitGroup
	for half := range 2 {
		wg.Go(func() {
			for i := half * size; i < (half+1)*size; i++ {
				mu.Lock()
				array[i]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i := range 2 * size {
		if array[i] != 1 {
			t.Error("element", i, "is", array[i])
		}
	}
}

func TestHalves2(t *testing.T) { halves(t, 2) }
func TestHalves4(t *testing.T) { halves(t, 4) }
func TestHalves8(t *testing.T) { halves(t, 8) }

// Figure 9: two goroutines write; a third sees what is left at the end.
func readWriteWrite(t *testing.T) {
	var a atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() {
		a.Store(3)
		a.Store(4)
	})
	wg.Go(func() {
		a.Store(5)
		a.Store(6)
	})
	wg.Wait()
	if a.Load() == 0 {
		t.Error("nothing was written")
	}
}

func TestReadWriteWrite(t *testing.T) { readWriteWrite(t) }
