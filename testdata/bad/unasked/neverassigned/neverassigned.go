// Package neverassigned has package variables that nobody assigns to, and others of the same form that somebody does.
package neverassigned

import "sync"

type entry struct {
	key   string
	value []byte
	err   error
}

var (
	none     = entry{}
	assigned entry
	filled   entry
	passed   entry
	noBytes  []byte
	// Exported may be set by whoever imports the package.
	Exported entry
)

// SetAssigned writes before anything else is done.
func init() { assigned = entry{value: shared} }

func init() { filled.value = shared }

func init() { fill(&passed) }

func fill(e *entry) { e.value = shared } // failed

var shared = make([]byte, 8)

// Shared lets everybody have the bytes.
func Shared() []byte { return shared }

type Iterator struct {
	mu      sync.Mutex
	current entry
}

func (it *Iterator) Skip() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = none
}

func (it *Iterator) Drop() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current.value = noBytes
}

func (it *Iterator) Put(b byte) {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = entry{key: "put", value: []byte{b}}
}

func (it *Iterator) Change() {
	it.mu.Lock()
	defer it.mu.Unlock()
	if len(it.current.value) > 0 {
		it.current.value[0]++
	}
}

func (it *Iterator) TakeAssigned() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = assigned // failed
}

func (it *Iterator) TakeFilled() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = filled // failed
}

func (it *Iterator) TakePassed() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = passed // failed
}

func (it *Iterator) TakeExported() {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.current = Exported // failed
}

// A version may be set by the linker, so what comes after it is reached.

var version string

var count int

func Count() int {
	if version != "" {
		count++ // failed
	}
	return count
}
