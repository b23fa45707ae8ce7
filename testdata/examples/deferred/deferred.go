// Package deferred unlocks with defer, in the ways that people do.
package deferred

import "sync"

// A Meter has two readings that change together.
//
//calvin:invariant high >= low
type Meter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	low, high int
}

// Show makes v known to the meter.
//
//calvin:atomic
//calvin:when     m.mu == free
//calvin:modifies m.low, m.high
//calvin:ensures  m.low <= v && v <= m.high
//calvin:ensures  m.low <= old(m.low) && m.high >= old(m.high)
func (m *Meter) Show(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v < m.low {
		m.low = v
		return
	}
	if v > m.high {
		m.high = v
	}
}

// Range returns both readings.
//
//calvin:atomic
//calvin:when    m.mu == free
//calvin:ensures low == m.low && high == m.high && low <= high
func (m *Meter) Range() (low, high int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.low, m.high
}

// Clear sets both readings to zero by way of a deferred function literal.
//
//calvin:atomic
//calvin:when     m.mu == free
//calvin:modifies m.low, m.high
//calvin:ensures  m.low == 0 && m.high == 0
func (m *Meter) Clear() {
	m.mu.Lock()
	defer func() {
		m.high = 0
		m.mu.Unlock()
	}()
	m.low = 0
	if m.high < 0 {
		m.high = 0
	}
}

// copyFrom makes m show what other shows; the two are locked one inside the other.
//
//calvin:requires m != other
//calvin:atomic
//calvin:when     m.mu == free && other.mu == free
//calvin:modifies m.low, m.high
//calvin:ensures  m.low == other.low && m.high == other.high
func (m *Meter) copyFrom(other *Meter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	other.mu.Lock()
	defer other.mu.Unlock()
	m.low = other.low
	m.high = other.high
}

// Widen moves the readings apart by n each, if that is possible, with an early return under a conditional defer.
//
//calvin:performs Nothing [] Widened
//calvin:action   Nothing
//calvin:ensures  !result
//calvin:action   Widened
//calvin:when     m.mu == free
//calvin:modifies m.low, m.high
//calvin:ensures  result && m.low == old(m.low)-n && m.high == old(m.high)+n
func (m *Meter) Widen(n int) bool {
	if n > 0 {
		m.mu.Lock()
		defer m.mu.Unlock()
	} else {
		return false
	}
	if m.low < -1<<62 || m.high >= 1<<62 || n >= 1<<62 {
		return false
	}
	m.low -= n
	m.high += n
	return true
}

// Clone returns a meter that shows what m does. Nobody else has its lock.
func (m *Meter) Clone() *Meter {
	n := new(Meter)
	n.copyFrom(m)
	return n
}
