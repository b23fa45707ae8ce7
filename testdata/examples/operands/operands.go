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
	scale int
}

// take counts one more, and returns how many there are now.
//
//calvin:requires m.mu == tid
func (m *Meter) take() int {
	m.count++
	return m.count
}

//calvin:requires m.mu == tid
func (m *Meter) unlock() int {
	m.mu.Unlock()
	return 1
}

// Raise changes the limit.
//
//calvin:atomic
//calvin:modifies m.limit
//calvin:ensures  m.limit == old(m.limit)+1
func (m *Meter) Raise() {
	m.mu.Lock()
	m.limit++
	m.mu.Unlock()
}

// Read reads into a variable what the call then leaves to others.
//
//calvin:atomic
//calvin:ensures result == m.count
func (m *Meter) Read() int {
	m.mu.Lock()
	n := m.count
	return n * m.unlock()
}

// Left reads, beside the call, a variable that the call does not change, with the lock held all the time.
//
//calvin:atomic
//calvin:modifies m.count
//calvin:ensures  m.count == old(m.count)+1
//calvin:ensures  result == m.limit - m.count
func (m *Meter) Left() int {
	m.mu.Lock()
	left := m.limit - m.take()
	m.mu.Unlock()
	return left
}

// Both reads to the right of the call.
//
//calvin:atomic
//calvin:modifies m.count
//calvin:ensures  m.count == old(m.count)+1
//calvin:ensures  result.0 == m.count
//calvin:ensures  result.1 == m.limit
func (m *Meter) Both() (int, int) {
	m.mu.Lock()
	now, limit := m.take(), m.limit
	m.mu.Unlock()
	return now, limit
}

// Fixed passes the operand to a call that comes before the one that gives the lock back; what never changes may be read later.
//
//calvin:atomic
//calvin:ensures result == m.scale + m.count
func (m *Meter) Fixed() int {
	m.mu.Lock()
	return m.scale + same(m.count)*m.unlock()
}

func same(n int) int { return n }

// Positive reads before the call: a logical operation evaluates its left side first.
//
//calvin:atomic
//calvin:ensures result == (m.count > 0)
func (m *Meter) Positive() bool {
	m.mu.Lock()
	if m.count > 0 && m.unlock() == 1 {
		return true
	}
	m.mu.Unlock()
	return false
}
