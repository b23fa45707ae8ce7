// Package control gets Go's flow of control wrong.
package control

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// DeferArgs evaluates the argument when the defer statement runs.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == 2
func (t *T) DeferArgs() {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := 1
	defer t.set(v)
	v = 2
	_ = v
} // failed

// set is called with the lock held.
//
//calvin:requires t.mu == tid
func (t *T) set(v int) { t.n = v }

// DeferOrder unlocks first, for that is deferred last.
func (t *T) DeferOrder() {
	t.mu.Lock()
	defer t.set(1) // failed
	defer t.mu.Unlock()
}

// DeferResult changes the result after the return.
//
//calvin:atomic
//calvin:ensures n == 1
func DeferResult() (n int) {
	defer func() { n++ }()
	return 1 // failed
}

// EarlyReturn forgets to unlock on one way out.
func (t *T) EarlyReturn(b bool) int {
	t.mu.Lock()
	if b {
		return t.n // failed
	}
	t.mu.Unlock()
	return 0
}

// Break leaves the loop with the lock.
func (t *T) Break(n int) {
	for i := range n {
		t.mu.Lock()
		if i == 3 {
			break
		}
		t.mu.Unlock()
	}
} // failed

// Continue skips the unlocking.
func (t *T) Continue(n int) {
	for i := range n {
		t.mu.Lock() // failed
		if i == 3 {
			continue
		}
		t.mu.Unlock()
	}
}

// Fallthrough goes on to the next case.
//
//calvin:atomic
//calvin:ensures result == 1
func Fallthrough(n int) (r int) {
	switch n {
	case 0:
		r = 1
		fallthrough
	default:
		r = 2
	}
	return r // failed
}

// ShortCircuit does not evaluate the right operand.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == 1
func (t *T) ShortCircuit(b bool) {
	t.mu.Lock()
	_ = b && t.one()
	t.mu.Unlock()
} // failed

// one is called with the lock held.
//
//calvin:requires t.mu == tid
func (t *T) one() bool { t.n = 1; return true }

// Labelled continues the outer loop.
func Labelled(n int) (count int) {
outer:
	for range n {
		for j := range 10 {
			if j == 5 {
				continue outer
			}
		}
		count++
	}
	//calvin:assert count == n // failed
	return count
}

// LoopInvariant is not preserved.
func LoopInvariant(n int) (sum int) {
	//calvin:invariant sum == 0 // failed
	for i := range n {
		sum += i
	}
	return sum
}

// LoopEntry does not hold at first.
func LoopEntry(n int) (sum int) {
	//calvin:invariant sum > 0 // failed
	for range n {
		sum = 1
	}
	return sum
}

// AfterLoop claims too much.
func AfterLoop(n int) {
	i := 0
	for i < n {
		i++
	}
	//calvin:assert i == n // failed
}

// Swapped exchanges.
func Swapped(a, b int) {
	x, y := a, b
	x, y = y, x
	//calvin:assert x == a // failed
	_, _ = x, y
}

// LoopVariable is a new one in every iteration, which the goroutine has to itself only if it alone writes it.
func LoopVariable(n int) {
	for i := 0; i < n; i++ {
		go func() {
			_ = i
		}()
		i++ // failed
	}
}

// WrittenLater changes what a goroutine reads.
func WrittenLater() {
	n := 0
	go func() {
		_ = n
	}()
	n = 1 // failed
}

// Assumed does not hold, however often it is assumed elsewhere.
func Assumed(n int) {
	if n > 3 {
		//calvin:assume n > 5
		_ = n
	}
	//calvin:assert n > 5 // failed
}
