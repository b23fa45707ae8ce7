// Package slicearrays converts slices to arrays, where elements are known by their addresses, too.
package slicearrays

import "sync"

// A Frame has a header behind a lock.
type Frame struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head []byte
}

// at makes elements known by their addresses.
func at(s []byte, i int) *byte {
	if i < 0 || i >= len(s) {
		return nil
	}
	return &s[i]
}

// Right reads under the lock.
func (f *Frame) Right() [4]byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.head) < 4 {
		return [4]byte{}
	}
	a := [4]byte(f.head)
	//calvin:assert a[1] == f.head[1]
	return a
}

// Late reads the elements without the lock.
func (f *Frame) Late() [4]byte {
	f.mu.Lock()
	h := f.head
	f.mu.Unlock()
	if len(h) < 4 {
		return [4]byte{}
	}
	return [4]byte(h) // failed
}

// Other takes one element for another.
func (f *Frame) Other() [4]byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.head) < 4 {
		return [4]byte{}
	}
	a := [4]byte(f.head)
	//calvin:assert a[1] == f.head[2] // failed
	return a
}

// Short may have too few.
func (f *Frame) Short() [4]byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return [4]byte(f.head) // failed
}

// Name reads the elements under the lock, as a string of which no more than the length is known.
func (f *Frame) Name() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := string(f.head)
	//calvin:assert len(s) == len(f.head)
	return s
}

// Twice converts again after a change: nothing says that both are the same.
func (f *Frame) Twice() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	last := ""
	for i := range f.head {
		s := string(f.head)
		//calvin:assert i == 0 || s == last // failed
		last = s
		f.head[i]++
	}
	return last
}

// LateName reads the elements without the lock.
func (f *Frame) LateName() string {
	f.mu.Lock()
	h := f.head
	f.mu.Unlock()
	return string(h) // failed
}

// A Route has addresses.
type Route struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	hops []hop
}

type hop struct {
	addr [4]byte
	cost int
}

// Hops copies under the lock, and leaves the rest alone.
func (r *Route) Hops() []hop {
	mine := make([]hop, 2)
	mine[1].addr[3] = 9
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]hop, len(r.hops))
	copy(all, r.hops)
	//calvin:assert mine[1].addr[3] == 9
	if len(all) > 1 {
		//calvin:assert all[1].cost == r.hops[1].cost
		all[1].cost++
	}
	return all
}

// Stale takes what it copied over for what was there before.
func (r *Route) Stale() []hop {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]hop, len(r.hops))
	copy(all, r.hops)
	if len(all) > 1 {
		//calvin:assert all[1].addr[2] == 0 // failed
		all[1].cost++
	}
	return all
}

// LateHops copies without the lock.
func (r *Route) LateHops() []hop {
	r.mu.Lock()
	h := r.hops
	r.mu.Unlock()
	return append([]hop(nil), h...) // failed
}
