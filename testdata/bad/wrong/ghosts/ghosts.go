// Package ghosts has ghosts that do not tell the truth.
package ghosts

import (
	"sync"
	"sync/atomic"
)

// A Log remembers what was added.
//
//calvin:ghost all seq[int] guarded_by mu
//calvin:invariant len(all) == n
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	last  int
	ticks atomic.Int64
}

// Forgets does not set the ghost.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  l.last == x
func (l *Log) Forgets(x int) {
	l.mu.Lock()
	l.n++
	l.last = x
	l.mu.Unlock()
} // failed

// Early sets the ghost before it holds the lock: there is no step to be part of.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  l.all == old(l.all) + seq[int]{x}
func (l *Log) Early(x int) {
	//calvin:set l.all = l.all + seq[int]{x} // failed
	l.mu.Lock()
	l.n++
	l.last = x
	l.mu.Unlock()
}

// Late sets the ghost when the lock is somebody else's already.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all, l.ticks
func (l *Log) Late(x int) {
	l.mu.Lock()
	l.n++
	l.last = x
	l.mu.Unlock()
	l.ticks.Add(1)
	//calvin:set l.all = l.all + seq[int]{x} // failed
}

// Front puts at the wrong end what the contract says is at the end.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  l.all == old(l.all) + seq[int]{x}
func (l *Log) Front(x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = x
	l.n++
	//calvin:set l.all = seq[int]{x} + l.all
} // failed

// Sometimes sets the ghost on one way only.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  len(l.all) == len(old(l.all))+1
func (l *Log) Sometimes(x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	if x > 0 {
		l.last = x
		//calvin:set l.all = l.all + seq[int]{x}
	}
} // failed

// Twice sets it twice.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  l.last == x
func (l *Log) Twice(x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = x
	l.n++
	//calvin:set l.all = l.all + seq[int]{x}
	//calvin:set l.all = l.all + seq[int]{x}
} // failed

// Hidden leaves the ghost out of what it modifies.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last
//calvin:ensures  l.last == x
func (l *Log) Hidden(x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = x
	l.n++
	//calvin:set l.all = l.all + seq[int]{x}
} // failed

// Unknown takes a call of code that is not at hand for one step.
func (l *Log) Unknown(f func([]int)) {
	b := make([]int, 1)
	l.mu.Lock()
	f(b)
	//calvin:set l.all = seq[int]{b[0]} // failed
	l.mu.Unlock()
}

// Element says that the last element is another one.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.last, l.all
//calvin:ensures  l.all[len(l.all)-1] == x+1
func (l *Log) Element(x int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = x
	l.n++
	//calvin:set l.all = l.all + seq[int]{x}
} // failed

// Beyond speaks of an element that there may not be.
//
//calvin:atomic
//calvin:when    l.mu == free
//calvin:ensures result ==> l.all[0] == l.all[1] || len(l.all) > 1
func (l *Log) Beyond() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n >= 1 // failed
}

// Drop drops the wrong end.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.n, l.all
//calvin:ensures  old(l.n) > 0 ==> old(l.all)[0] == l.all[0]
func (l *Log) Drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n > 1 {
		l.n--
		//calvin:set l.all = l.all[1:]
	}
} // failed

// A Lock is made by hand.
//
//calvin:ghost holder tid accessible_if word == 0 || holder == tid
type Lock struct {
	//calvin:accessible_if word == 0 || holder == tid
	word atomic.Uint32
}

// Lock claims the lock though it was not free.
//
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.holder == tid
func (l *Lock) Lock() {
	l.word.CompareAndSwap(1, 2)
	//calvin:set l.holder = tid // failed
}

// Claim claims it after it has failed to get it.
//
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.holder == tid
func (l *Lock) Claim() {
	if !l.word.CompareAndSwap(0, 1) {
		//calvin:set l.holder = tid // failed
		return
	}
	//calvin:set l.holder = tid
}

// Forget takes the word and leaves the holder to whom it was.
//
//calvin:atomic
//calvin:when     l.word == 0
//calvin:modifies l.word
//calvin:ensures  l.word == 1 && l.holder == tid
func (l *Lock) Forget() {
	for !l.word.CompareAndSwap(0, 1) {
	}
} // failed

// Unlock releases a lock that somebody else may hold.
//
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.holder == free
func (l *Lock) Unlock() {
	l.word.Store(0) // failed
	//calvin:set l.holder = free
}

// Release needs the lock.
//
//calvin:requires l.word == 1 && l.holder == tid
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 0
func (l *Lock) Release() {
	l.word.Store(0)
	//calvin:set l.holder = free
}

// Borrow releases what it does not hold.
//
//calvin:atomic
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 0
func (l *Lock) Borrow() {
	l.Release() // failed
}

// Again releases it twice.
//
//calvin:requires l.word == 1 && l.holder == tid
//calvin:performs A ; A
//calvin:action   A
//calvin:modifies l.word, l.holder
//calvin:ensures  l.word == 0
func (l *Lock) Again() {
	l.Release()
	l.Release() // failed
}

// A Weak lock's word is everybody's, so that its holder is nobody in particular.
//
//calvin:ghost holder tid accessible_if word == 0 || holder == tid // failed
type Weak struct {
	word atomic.Uint32
	//calvin:accessible_if holder == tid
	n int // failed
}

// Take takes it.
//
//calvin:atomic
//calvin:when     w.word == 0
//calvin:modifies w.word, w.holder
//calvin:ensures  w.holder == tid
func (w *Weak) Take() { // unfounded
	for !w.word.CompareAndSwap(0, 1) {
	}
	//calvin:set w.holder = tid
}

// A Tally counts in a ghost that anybody may set.
//
//calvin:ghost total int
type Tally struct {
	a, b atomic.Int64
}

// Both counts twice for one action.
//
//calvin:atomic
//calvin:modifies t.a, t.b, t.total
//calvin:ensures  t.total == old(t.total)+2
func (t *Tally) Both() {
	t.a.Add(1)
	//calvin:set t.total = t.total + 1
	t.b.Add(1) // failed
	//calvin:set t.total = t.total + 1
}

// Once counts what it did not do.
//
//calvin:atomic
//calvin:modifies t.a, t.total
//calvin:ensures  t.total == old(t.total)+1
func (t *Tally) Once(ok bool) {
	if ok {
		t.a.Add(1)
		//calvin:set t.total = t.total + 1
	}
} // failed

// A Registry has the names that are taken.
//
//calvin:ghost names set[string] guarded_by mu
//calvin:ghost owner mmap[string, int] guarded_by mu
type Registry struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	count int
}

// Take takes a name, and says another one.
//
//calvin:atomic
//calvin:when     r.mu == free
//calvin:modifies r.names, r.owner, r.count
//calvin:ensures  has(r.names, name) && r.owner[name] == who+1
func (r *Registry) Take(name string, who int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	//calvin:set r.names = r.names + set[string]{name}
	//calvin:set r.owner[name] = who
} // failed

// Drop drops a name from one of the two.
//
//calvin:atomic
//calvin:when     r.mu == free
//calvin:modifies r.names, r.owner, r.count
//calvin:ensures  !has(r.names, name) && !has(r.owner, name)
func (r *Registry) Drop(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	//calvin:set r.names = r.names - set[string]{name}
} // failed

// Loses says that other names are untouched, though they are not.
//
//calvin:atomic
//calvin:when     r.mu == free
//calvin:modifies r.names, r.count
//calvin:ensures  forall s string :: s != name ==> has(r.names, s) == has(old(r.names), s)
func (r *Registry) Loses(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	//calvin:set r.names = set[string]{name}
} // failed
