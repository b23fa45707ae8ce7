// Package required calls function literals without what they require.
package required

import "sync"

type C struct {
	mu, other sync.Mutex
	//calvin:guarded_by mu
	n int
}

func Positive(k int) {
	f := func(n int) {
		//calvin:requires n > 0
		_ = n
	}
	f(k) // failed
}

func SecondCall(k int) int {
	f := func(n int) int {
		//calvin:requires n > 0
		return 10 / n
	}
	if k <= 0 {
		return f(1)
	}
	return f(k) + f(k-1) // failed
}

func (c *C) OtherLock() {
	f := func() {
		//calvin:requires c.mu == tid
		println(c)
	}
	c.other.Lock()
	f() // failed
	c.other.Unlock()
}

func (c *C) AfterUnlock() {
	f := func() {
		//calvin:requires c.mu == tid
		println(c)
	}
	c.mu.Lock()
	f()
	c.mu.Unlock()
	f() // failed
}

func Deferred(n int) {
	f := func() {
		//calvin:requires n > 0
		println(10 / n)
	}
	defer f() // failed
	if n > 0 {
		f()
	}
}

func Assigned(n int) {
	f := func() {
		//calvin:requires n > 0
		println(10 / n)
	}
	if n < 1 {
		return
	}
	n--
	f() // failed
}

func Loop(n int) {
	f := func(k int) {
		//calvin:requires k > 0
		for range k {
			println(k)
		}
	}
	f(n) // failed
}

func Nil(p *int) {
	q := p
	if *p == 1 {
		q = nil
	}
	f := func(k *int) {
		//calvin:requires k != nil
		println(*k)
	}
	f(q) // failed
}

func Passed() {
	each := func(f func(int)) {
		for i := range 3 {
			f(i) // failed
		}
	}
	each(func(i int) {
		//calvin:requires i > 0
		println(10 / i)
	})
}

// Returned gives the literal to whoever calls: they do not know what it requires.
func (c *C) Returned() func() {
	return func() {
		//calvin:requires c.mu == tid // failed
		c.n++
	}
}

// NotUsed names a variable that the literal does not use.
func NotUsed(n, i int) int {
	f := func(i int) int {
		//calvin:requires i < n
		return i
	}
	return f(i) // failed
}

// Since has changed the variable by the time of the call.
func Since(n int) int {
	f := func(i int) int {
		//calvin:requires i < n
		return i
	}
	i := n - 1
	if n > 0 {
		n = 0
	}
	return f(i) // failed
}

// Shadowed means the variable around the literal, not the one around the call.
func Shadowed(n int) int {
	f := func(i int) int {
		//calvin:requires i < n
		return i
	}
	{
		n := n + 1
		return f(n - 1) // failed
	}
}

// ParameterOnTheWay has a parameter of the same name between the literal and its call.
func ParameterOnTheWay(n int) int {
	apply := func(n int, f func(int) int) int {
		return f(n - 1) // failed
	}
	return apply(n+1, func(i int) int {
		//calvin:requires i < n
		return i
	})
}

// Inner names a variable of the literal around it.
func Inner(k int) int {
	g := func(n int) int {
		f := func(i int) int {
			//calvin:requires i < n
			return i
		}
		return f(n) // failed
	}
	return g(k)
}
