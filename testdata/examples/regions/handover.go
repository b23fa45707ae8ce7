package regions

import (
	"sort"
	"sync"
)

// A span is what a tracer collects.
type span struct {
	name string
	ends int
}

// A Batch collects spans until somebody flushes them.
type Batch struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	spans []span
	//calvin:guarded_by mu
	counts map[string]int
	export func([]span)
}

// Add holds the lock.
func (b *Batch) Add(name string, ends int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spans = append(b.spans, span{name, ends})
	if b.counts == nil {
		b.counts = make(map[string]int)
	}
	b.counts[name]++
}

// Flush takes all spans out under the lock. Then they are its own: it sorts and changes them without the lock, and lets another
// goroutine read them.
func (b *Batch) Flush() {
	b.mu.Lock()
	spans := b.spans
	b.spans = nil
	b.mu.Unlock()
	sort.Slice(spans, func(i, j int) bool { return spans[i].ends < spans[j].ends })
	for i := range spans {
		spans[i].name = "flushed " + spans[i].name
	}
	if b.export != nil {
		b.export(spans)
	}
}

// Counts leaves a new map in place of what it returns. The caller may write that.
func (b *Batch) Counts() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	counts := b.counts
	b.counts = make(map[string]int, len(counts))
	return counts
}

// Merge adds what it takes out of another batch.
func (b *Batch) Merge(from *Batch) {
	counts := from.Counts()
	if counts == nil {
		return
	}
	counts["merged"]++
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts = counts
}

// A waiter is in a list that is taken as a whole.
type waiter struct {
	woken bool
	next  *waiter
}

// Waiters has a list.
type Waiters struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *waiter
}

// Wait adds one.
func (w *Waiters) Wait() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.head = &waiter{next: w.head}
}

// WakeAll takes the list, and goes through it without the lock.
func (w *Waiters) WakeAll() int {
	w.mu.Lock()
	list := w.head
	w.head = nil
	w.mu.Unlock()
	n := 0
	for x := list; x != nil; x = x.next {
		x.woken = true
		n++
	}
	return n
}
