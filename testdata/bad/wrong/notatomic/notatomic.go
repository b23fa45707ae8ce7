// Package notatomic does two things of which one alone ends a block, and says that they are one step.
package notatomic

import (
	"sync"
	"sync/atomic"
)

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	a    atomic.Int64
	b    atomic.Int64
	p    atomic.Pointer[T]
	v    atomic.Value
	once sync.Once
	// open stays open.
	//calvin:closable_if false
	open chan int
	wg   sync.WaitGroup
}

//calvin:atomic
//calvin:modifies t.a
func (t *T) AddAndReceive(ch chan int) int {
	t.a.Add(1)
	return <-ch // failed
}

//calvin:atomic
//calvin:modifies t.a
func (t *T) ReceiveAndAdd(ch chan int64) {
	t.a.Add(<-ch) // failed
}

//calvin:atomic
//calvin:modifies t.a
func (t *T) AddTwice() {
	t.a.Add(1)
	t.a.Add(1) // failed
}

//calvin:atomic
//calvin:modifies t.a, t.b
func (t *T) AddBoth() {
	t.a.Add(1)
	t.b.Add(1) // failed
}

//calvin:atomic
//calvin:modifies t.a, t.b
func (t *T) Swap() {
	t.b.Store(t.a.Swap(0)) // failed
}

//calvin:atomic
//calvin:modifies t.b
func (t *T) Move() {
	t.b.Store(t.a.Load()) // failed
}

//calvin:atomic
//calvin:modifies t.a
func (t *T) CheckAndSet() {
	if t.b.Load() == 0 {
		t.a.Store(1) // failed
	}
}

//calvin:atomic
//calvin:modifies t.a, t.b
func (t *T) SetAndSwap() {
	t.a.Store(1)
	t.b.CompareAndSwap(0, 1) // failed
}

//calvin:atomic
//calvin:modifies t.n
func (t *T) LockTwice() {
	t.mu.Lock()
	n := t.n
	t.mu.Unlock()
	t.mu.Lock()
	t.n = n + 1 // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.a, t.n
func (t *T) AddAndLock() {
	t.a.Add(1)
	t.mu.Lock()
	t.n++ // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) LockAndAdd() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.a.Add(1) // failed
}

// HeldAtSend lets who receives see the one change without the other.
//
//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtSend() {
	t.mu.Lock()
	t.n++
	t.open <- 1
	t.a.Add(1) // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtReceive() {
	t.mu.Lock()
	t.n++
	<-t.open
	t.a.Add(1) // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtSelect() {
	t.mu.Lock()
	t.n++
	select {
	case t.open <- 1:
	case <-t.open:
	}
	t.a.Add(1) // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtWait(wg *sync.WaitGroup) {
	t.mu.Lock()
	t.a.Add(1)
	wg.Wait() // failed
	t.n++
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtGo() {
	t.mu.Lock()
	go t.Count()
	t.n++
	t.a.Add(1) // failed
	t.mu.Unlock()
}

func (t *T) Count() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// A Doer does something.
type Doer interface {
	//calvin:requires n > 0
	Do(n int)
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtMethod(d Doer) {
	if d == nil {
		return
	}
	t.mu.Lock()
	t.n++
	d.Do(1)
	t.a.Add(1) // failed
	t.mu.Unlock()
}

//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) HeldAtFunction(f func()) {
	if f == nil {
		return
	}
	t.mu.Lock()
	t.n++
	f()
	t.a.Add(1) // failed
	t.mu.Unlock()
}
