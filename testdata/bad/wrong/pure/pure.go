// Package pure calls functions in annotations that say something else than the code does.
package pure

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
}

//calvin:pure
func sign(n int) int {
	if n < 0 {
		return -1
	}
	if n > 0 {
		return 1
	}
	return 0
}

//calvin:pure
func between(a, x, b int) bool {
	if a <= b {
		return a <= x && x <= b
	} else {
		return b <= x && x <= a
	}
}

//calvin:pure
//calvin:requires t.mu == tid
func (t *T) balanced() bool { return t.n == t.m }

// Off has the sign of something else.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  sign(t.n) == sign(x)
func (t *T) Off(x int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = x - 1
} // failed

// Outside is not always between.
//
//calvin:atomic
//calvin:when    t.mu == free
//calvin:ensures between(x, result, y)
func (t *T) Outside(x, y int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if x < y {
		return x
	}
	return x + 1 // failed
}

// Tilts changes one of two.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  old(t.balanced()) ==> t.balanced()
func (t *T) Tilts() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
} // failed

// unlocked reads what it may not.
//
//calvin:pure
func (t *T) unlocked() bool {
	return t.n > 0 // failed
}

// counted does more than test and return.
//
//calvin:pure
func (t *T) counted() int {
	n := 0 // failed
	return n
}

// deep calls itself.
//
//calvin:pure
func deep(n int) int {
	if n <= 0 {
		return 0
	}
	return deep(n-1) + 1 // failed
}

// Deep relies on it.
//
//calvin:atomic // failed
//calvin:ensures result == deep(x)
func Deep(x int) int { return x }

// local has the name of one of the specification's functions.
func local(n int) bool { return n > 0 }

// far calls it.
//
//calvin:pure
func far(n int) bool {
	return !local(n) // failed
}
