// Package operands reads operands beside calls. Go leaves open whether it reads an operand before or after the calls to its
// right; here that makes no difference.
package operands

import "sync"

// A Meter counts under a lock.
type Meter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
	//calvin:guarded_by mu
	limit int
	//calvin:guarded_by mu
	seen  map[string]int
	scale int
	ready chan int
}

// take counts n, and returns how many there are now.
//
//calvin:requires m.mu == tid
func (m *Meter) take(n int) int {
	m.count += n
	return m.count
}

//calvin:requires m.mu == tid
func (m *Meter) unlock() int {
	m.mu.Unlock()
	return 1
}

// Read reads into a variable what the call then leaves to others.
func (m *Meter) Read() int {
	m.mu.Lock()
	n := m.count
	return n * m.unlock()
}

// Take reads, beside the call, a variable that the call does not change, with the lock held all the time.
//
//calvin:atomic
//calvin:modifies m.count
//calvin:ensures  m.count == old(m.count)+1
func (m *Meter) Take() (left int) {
	m.mu.Lock()
	left = m.limit - m.take(1)
	m.mu.Unlock()
	return left
}

// After reads to the right of the call.
func (m *Meter) After() (int, int) {
	m.mu.Lock()
	now, limit := m.take(1), m.limit
	m.mu.Unlock()
	return now, limit
}

// Consumed passes the operand to a call that comes before the one that gives the lock back.
func (m *Meter) Consumed() (int, int) {
	m.mu.Lock()
	return double(m.count), m.unlock()
}

func double(n int) int { return 2 * n }

// Add reads the variable that it adds to after the call.
func (m *Meter) Add() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count += len(m.seen) + m.take(1)
}

// Fixed reads what never changes.
func (m *Meter) Fixed() int {
	m.mu.Lock()
	return m.scale * m.unlock()
}

// Other has a lock that is not the callee's.
//
//calvin:requires a != b
func Other(a, b *Meter) int {
	a.mu.Lock()
	n := a.count + b.Read()
	a.mu.Unlock()
	return n
}

// Logical reads before the call: a logical operation evaluates its left side first.
func (m *Meter) Logical() bool {
	m.mu.Lock()
	if m.count > 0 && m.unlock() > 0 {
		return true
	}
	m.mu.Unlock()
	return false
}

// Switch keeps what it compares with.
func (m *Meter) Switch() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.count {
	case m.take(1):
		return "one"
	}
	return "none"
}

// Select evaluates the channels of its cases in the order of the source.
func (m *Meter) Select(a, b chan int) int {
	ready := m.ready
	other := func() chan int {
		ready = b
		return a
	}
	select {
	case n := <-ready:
		return n
	case n := <-other():
		return n
	}
}

// Counter keeps its count in a variable that a function literal changes.
func Counter() int {
	n := 0
	next := func() int { n++; return n }
	first := next()
	return first*10 + next()
}

// Elements are not changed by appending to what they are elements of.
func Elements(n int) ([]int, int) {
	a := []int{1, 2}
	return append(a, n), a[0] + len(append(a, n))
}
