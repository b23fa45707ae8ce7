// Package reads reads guarded variables in every place where an expression may stand.
package reads

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	b bool
	//calvin:guarded_by mu
	s string
	//calvin:guarded_by mu
	p *T
	//calvin:guarded_by mu
	items []int
}

func (t *T) InIf() int {
	if t.b { // failed
		return 1
	}
	return 0
}

func (t *T) InFor() {
	for t.b { // failed
	}
}

func (t *T) InSwitch() int {
	switch t.n { // failed
	case 1:
		return 1
	}
	return 0
}

func (t *T) InCase(n int) int {
	switch n {
	case t.n: // failed
		return 1
	}
	return 0
}

func (t *T) InIndex(a [4]int) int {
	return a[t.n&3] // failed
}

func (t *T) InLiteral() []int {
	return []int{t.n} // failed
}

func (t *T) InCall() int {
	return id(t.n) // failed
}

func id(n int) int { return n }

func (t *T) InGo() {
	go id(t.n) // failed
}

func (t *T) InDefer() {
	defer id(t.n) // failed
}

func (t *T) InRange() {
	for range t.n { // failed
	}
}

func (t *T) InLen() int {
	return len(t.items) // failed
}

func (t *T) InStringLen() int {
	return len(t.s) // failed
}

func (t *T) InShortCircuit(c bool) bool {
	return c && t.b // failed
}

func (t *T) InIncrement() {
	t.n++ // failed
}

func (t *T) InOp() {
	t.n += 2 // failed
}

func (t *T) InMake() []int {
	return make([]int, t.n&3) // failed
}

func (t *T) InConversion() int64 {
	return int64(t.n) // failed
}

func (t *T) InReturn() (int, bool) {
	return t.n, t.b // failed
}

func (t *T) InMethod() int {
	return t.p.value() // failed
}

func (t *T) value() int { return 3 }

func (t *T) InClosure() int {
	return func() int {
		return t.n // failed
	}()
}

func (t *T) InDeferredClosure() {
	t.mu.Lock()
	defer func() {
		t.n = 1 // failed
	}()
	t.mu.Unlock()
}

func (t *T) InTuple() (a int, b bool) {
	a, b = t.n, t.b // failed
	return
}

func (t *T) InAppend() []int {
	return append([]int(nil), t.n) // failed
}

func (t *T) InMin(n int) int {
	return min(n, t.n) // failed
}

func (t *T) InCompare(u *T) bool {
	return t.p == u // failed
}

func (t *T) InAddress() *int {
	p := &t.n
	return p // failed
}

func (t *T) InUnary() int {
	return -t.n // failed
}

func (t *T) InSlice() []int {
	return t.items[:0] // failed
}

func (t *T) InConcat() string {
	return t.s + "x" // failed
}
