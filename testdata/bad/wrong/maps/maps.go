// Package maps does with maps what goes wrong.
package maps

import "sync"

// A T has maps under two locks.
//
//calvin:invariant m != nil
type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	spare map[string]int
	//calvin:guarded_by mu
	lists map[string][]int

	other sync.Mutex
	//calvin:guarded_by other
	n map[string]int

	names map[string]int // immutable
}

// New shares one map between two fields.
func New() *T {
	m := map[string]int{}
	t := &T{m: m}
	t.n = m // failed
	return t
}

// Nothing returns what breaks the invariant to callers that may share it.
func Nothing() *T {
	t := &T{}
	return t // failed
}

var shared *T

// Share publishes what breaks the invariant.
func Share() {
	t := &T{}
	go t.Len() // failed
}

// Len reads without the lock.
func (t *T) Len() int {
	t.mu.RLock()
	m := t.m
	t.mu.RUnlock()
	return len(m) // failed
}

// Get looks up without the lock.
func (t *T) Get(k string) int {
	t.mu.RLock()
	m := t.m
	t.mu.RUnlock()
	return m[k] // failed
}

// Put assigns under the read lock.
func (t *T) Put(k string, v int) {
	t.mu.RLock()
	t.m[k] = v // failed
	t.mu.RUnlock()
}

// Drop deletes under the read lock.
func (t *T) Drop(k string) {
	t.mu.RLock()
	delete(t.m, k) // failed
	t.mu.RUnlock()
}

// Reset clears under the wrong lock.
func (t *T) Reset() {
	t.other.Lock()
	defer t.other.Unlock()
	clear(t.m) // failed
}

// Sum goes on after the lock is released.
func (t *T) Sum() int {
	t.mu.RLock()
	m := t.m
	t.mu.RUnlock()
	n := 0
	for _, v := range m { // failed
		n += v
	}
	return n
}

// Nil assigns to a map that may be nil.
func (t *T) Nil(k string) {
	t.other.Lock()
	t.n[k] = 1 // failed
	t.other.Unlock()
}

// Forget loses the map.
func (t *T) Forget() {
	t.mu.Lock()
	t.m = nil
	t.mu.Unlock()
} // failed

// Swap gives the map of one lock to the other.
func (t *T) Swap() {
	t.mu.Lock()
	t.other.Lock()
	t.n = t.m // failed
	t.other.Unlock()
	t.mu.Unlock()
}

// Save gives the map of one object to another.
func (t *T) Save(u *T) {
	t.mu.Lock()
	u.spare = t.spare // failed
	t.mu.Unlock()
}

// Name writes what everybody may read.
func (t *T) Name(k string) {
	t.names[k] = 1 // failed
}

// Kept says that all other entries stay.
//
//calvin:atomic
//calvin:modifies t.m
//calvin:ensures  forall n string :: n != k ==> t.m[n] == old(t.m[n])
func (t *T) Kept(k, l string) {
	t.mu.Lock()
	t.m[k]++
	delete(t.m, l)
	t.mu.Unlock()
} // failed

// Frame changes an entry that it does not list.
//
//calvin:atomic
//calvin:modifies t.m[k]
func (t *T) Frame(k, l string) {
	t.mu.Lock()
	t.m[l] = 1
	t.mu.Unlock()
} // failed

// Count is wrong about the number of entries.
//
//calvin:atomic
//calvin:modifies t.m[k]
//calvin:ensures  len(t.m) == old(len(t.m))+1
func (t *T) Count(k string) {
	t.mu.Lock()
	t.m[k] = 1
	t.mu.Unlock()
} // failed

// Gone is wrong about what delete leaves.
//
//calvin:atomic
//calvin:modifies t.m[k]
//calvin:ensures  has(t.m, k)
func (t *T) Gone(k string) {
	t.mu.Lock()
	delete(t.m, k)
	t.mu.Unlock()
} // failed

// Twice gives up the lock between the read and the write.
//
//calvin:atomic
//calvin:modifies t.m[k]
//calvin:ensures  t.m[k] == old(t.m[k])+1
func (t *T) Twice(k string) {
	t.mu.RLock()
	v := t.m[k]
	t.mu.RUnlock()
	t.mu.Lock()
	t.m[k] = v + 1
	t.mu.Unlock()
} // failed

// Last believes that a range comes to every entry.
//
//calvin:atomic
//calvin:ensures result == 0 || has(t.m, "a")
func (t *T) Last() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n := 0
	for k := range t.m {
		if k != "b" {
			n = 1
		}
	}
	return n // failed
}

// Order believes in an order.
//
//calvin:atomic
//calvin:ensures has(t.m, "a") ==> result == "a"
func (t *T) Order() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for k := range t.m {
		return k // failed
	}
	return ""
}

// Stale believes what it has read before it deleted.
func (t *T) Stale(k string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.m[k]
	delete(t.m, k)
	//calvin:assert t.m[k] == v // failed
	_ = v
}

// Alias changes one parameter through the other.
func Alias(a map[string]int) {
	b := map[string]int{"x": 1}
	c := b
	c["x"] = 2
	//calvin:assert b["x"] == 1 // failed
	_ = a
}

// Append writes to a slice that others can see through the map.
func (t *T) Append(k string, v int) {
	t.mu.Lock()
	l := t.lists[k]
	t.mu.Unlock()
	if len(l) > 0 {
		l[0] = v // failed
	}
}

// A P is shared once it is in a shared map.
type P struct{ n int }

// Ps holds pointers.
type Ps struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]*P
}

// Add goes on writing what it has given away.
func (s *Ps) Add(k string) {
	p := &P{}
	s.mu.Lock()
	if s.m != nil {
		s.m[k] = p
	}
	s.mu.Unlock()
	p.n = 1 // failed
}

// Set is right: who has the lock has what the map leads to.
func (s *Ps) Set(k string) {
	p := &P{}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m != nil {
		s.m[k] = p
		p.n = 1
	}
}

// Key gives a pointer away as a key.
func Key(m map[*P]bool, c chan int) {
	p := &P{}
	own := map[*P]bool{p: true}
	go use(own)
	p.n = 1 // failed
}

func use(map[*P]bool) {}

// Nested gives away what is in a map that it gives away.
func Nested() {
	p := &P{}
	own := map[string]*P{"p": p}
	outer := map[string]map[string]*P{"own": own}
	go useOuter(outer)
	p.n = 1 // failed
}

func useOuter(map[string]map[string]*P) {}

// Local goes on writing a map that a goroutine reads.
func Local() {
	m := map[string]int{}
	go func() { _ = m["a"] }()
	m["a"] = 1 // failed
}
