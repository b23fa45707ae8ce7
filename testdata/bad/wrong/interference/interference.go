// Package interference forgets what other goroutines do in the meantime.
package interference

import (
	"sync"
	"sync/atomic"
)

// A T has a variable of each kind.
//
//calvin:transition old(closed) ==> closed
type T struct {
	set atomic.Bool
	//calvin:readable_if true
	//calvin:writable_if held(mu)
	xs []int32
	//calvin:guarded_by mu
	ys []int
	it atomic.Pointer[item]

	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
	//calvin:guarded_by mu
	head   *node
	closed atomic.Bool
	a      atomic.Int64
	b      atomic.Int64
	//calvin:writable_if !closed
	open atomic.Int64
	//calvin:writable_if held(mu)
	half atomic.Int64
	cur  atomic.Pointer[node]
	//calvin:transfers
	//calvin:closable_if false
	free chan *node
}

type node struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	k     int
	fixed int
	a     atomic.Int64
	next  *node
}

// total counts.
//
//calvin:guarded_by lock
var total int

var lock sync.Mutex

// Free believes that nobody takes the lock that it has given back.
func (t *T) Free() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	//calvin:assert t.mu == free // failed
}

// Blind does not look whether it may write.
func (t *T) Blind() {
	t.open.Store(1) // failed
}

// Set looks, and others close it before it writes.
func (t *T) Set() {
	if !t.closed.Load() {
		t.open.Store(1) // failed
	}
}

// Swap does the same with a compare-and-swap.
func (t *T) Swap() bool {
	if t.closed.Load() {
		return false
	}
	return t.open.CompareAndSwap(0, 1) // failed
}

// Sometimes holds the lock without which others change between what it reads twice.
//
//calvin:atomic
//calvin:ensures result == t.half+t.half
func (t *T) Sometimes(locked bool) int64 {
	if locked {
		t.mu.Lock()
	}
	x := t.half.Load()
	x += t.half.Load()
	if locked {
		t.mu.Unlock()
	}
	return x // failed
}

// Forgotten changes what it does not say, and makes a new object.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == 0
func (t *T) Forgotten() *node {
	p := &node{}
	t.mu.Lock()
	t.n = 0
	t.m = 0
	t.mu.Unlock()
	return p // failed
}

// Lent changes an object that was there before it was called.
//
//calvin:requires local(o)
//calvin:atomic
//calvin:ensures result != nil
func Lent(o *node) *node {
	p := &node{}
	o.fixed = 1
	return p // failed
}

// Later changes a new object again once others know it.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.head
//calvin:ensures  t.head != old(t.head)
func (t *T) Later() {
	p := &node{}
	t.mu.Lock()
	t.head = p
	t.mu.Unlock()
	p.mu.Lock()
	p.k = 1
	p.mu.Unlock()
} // failed

// Thrice does nothing between doing it twice.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Thrice() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
	t.b.Load()
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
} // failed

// Given writes to what it has given away.
func (t *T) Given() {
	p := &node{}
	t.free <- p
	p.a.Store(1) // failed
}

// Back finds again what it has given away.
func (t *T) Back() {
	p := &node{}
	p.fixed = 1
	t.free <- p
	if q := t.cur.Load(); q == p {
		f := q.fixed
		//calvin:assert f == 1 // failed
		_ = f
	}
}

// ShownAfter shows others what it has given away.
func (t *T) ShownAfter() {
	p := &node{}
	t.free <- p
	t.cur.Store(p) // failed
	p.a.Store(1)   // failed
}

// ready needs a flag that others may take back.
//
//calvin:requires t.set
func (t *T) ready() {}

// Starts believes that the flag stays set until the goroutine runs.
func (t *T) Starts() {
	t.set.Store(true)
	go t.ready() // failed
}

// First says that its first step is the second.
//
//calvin:performs A ; B
//calvin:action   A
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
//calvin:action   B
//calvin:modifies t.b
//calvin:ensures  t.b == old(t.b)+1
func (t *T) First() {
	t.a.Add(1)
	//calvin:witness B
	t.b.Add(1) // failed
}

// Idle says that it acts where it only looks.
//
//calvin:performs A
//calvin:action   A
//calvin:modifies t.a
//calvin:ensures  t.a == old(t.a)+1
func (t *T) Idle() {
	t.b.Load()
	//calvin:witness A
	t.a.Add(1) // failed
}

// Unasked does not wait for what it says it waits for.
//
//calvin:atomic
//calvin:when     t.a == 0
//calvin:modifies t.a
//calvin:ensures  t.a == 1
func (t *T) Unasked() {
	t.a.Store(1)
} // failed

// Before does something else before.
//
//calvin:atomic
//calvin:modifies t.a
//calvin:ensures  t.a == result
func (t *T) Before() int64 {
	t.a.Store(0)
	t.a.Store(1)
	return 1 // failed
}

// change changes the total.
//
//calvin:requires lock == tid
//calvin:atomic
//calvin:modifies total
//calvin:ensures  lock == tid
func change() { total++ }

// Changed believes that it does not.
func Changed() {
	lock.Lock()
	x := total
	change()
	//calvin:assert total == x // failed
	_ = x
	lock.Unlock()
}

// An item is never negative.
//
//calvin:invariant k >= 0
type item struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	k    int
	next *item
}

