// Package sequential has the faults that programs of one goroutine have, and a few of many.
package sequential

import (
	"sync"
	"sync/atomic"
)

func Shift(n int) int      { return 1 << n } // failed
func Div(a, b int) int     { return a / b }  // failed
func Mod(a, b uint8) uint8 { return a % b }  // failed
func Neg(x int) int {
	if x < 0 {
		x = -x
	}
	//calvin:assert x >= 0 // failed
	return x
}
func Conv(x int) int8 {
	y := int8(x)
	//calvin:assert int(y) == x // failed
	return y
}
func Sub(x uint) uint {
	y := x - 1
	//calvin:assert y < x // failed
	return y
}
func Mul(x, y int32) int32 {
	if x > 0 && y > 0 {
		z := x * y
		//calvin:assert z > 0 // failed
		return z
	}
	return 1
}
func ShiftBig(x uint32, n uint) uint32 {
	y := x << n
	//calvin:assert n < 32 || y == x // failed
	return y
}
func Slice(a []int, i, j int) []int { return a[i:j] } // failed
func Slice3(a []int) []int {
	if len(a) > 3 {
		return a[1:2:100] // failed
	}
	return nil
}
func Str(s string, i int) byte { return s[i] }           // failed
func Str2(s string) string     { return s[1:] }          // failed
func Make(n int) []int         { return make([]int, n) } // failed
func Nil(p *int) int           { return *p }
func Func(f func())            { f() }
func ConstIdx(a []int) int {
	if len(a) >= 3 {
		return a[3] // failed
	}
	return 0
}
func Append(a []int) {
	b := append(a, 1)
	c := append(a, 2)
	if len(b) > 0 && len(c) > 0 {
		//calvin:assert b[len(b)-1] == 1 // failed
	}
}
func Copy() {
	a := []int{1, 2, 3}
	copy(a[1:], a)
	//calvin:assert a[2] == 1 // failed
}
func RightCopy() {
	a := []int{1, 2, 3}
	copy(a[1:], a)
	//calvin:assert a[2] == 2
}

type E struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}
type F struct {
	E
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (f *F) Inner() {
	f.mu.Lock()
	f.E.n = 1 // failed
	f.mu.Unlock()
}
func (f *F) Outer() {
	f.E.mu.Lock()
	f.n = 1 // failed
	f.E.mu.Unlock()
}

type G struct{ *E }

func (g *G) Promoted() { g.n = 1 } // failed
func (g *G) Other(h *G) {
	g.E.mu.Lock() // failed
	h.n = 1
	g.E.mu.Unlock()
}

//calvin:atomic
//calvin:ensures local(result)
func Local() *E { return glob } // failed

var glob = &E{}

//calvin:requires local(e)
//calvin:atomic
//calvin:modifies e.n
//calvin:ensures local(e)
func Keep(e *E) { glob = e } // failed

//calvin:requires local(e)
func init2(e *E) { e.n = 1 }

func Call(e *E) { init2(e) } // failed

func Call2() {
	e := &E{}
	glob = e // failed
	init2(e)
}

//calvin:pure
func impure() int { glob.n = 1; return 1 } // failed

var cnt atomic.Int64

//calvin:pure
func impure2() int64 { return cnt.Load() }

func Pure() {
	x := impure2()
	y := impure2()
	//calvin:assert x == y // failed
	_, _ = x, y
}

type arr struct {
	mu [2]sync.Mutex
	//calvin:accessible_if[j] mu[j] == tid
	v [2]int
}

func (a *arr) Idx(i int) {
	if i == 0 || i == 1 {
		a.mu[i].Lock()
		a.v[1-i] = 3 // failed
		a.mu[i].Unlock()
	}
}
func (a *arr) Range() int {
	s := 0
	a.mu[0].Lock()
	for _, x := range a.v { // failed
		s += x
	}
	a.mu[0].Unlock()
	return s
}
func (a *arr) Ptr() {
	a.mu[0].Lock()
	p := &a.v[0]
	a.mu[0].Unlock()
	*p = 3 // failed
}

func inc(p *int) { *p++ }

func (e *E) Interior() { inc(&e.n) } // failed
func (e *E) Interior2() {
	e.mu.Lock()
	p := &e.n
	e.mu.Unlock()
	inc(p) // failed
}

//calvin:atomic
//calvin:modifies *p
//calvin:ensures *p == 0
//calvin:requires local(p)
func zero(p *int) { *p = 0 }

func (e *E) Interior3() { zero(&e.n) } // failed

func (e *E) escape() *int { return &e.n }

func (e *E) Escape() {
	p := e.escape()
	*p = 1 // failed
}

type S struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	n int
}

func (s *S) R() {
	s.mu.RLock()
	s.n++ // failed
	s.mu.RUnlock()
}
func (s *S) Up() {
	s.mu.RLock()
	s.mu.Lock() // failed
	s.n++
	s.mu.Unlock()
	s.mu.RUnlock()
}
func (s *S) R2() {
	s.mu.RLock()
	s.mu.Unlock() // failed
}
func (s *S) Mix() {
	s.mu.Lock()
	s.mu.RUnlock() // failed
}

func Goto(n int) {
	i := 0
loop:
	if i < n {
		i++
		goto loop
	}
	//calvin:assert i == n // failed
}

func Switch(n int) int {
	r := 0
	switch n {
	case 1:
		r = 1
		fallthrough
	case 2:
		r += 2
	default:
		r = 7
	}
	//calvin:assert n != 1 || r == 1 // failed
	return r
}

func Label() {
	x := 0
outer:
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			if j == 1 {
				continue outer
			}
			x++
		}
	}
	//calvin:assert x == 9 // failed
}

func Iota() {
	const (
		a = iota * 2
		b
	)
	x := b
	//calvin:assert x == 1 // failed
	_ = x
}

func Compare(a, b [2]int) {
	if a == b {
		//calvin:assert a[0] != b[0] // failed
	}
}

func ClosureVar() {
	x := 0
	f := func() { x++ }
	f()
	f()
	//calvin:assert x == 1 // failed
}

func Panic(x int) {
	if x > 3 {
		panic("x") // failed
	}
}

func Multi() (a, b int) {
	a, b = 1, 2
	a, b = b, a
	//calvin:assert a == 1 // failed
	return
}

type gen[T any] struct{ v T }

func (g *gen[T]) set(v T) { g.v = v }

func Generic() {
	g := &gen[int]{}
	g.set(3)
	//calvin:assert g.v == 4 // failed
}
