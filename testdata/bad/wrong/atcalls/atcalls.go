// Package atcalls calls helpers without what they count on. That is said where they are called.
package atcalls

import (
	"container/list"
	"sync"
)

type entry struct {
	n    int
	tags []string
	next *entry
}

func (e *entry) inc()      { e.n++ }
func (e *entry) twice()    { e.inc(); e.inc() }
func (e *entry) last() int { return lastOf(e) }

func lastOf(e *entry) int {
	if next := e.next; next != nil {
		return next.n
	}
	return e.n
}

type S struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[string]*entry
	//calvin:guarded_by mu
	total int
	//calvin:guarded_by mu
	l     *list.List
	other sync.Mutex
	//calvin:guarded_by other
	second *entry
}

func (s *S) bump()                { s.total++ }
func (s *S) bumpTwice()           { s.bump(); s.bump() }
func (s *S) find(k string) *entry { return s.m[k] }
func (s *S) push(x int)           { s.l.PushBack(x) }

func (s *S) sum() (n int) {
	func() {
		n = s.total
	}()
	return n
}

// both needs one lock of the two.
func (s *S) both() { s.total++ }

func (s *S) NoLock() {
	s.bump() // failed
}

func (s *S) NoLockDeep() {
	s.bumpTwice() // failed
}

func (s *S) OtherLock() {
	s.other.Lock()
	s.both() // failed
	s.other.Unlock()
}

func OtherObject(a, b *S) {
	a.mu.Lock()
	b.bump() // failed
	a.mu.Unlock()
}

func (s *S) ForReading() {
	s.mu.RLock()
	s.bump() // failed
	s.mu.RUnlock()
}

func (s *S) Found(k string) {
	s.mu.Lock()
	e := s.find(k)
	s.mu.Unlock()
	if e != nil {
		e.twice() // failed
	}
}

func (s *S) Last(k string) int {
	s.mu.Lock()
	e := s.m[k]
	s.mu.Unlock()
	if e == nil {
		return 0
	}
	return e.last() // failed
}

func (s *S) Pushed() {
	s.push(1) // failed
}

func (s *S) Deferred() {
	defer s.bump() // failed
	s.mu.Lock()
	s.mu.Unlock()
}

func (s *S) Literal() int {
	return s.sum() // failed
}

// Kept calls a helper in a function literal of its own.
func (s *S) Kept() {
	var kept *entry
	do := func() {
		if kept != nil {
			kept.inc() // failed
		}
	}
	s.mu.Lock()
	kept = s.find("x")
	s.mu.Unlock()
	do()
}

// valued may be called without its name. So it counts on nobody.
func (s *S) valued() { s.total++ } // failed

func (s *S) Value() { // unfounded
	f := s.valued
	f()
}

// An E has the methods of what it embeds.
type E struct{ S }

func (e *E) Promoted() {
	e.bump() // failed
}

func fill(xs []int) {
	for i := range xs {
		xs[i] = 1
	}
}

// An A has an array of numbers.
type A struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	xs []int
}

func (a *A) Filled() {
	a.mu.Lock()
	xs := a.xs
	a.mu.Unlock()
	fill(xs) // failed
}

// Exported functions count on nobody to hold a lock.
func (s *S) Exported() { s.total++ } // failed

func (s *S) CallsExported() { // unfounded
	s.Exported()
}

// unlocked takes the lock itself, and forgets it.
func (s *S) unlocked() {
	s.mu.Lock()
	s.mu.Unlock()
	s.total++ // failed
}

func (s *S) CallsUnlocked() { // unfounded
	s.unlocked()
}

// peer counts on the lock of one object, and uses another one.
type P struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n    int
	peer *P
}

func (p *P) peers() {
	p.n++
	if p.peer != nil {
		p.peer.n++ // failed
	}
}

func (p *P) Peers() { // unfounded
	p.mu.Lock()
	p.peers()
	p.mu.Unlock()
}

// Right has the locks.
func (s *S) Right(k string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bumpTwice()
	if e := s.find(k); e != nil {
		e.twice()
	}
	return s.sum()
}
