// Package buffer is a bounded first-in first-out buffer.
package buffer

import "sync"

// A Ring holds up to a fixed number of integers: the count ones from head on, around the end of buf.
//
//calvin:invariant 0 <= head && head < len(buf)
//calvin:invariant 0 <= count && count <= len(buf)
type Ring struct {
	mu sync.Mutex
	//calvin:accessible_if[j] mu == tid
	buf []int
	//calvin:guarded_by mu
	head int
	//calvin:guarded_by mu
	count int
}

// New returns an empty buffer with room for size integers.
//
//calvin:requires 0 < size && size <= 1<<40
//calvin:atomic
//calvin:ensures  local(result) && len(result.buf) == size && result.count == 0
func New(size int) *Ring {
	return &Ring{buf: make([]int, size)}
}

// TryPut appends v if there is room, and reports whether it did.
//
//calvin:performs Full [] Put
//calvin:action   Full
//calvin:when     r.mu == free
//calvin:ensures  r.count == len(r.buf) && !result
//calvin:action   Put
//calvin:when     r.mu == free
//calvin:modifies r.count, r.buf[*]
//calvin:ensures  r.count == old(r.count)+1 && r.count <= len(r.buf) && result
//calvin:ensures  forall j int :: 0 <= j && j < len(r.buf) ==> r.buf[j] == old(r.buf[j]) || r.buf[j] == v
func (r *Ring) TryPut(v int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count == len(r.buf) {
		return false
	}
	tail := r.head
	if room := len(r.buf) - r.head; r.count < room {
		tail += r.count
	} else {
		tail = r.count - room
	}
	r.buf[tail] = v
	r.count++
	return true
}

// TryGet takes the oldest integer out.
//
//calvin:performs Empty [] Got
//calvin:action   Empty
//calvin:when     r.mu == free
//calvin:ensures  r.count == 0 && !ok
//calvin:action   Got
//calvin:when     r.mu == free
//calvin:modifies r.head, r.count
//calvin:ensures  r.count == old(r.count)-1 && ok
//calvin:ensures  v == r.buf[old(r.head)]
//calvin:ensures  r.head == old(r.head)+1 || r.head == 0 && old(r.head) == len(r.buf)-1
func (r *Ring) TryGet() (v int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count == 0 {
		return 0, false
	}
	v = r.buf[r.head]
	r.head++
	if r.head == len(r.buf) {
		r.head = 0
	}
	r.count--
	return v, true
}

// Len returns how many integers are in the buffer.
//
//calvin:atomic
//calvin:when    r.mu == free
//calvin:ensures result == r.count && 0 <= result
func (r *Ring) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}
