// Package recursive calls functions that call themselves, and believes that they leave alone what they write.
package recursive

import (
	"sync"
	"sync/atomic"
)

type T struct {
	c, d sync.Mutex
	//calvin:guarded_by c
	m int
	//calvin:guarded_by c, d
	two int
	//calvin:guarded_by c
	s []int
	//calvin:guarded_by c
	kv map[int]int
	//calvin:writable_if held(c) || held(d)
	at   atomic.Int64
	hits atomic.Int64
}

//calvin:requires held(t.c)
func (t *T) setM(n int) {
	if n > 0 {
		t.setM(n - 1)
	}
	t.m = n
}

//calvin:requires held(t.c) && held(t.d)
func (t *T) setTwo(n int) {
	if n > 0 {
		t.setTwo(n - 1)
	}
	t.two = n
}

//calvin:requires held(t.c)
func (t *T) setElement(n int) {
	if n > 0 {
		t.setElement(n - 1)
	}
	if len(t.s) > 0 {
		t.s[0] = n
	}
}

//calvin:requires held(t.c)
func (t *T) setEntry(n int) {
	if n > 0 {
		t.setEntry(n - 1)
	}
	if t.kv != nil {
		t.kv[1] = n
	}
}

//calvin:requires held(t.d)
func (t *T) setAt(n int) {
	if n > 0 {
		t.setAt(n - 1)
	}
	t.at.Store(int64(n))
}

// count counts itself.
func (t *T) count(n int) {
	if n > 0 {
		t.count(n - 1)
	}
	t.hits.Add(1)
}

func (t *T) Field() {
	t.c.Lock()
	t.m = 1
	t.setM(3)
	//calvin:assert t.m == 1 // failed
	t.c.Unlock()
}

func (t *T) OfTwoLocks() {
	t.c.Lock()
	t.d.Lock()
	t.two = 1
	t.setTwo(3)
	//calvin:assert t.two == 1 // failed
	t.d.Unlock()
	t.c.Unlock()
}

func (t *T) Element() {
	t.c.Lock()
	if len(t.s) > 0 {
		t.s[0] = 1
		t.setElement(3)
		if len(t.s) > 0 && t.s[0] != 1 {
			panic("changed") // failed
		}
	}
	t.c.Unlock()
}

func (t *T) Entry() {
	t.c.Lock()
	if t.kv != nil {
		t.kv[1] = 1
		t.setEntry(3)
		if t.kv[1] != 1 {
			panic("changed") // failed
		}
	}
	t.c.Unlock()
}

func (t *T) Atomic() {
	t.c.Lock()
	t.d.Lock()
	t.at.Store(1)
	t.setAt(3)
	if t.at.Load() != 1 {
		panic("changed") // failed
	}
	t.d.Unlock()
	t.c.Unlock()
}

// A Pair has two equal numbers.
//
//calvin:invariant a == b
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	a, b int
	t    T
}

func (p *Pair) Halfway() {
	p.mu.Lock()
	p.a++
	p.t.count(1) // failed
	p.b++
	p.mu.Unlock()
}

func (t *T) Nothing(b bool) {
	var u *T
	if b {
		u = t
	}
	u.count(1) // failed
}

func (t *T) Unlocked() {
	t.setM(1) // failed
}

// takes takes the lock.
func (t *T) takes(n int) {
	if n > 0 {
		t.takes(n - 1)
	}
	t.c.Lock()
	t.m++
	t.c.Unlock()
}

func (t *T) Locked() {
	t.c.Lock()
	t.takes(1) // failed
	t.c.Unlock()
}

// share makes a node known.
func (t *T) share(n int, u *T) {
	if n > 0 {
		t.share(n-1, u)
	}
	shared.Store(u)
}

var shared atomic.Pointer[T]

func (t *T) Shared() {
	u := &T{}
	t.share(1, u)
	u.m = 1 // failed
}
