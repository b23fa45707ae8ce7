// Package rounds takes what it gets in one round of a loop for what it got in the one before.
package rounds

import (
	"sync"
	"sync/atomic"
)

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n  int
	rw sync.RWMutex
	a  atomic.Int64
	v  atomic.Value
	p  atomic.Pointer[T]
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	s []int
}

func Receive(ch chan int) {
	prev := 0
	for i := range 2 {
		x := <-ch
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func ReceiveOk(ch chan int) {
	prev := false
	for i := range 2 {
		_, ok := <-ch
		if i > 0 && ok != prev {
			panic("another") // failed
		}
		prev = ok
	}
}

func Select(a, b chan int) {
	prev := 0
	for i := range 2 {
		x := 0
		select {
		case x = <-a:
		case x = <-b:
		}
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func New() {
	var prev *T
	for i := range 2 {
		x := &T{}
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Locked(t *T) {
	prev := 0
	for i := range 2 {
		t.mu.Lock()
		x := t.n
		t.mu.Unlock()
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Atomic(t *T) {
	var prev int64
	for i := range 2 {
		x := t.a.Load()
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Pointer(t *T) {
	var prev *T
	for i := range 2 {
		x := t.p.Load()
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Try(t *T) {
	prev := false
	for i := range 2 {
		x := t.mu.TryLock()
		if x {
			t.mu.Unlock()
		}
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Keys(m map[int]bool) {
	prev, first := 0, true
	for x := range m {
		if !first && x != prev {
			panic("another") // failed
		}
		prev, first = x, false
	}
}

func Runes(s string) {
	var prev rune
	first := true
	for _, x := range s {
		if !first && x != prev {
			panic("another") // failed
		}
		prev, first = x, false
	}
}

func Floats(f float64) {
	prev := false
	for i := range 2 {
		f = f * f
		x := f < 2
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Called(f func() int) {
	prev := 0
	for i := range 2 {
		x := f()
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

// any gives what it likes.
//
//calvin:atomic
//calvin:ensures result >= 0
func (t *T) any() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return max(t.n, 0)
}

func ByContract(t *T) {
	prev := 0
	for i := range 2 {
		x := t.any()
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Interface(t *T) {
	prev := 0
	for i := range 2 {
		x, _ := t.v.Load().(int)
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}

func Bytes(s []byte) {
	prev := ""
	for i := range 2 {
		x := string(s)
		if i > 0 && x != prev {
			panic("another") // failed
		}
		prev = x
	}
}
