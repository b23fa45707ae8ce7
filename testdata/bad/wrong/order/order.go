// Package order reads operands beside calls that change them, or give back their guard. Go orders the calls of an expression,
// not when its variables are read: the compiler reads most of them after the calls.
package order

import "sync"

type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	p *int
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	s []int
	//calvin:guarded_by mu
	at pair
	//calvin:guarded_by mu
	f func(int) int
	//calvin:guarded_by mu
	ch chan int
}

type pair struct{ a, b int }

func (p pair) plus(n int) int { return p.a + n }

//calvin:requires c.mu == tid
func (c *C) unlock() int {
	c.mu.Unlock()
	return 0
}

//calvin:requires c.mu == tid
func (c *C) relock() int {
	c.mu.Unlock()
	c.mu.Lock()
	return 0
}

//calvin:requires c.mu == tid
func (c *C) bump() int {
	c.n++
	return 0
}

func two(a, b int) int { return a }

func many(args ...int) int { return len(args) }

func (c *C) Return() (int, int) {
	c.mu.Lock()
	return c.n, c.unlock() // failed
}

func (c *C) Named() (n, m int) {
	c.mu.Lock()
	return c.n, c.unlock() // failed
}

func (c *C) Sum() int {
	c.mu.Lock()
	return c.n + c.unlock() // failed
}

func (c *C) Compared() bool {
	c.mu.Lock()
	return c.n == c.unlock() // failed
}

func (c *C) Negated() int {
	c.mu.Lock()
	return -c.n + c.unlock() // failed
}

func (c *C) Define() int {
	c.mu.Lock()
	a, b := c.n, c.unlock() // failed
	return a + b
}

func (c *C) Declare() int {
	c.mu.Lock()
	var a, b = c.n, c.unlock() // failed
	return a + b
}

func (c *C) Assign() (a, b int) {
	c.mu.Lock()
	a, b = c.n, c.unlock() // failed
	return a, b
}

func (c *C) Argument() int {
	c.mu.Lock()
	return two(c.n, c.unlock()) // failed
}

func (c *C) Variadic() int {
	c.mu.Lock()
	return many(1, c.n, c.unlock()) // failed
}

func (c *C) SliceLiteral() []int {
	c.mu.Lock()
	return []int{c.n, c.unlock()} // failed
}

func (c *C) ArrayLiteral() [2]int {
	c.mu.Lock()
	return [...]int{c.n, c.unlock()} // failed
}

func (c *C) StructLiteral() pair {
	c.mu.Lock()
	return pair{b: c.n, a: c.unlock()} // failed
}

func (c *C) Nested() *[2]pair {
	c.mu.Lock()
	return &[2]pair{{a: c.n}, {b: c.unlock()}} // failed
}

func (c *C) MapLiteral() map[string]int {
	c.mu.Lock()
	return map[string]int{"n": c.n, "m": c.unlock()} // failed
}

func (c *C) Boxed() []any {
	c.mu.Lock()
	return []any{c.n, c.unlock()} // failed
}

func (c *C) Converted() float64 {
	c.mu.Lock()
	return float64(c.n) + float64(c.unlock()) // failed
}

func (c *C) Entry() int {
	c.mu.Lock()
	return c.m["a"] + c.unlock() // failed
}

func (c *C) Len() int {
	c.mu.Lock()
	return len(c.m) + c.unlock() // failed
}

func (c *C) Least() int {
	c.mu.Lock()
	return min(c.n, c.unlock()) // failed
}

func (c *C) Element() int {
	c.mu.Lock()
	if len(c.s) == 0 {
		return c.unlock()
	}
	return c.s[0] + c.unlock() // failed
}

func (c *C) Append(n int) []int {
	c.mu.Lock()
	return append([]int{c.n}, c.unlock()) // failed
}

func (c *C) Copied() int {
	c.mu.Lock()
	return copy([]int{c.n}, []int{c.unlock()}) // failed
}

func (c *C) Receiver() int {
	c.mu.Lock()
	return c.at.plus(c.unlock()) // failed
}

func (c *C) MethodValue() int {
	c.mu.Lock()
	f, n := c.at.plus, c.unlock() // failed
	return f(n)
}

