package reduction

import (
	"sync"
	"testing"
)

// Figure 1 of "Assertion Guided Abstraction": threads put their messages into a hash table. The key of a message does not
// depend on what others do. With eleven threads no two keys are the same; with twelve and more some are.

const (
	slots    = 128
	messages = 4
)

// A table is shared; as in the paper, compare-and-swap is made of locks.
type table struct {
	locks [slots]sync.Mutex
	words [slots]uint32
}

func (t *table) compareAndSwap(h, old, new uint32) bool {
	t.locks[h].Lock()
	swapped := t.words[h] == old
	if swapped {
		t.words[h] = new
	}
	t.locks[h].Unlock()
	return swapped
}

func indexer(t *testing.T, threads int) {
	var shared table
	var wg sync.WaitGroup
	for tid := range threads {
		wg.Go(func() {
			for m := range messages {
				w := uint32(m+1)*11 + uint32(tid)
				h := w * 7 % slots
				if h >= slots {
					t.Error("the key is out of bounds")
				}
				for !shared.compareAndSwap(h, 0, w) {
					h = (h + 1) % slots
				}
			}
		})
	}
	wg.Wait()
}

func TestIndexer10(t *testing.T) { indexer(t, 10) }
func TestIndexer11(t *testing.T) { indexer(t, 11) }
func TestIndexer12(t *testing.T) { indexer(t, 12) }
func TestIndexer13(t *testing.T) { indexer(t, 13) }
func TestIndexer14(t *testing.T) { indexer(t, 14) }
func TestIndexer15(t *testing.T) { indexer(t, 15) }
func TestIndexer20(t *testing.T) { indexer(t, 20) }
