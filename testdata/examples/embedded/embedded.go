// Package embedded is a registry that is its own lock.
package embedded

import "sync"

// A Registry numbers its entries.
//
//calvin:invariant 0 <= n
type Registry struct {
	sync.Mutex
	//calvin:guarded_by Mutex
	n int
	//calvin:guarded_by Mutex
	closed bool
}

const maxEntries = 1 << 20

// Register returns the number of a new entry, or -1 once the registry is full or closed.
//
//calvin:performs Refused [] Registered
//calvin:action   Refused
//calvin:when     r.Mutex == free
//calvin:ensures  result == -1 && (r.closed || r.n >= maxEntries)
//calvin:action   Registered
//calvin:when     r.Mutex == free
//calvin:modifies r.n
//calvin:ensures  result == old(r.n) && r.n == old(r.n)+1 && !r.closed
func (r *Registry) Register() int {
	r.Lock()
	defer r.Unlock()
	if r.closed || r.n >= maxEntries {
		return -1
	}
	r.n++
	return r.n - 1
}

// Close makes the registry refuse new entries.
//
//calvin:atomic
//calvin:when     r.Mutex == free
//calvin:modifies r.closed
//calvin:ensures  r.closed
func (r *Registry) Close() {
	r.Lock()
	r.closed = true
	r.Unlock()
}

// size returns the number of entries to a caller that has locked the registry.
//
//calvin:requires r.Mutex == tid
//calvin:atomic
//calvin:ensures  result == r.n && result >= 0
func (r *Registry) size() int { return r.n }

// Room returns how many entries may still be made.
//
//calvin:atomic
//calvin:when    r.Mutex == free
//calvin:ensures r.n <= maxEntries ==> result == maxEntries-r.n
func (r *Registry) Room() int {
	r.Lock()
	room := maxEntries - r.size()
	r.Unlock()
	return room
}
