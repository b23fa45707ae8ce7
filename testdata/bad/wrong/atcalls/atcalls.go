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
	for e.next != nil {
		e = e.next
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

func (s *S) each(f func(e *entry)) {
	for _, e := range s.m {
		f(e)
	}
}

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
	if s.l != nil { // failed
		s.push(1) // failed
	}
}

func (s *S) Deferred() {
	defer s.bump() // failed
	s.mu.Lock()
	s.mu.Unlock()
}

func (s *S) Literal() int {
	return s.sum() // failed
}

// Each calls a function of its own, which is at fault itself, and a helper.
func (s *S) Each() {
	s.mu.Lock()
	var kept *entry
	s.each(func(e *entry) { kept = e })
	s.mu.Unlock()
	s.each(func(e *entry) { // failed
		if e != nil {
			e.n = 1 // failed
		}
	})
	if kept != nil {
		kept.inc() // failed
	}
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
	s.each(func(e *entry) {
		if e != nil {
			e.inc()
		}
	})
	return s.sum()
}
