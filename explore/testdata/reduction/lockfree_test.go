package reduction

import (
	"sync"
	"sync/atomic"
	"testing"
)

// The data structures of nbds, as far as table 2 of "Assertion Guided Abstraction" uses them: a hash table, a list and a
// skip list without locks. Two goroutines work on them; the parameter is how many operations each has. What is asserted
// concerns the keys, as in nbds, and not what others do.

// hashTable has open addressing: a key is put into the first free cell from its hash on.
type hashTable struct{ cells [16]atomic.Uint32 }

func hash(key uint32) uint32 { return key * 2654435761 >> 16 }

func (h *hashTable) put(t *testing.T, key uint32) {
	if key == 0 {
		t.Error("zero is no key")
	}
	at := hash(key)
	for range h.cells {
		cell := &h.cells[at%16]
		if cell.CompareAndSwap(0, key) || cell.Load() == key {
			return
		}
		at++
	}
}

func hashing(t *testing.T, operations int) {
	h := &hashTable{}
	both(func(who int) {
		for k := range operations {
			h.put(t, uint32(1+(k+who)%operations))
		}
	})
}

// both runs two goroutines.
func both(f func(who int)) {
	var wg sync.WaitGroup
	for who := range 2 {
		wg.Go(func() { f(who) })
	}
	wg.Wait()
}

func TestHash2(t *testing.T) { hashing(t, 2) }
func TestHash3(t *testing.T) { hashing(t, 3) }
func TestHash4(t *testing.T) { hashing(t, 4) }
func TestHash5(t *testing.T) { hashing(t, 5) }
func TestHash6(t *testing.T) { hashing(t, 6) }
func TestHash7(t *testing.T) { hashing(t, 7) }
func TestHash8(t *testing.T) { hashing(t, 8) }

// A list is sorted; its first element is a sentinel.
type element struct {
	key  int
	next atomic.Pointer[element]
}

func (l *element) insert(t *testing.T, key int) {
	if key <= 0 {
		t.Error("only the sentinel has such a key")
	}
	e := &element{key: key}
	for {
		before, after := l, l.next.Load()
		for after != nil && after.key < key {
			before, after = after, after.next.Load()
		}
		if after != nil && after.key == key {
			return
		}
		e.next.Store(after)
		if before.next.CompareAndSwap(after, e) {
			return
		}
	}
}

func listing(t *testing.T, operations int) {
	l := &element{}
	both(func(who int) {
		for k := range operations {
			l.insert(t, 1+2*k+who)
		}
	})
}

func TestList1(t *testing.T) { listing(t, 1) }
func TestList2(t *testing.T) { listing(t, 2) }
func TestList3(t *testing.T) { listing(t, 3) }

// A tower is an element of a skip list with two levels: only the lower one decides what is in the list.
type tower struct {
	key  int
	next [2]atomic.Pointer[tower]
}

// find returns the neighbours of a key on a level.
func (l *tower) find(level, key int) (before, after *tower) {
	before, after = l, l.next[level&1].Load()
	for after != nil && after.key < key {
		before, after = after, after.next[level&1].Load()
	}
	return before, after
}

func (l *tower) insert(t *testing.T, key, height int) {
	if key <= 0 {
		t.Error("only the sentinel has such a key")
	}
	n := &tower{key: key}
	for level := range height {
		for {
			before, after := l.find(level, key)
			if after != nil && after.key == key {
				break
			}
			n.next[level&1].Store(after)
			if before.next[level&1].CompareAndSwap(after, n) {
				break
			}
		}
	}
}

func skipping(t *testing.T, operations int) {
	l := &tower{}
	both(func(who int) {
		for k := range operations {
			l.insert(t, 1+2*k+who, 1+k&1)
		}
	})
}

func TestSkipList1(t *testing.T) { skipping(t, 1) }
func TestSkipList2(t *testing.T) { skipping(t, 2) }
func TestSkipList3(t *testing.T) { skipping(t, 3) }