// Shows shows what comes with an object in the midst of a change.
//
//calvin:requires local(p)
func (t *T) Shows(p *item) {
	p.k = 0
	q := p.next
	if q == nil {
		return
	}
	q.mu.Lock()
	q.k = -1
	t.it.Store(p) // failed
	q.k = 0
	q.mu.Unlock()
}

// Broken panics with a broken object in what it was given.
//
//calvin:requires  local(p)
//calvin:panics_if n < 0
func Broken(p *item, n int) {
	q := &item{}
	p.k = 0
	p.next = q
	q.k = n
	if n < 0 {
		panic("negative") // failed
	}
}

// broken does the same for callers that are checked.
//
//calvin:requires  local(p)
//calvin:panics_if n < 0
func broken(p *item, n int) {
	q := &item{}
	p.k = 0
	p.next = q
	q.k = n
	if n < 0 {
		panic("negative") // failed
	}
}

// Breaks calls it.
func Breaks() { broken(&item{}, 1) }

// Own has a lock of an object of its own, and believes what is not so.
func (t *T) Own() {
	p := &node{}
	p.mu.Lock()
	x := t.a.Load()
	//calvin:assert x == 0 // failed
	_ = x
	p.mu.Unlock()
}

// Held has the lock of an object that it was given, and believes what is not so.
//
//calvin:requires local(p)
func (t *T) Held(p *node) {
	p.mu.Lock()
	x := t.a.Load()
	//calvin:assert x == 0 // failed
	_ = x
	p.mu.Unlock()
}

// Others believes that nobody else has a lock.
func (t *T) Others() {
	p := &node{}
	t.cur.Store(p)
	//calvin:assert t.mu == free || t.mu == tid // failed
}

// Divide writes to an array of others while parts of its own are lent.
//
//calvin:requires len(others) > 0
func Divide(others []int, n int) {
	if n < 0 || n > 100 || len(others) == 0 {
		return
	}
	out := make([]int, n)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() { out[i] = 1 })
	}
	others[0] = 2 // failed
	wg.Wait()
}

// Peek reads an element that others may be writing.
func (t *T) Peek() int32 {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	if len(xs) == 0 {
		return 0
	}
	return xs[0] // failed
}

// Elements believes that an element stays as it is.
func (t *T) Elements() {
	t.mu.Lock()
	ys := t.ys
	if len(ys) == 0 {
		t.mu.Unlock()
		return
	}
	x := ys[0]
	t.mu.Unlock()
	t.mu.Lock()
	y := ys[0]
	t.mu.Unlock()
	//calvin:assert x == y // failed
	_, _ = x, y
}

// release gives the lock back.
//
//calvin:requires t.mu == tid
//calvin:atomic
//calvin:modifies t.mu
//calvin:ensures  t.mu == free
func (t *T) release() { t.mu.Unlock() }

// try takes the lock or does not.
//
//calvin:atomic
//calvin:modifies t.mu
//calvin:ensures  result ==> old(t.mu) == free && t.mu == tid
//calvin:ensures  !result ==> t.mu == old(t.mu)
func (t *T) try() bool { return t.mu.TryLock() }

// Torn gives the lock back in between.
//
//calvin:atomic
//calvin:when     t.mu == free
//calvin:modifies t.n
//calvin:ensures  t.n == old(t.n)+1
func (t *T) Torn() {
	t.mu.Lock()
	x := t.n
	t.release()
	t.mu.Lock()
	t.n = x + 1
	t.release()
} // failed

// Late looks at something before it has the lock.
//
//calvin:performs No [] Yes
//calvin:action   No
//calvin:ensures  result == 0
//calvin:action   Yes
//calvin:when     t.mu == free
//calvin:ensures  result == int(t.a)
//calvin:ensures  t.n == 1
func (t *T) Late() int {
	x := int(t.a.Load())
	if !t.try() {
		return 0
	}
	one := t.n == 1
	t.release()
	if !one {
		return 0
	}
	return x // failed
}

// needs begins with a count of one.
//
//calvin:requires t.n == 1
func (t *T) needs() {}

// StartsCounted believes that the count stays so until the goroutine runs.
func (t *T) StartsCounted() {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
	go t.needs() // failed
}

// A watcher is there as long as a T is set.
//
//calvin:transition of != nil ==> of.set
type watcher struct{ of *T }

func (w *watcher) run() {}

// Watch believes that it stays set until others know the watcher.
func (t *T) Watch() {
	w := &watcher{of: t}
	if t.set.Load() {
		go w.run() // failed
	}
}

// many counts any number of times before it ends.
//
//calvin:performs A* ; B
//calvin:action   A
//calvin:modifies t.a
//calvin:action   B
//calvin:modifies t.b
func (t *T) many(n int) {
	for range n {
		t.a.Add(1)
	}
	t.b.Store(1)
}

// Midst calls it in the midst of a change.
func (t *T) Midst(q *item, n int) {
	q.mu.Lock()
	q.k = n
	t.many(3) // failed
	q.k = 0
	q.mu.Unlock()
}

// never says what cannot be.
//
//calvin:trusted
//calvin:atomic
//calvin:ensures false
func never() {}

// Calls believes it.
func (t *T) Calls() {
	never()
	t.a.Store(1)
} // failed