func (c *C) If() int {
	c.mu.Lock()
	if c.n > c.unlock() { // failed
		return 1
	}
	return 0
}

func (c *C) Switch() int {
	c.mu.Lock()
	switch c.n + c.unlock() { // failed
	case 1:
		return 1
	}
	return 0
}

func (c *C) Logical(b bool) bool {
	c.mu.Lock()
	if !b {
		c.mu.Unlock()
		return false
	}
	return b && c.n == c.unlock() // failed
}

func (c *C) Send(out chan int) {
	c.mu.Lock()
	out <- c.n + c.unlock() // failed
}

func (c *C) Go() {
	c.mu.Lock()
	go many(c.n, c.unlock()) // failed
}

func (c *C) Defer() {
	c.mu.Lock()
	defer many(c.n, c.unlock()) // failed
}

func (c *C) Literal() int {
	c.mu.Lock()
	return c.n + func() int { c.mu.Unlock(); return 1 }() // failed
}

func (c *C) Interrupted() int {
	c.mu.Lock()
	n := c.n + c.relock() // failed
	c.mu.Unlock()
	return n
}

func (c *C) Changed() int {
	c.mu.Lock()
	n := c.n + c.bump() // failed
	c.mu.Unlock()
	return n
}

func (c *C) Twice() int {
	c.mu.Lock()
	n := c.n + c.bump() - c.bump() // failed
	c.mu.Unlock()
	return n
}

func Captured() {
	x := 1
	y := x + func() int { x++; return 0 }() // failed
	//calvin:assert y == 1
	_ = y
}

func Result() (x int) {
	return x + func() int { x++; return 0 }() // failed
}

func Field() int {
	var p pair
	set := func() int { p.a++; return 1 }
	return p.a + set() // failed
}

func Inside() int {
	x := 0
	outer := func() int {
		return x + func() int { x++; return 0 }() // failed
	}
	return outer()
}

func Target() int {
	a := []int{0, 0}
	b := []int{0, 0}
	t := a
	t[0] = func() int { t = b; return 1 }() // failed
	return t[0]
}

func Index() int {
	a := []int{0, 0}
	i := 0
	a[i] = func() int { i = 1; return 1 }() // failed
	return a[0]
}

func Indexed() int {
	a, b := []int{1}, []int{2}
	return a[func() int { a = b; return 0 }()] // failed
}

func Sliced(a []int) []int {
	lo := 0
	if len(a) < 2 {
		return nil
	}
	return a[lo:func() int { lo = 1; return 2 }()] // failed
}

func Pointer() int {
	var a, b int
	p := &a
	*p = func() int { p = &b; return 1 }() // failed
	return *p
}

func Key() map[int]int {
	m, k := map[int]int{}, 0
	m[k] = func() int { k++; return 1 }() // failed
	return m
}

func Function() int {
	f := func(n int) int { return n }
	g := func(n int) int { return -n }
	h := f
	return h(func() int { h = g; return 1 }()) // failed
}

func Channel(a, b chan int) {
	c := a
	c <- func() int { c = b; return 1 }() // failed
}

func Divide() int {
	x, y := 1, 1
	return x/y + func() int { y = 0; return 1 }() // failed
}

func Asserted() int {
	var x any = 1
	return x.(int) + func() int { x = 2; return 1 }() // failed
}

func Joined() string {
	s := "a"
	return s + func() string { s = "b"; return "c" }() // failed
}

func Bytes(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return string(b) + func() string { b[0] = 'x'; return "c" }() // failed
}

func Ranged(a []int) {
	i := 0
	for range a[i:func() int { i = 1; return len(a) }()] { // failed
	}
}

type box[T any] struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	x T
}

//calvin:requires b.mu == tid
func (b *box[T]) unlock() T {
	var zero T
	b.mu.Unlock()
	return zero
}

func Generic(b *box[int]) (int, int) {
	b.mu.Lock()
	return b.x, b.unlock() // failed
}

type Q struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	wake chan int
	next *Q
}

// Handed reads what may be read only before q is shared.
func Handed(share chan *Q) int {
	q := &Q{n: 1}
	return q.n + func() int { share <- q; return 0 }() // failed
}
