// Package branched hands over what one of several variables holds, and goes on as if it were its own; and it breaks what is
// promised of package variables.
//
//calvin:invariant low <= high
package branched

import "sync"

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	low int
	//calvin:guarded_by mu
	high int
)

// Raise raises one alone.
func Raise(n int) {
	mu.Lock()
	low = n
	mu.Unlock()
} // failed

// Lower lowers the other, and in two steps.
func Lower() {
	mu.Lock()
	high--
	mu.Unlock()
	mu.Lock() // failed
	low--
	mu.Unlock()
}

// Space counts on it where it need not hold.
func Space(n int) int {
	mu.Lock()
	defer mu.Unlock()
	low = n
	//calvin:assert low <= high // failed
	high = n
	return high - low
}

// Both keeps to it.
func Both(n int) {
	mu.Lock()
	low, high = n, n
	mu.Unlock()
}

// A Node is counted.
type Node struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (n *Node) count() {
	if n == nil {
		return
	}
	n.mu.Lock()
	n.n++
	n.mu.Unlock()
}

// One starts a goroutine that has one of two.
func One(first bool) int {
	p, q := new(Node), new(Node)
	r := p
	if !first {
		r = q
	}
	go func() { r.count() }()
	return p.n // failed
}

// Other starts it with the other one.
func Other(first bool) int {
	p, q := new(Node), new(Node)
	r := p
	if !first {
		r = q
	}
	go func() { r.count() }()
	q.n = 1 // failed
	return 0
}

type pair struct{ a, b *Node }

// Struct starts it with a struct.
func Struct(first bool) int {
	p, q := new(Node), new(Node)
	r := pair{p, p}
	if !first {
		r = pair{q, p}
	}
	go func() {
		r.a.count()
		r.b.count()
	}()
	return q.n // failed
}

// Deferred passes a literal on that has it.
func Deferred(first bool, run func(func())) int {
	p, q := new(Node), new(Node)
	r := p
	if !first {
		r = q
	}
	run(func() { r.count() })
	return q.n // failed
}

// Negated counts on what is computed of floats.
func Negated(x float64) int {
	y := -x
	z := -x
	n := 1
	if y != z {
		n = 0
	}
	return 1 / n // failed
}
