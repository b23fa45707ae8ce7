// Package regions has objects that belong to a guard, and code that uses them without it, or takes them away from it.
package regions

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
)

type entry struct {
	Name string
	n    int
	tags []string
	next *entry
	m    map[string]int
}

type S struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[string]*entry
	//calvin:guarded_by mu
	head *entry
	mu2  sync.Mutex
	//calvin:guarded_by mu2
	other *entry
	//calvin:guarded_by mu2
	list []*entry
	free *entry
	//calvin:closable_if false
	ch chan *entry
	a  atomic.Pointer[entry]
}

var global *entry

// entry kept after unlock
func (s *S) Late() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	if e != nil {
		e.n++ // failed
	}
}

// read lock for write
func (s *S) ReadLock() {
	s.mu.RLock()
	if e := s.head; e != nil {
		e.n = 1 // failed
	}
	s.mu.RUnlock()
}

// other lock
func (s *S) OtherLock() {
	s.mu2.Lock()
	defer s.mu2.Unlock()
	s.mu.RLock() // failed
	e := s.head
	s.mu.RUnlock()
	if e != nil {
		e.n = 1 // failed
	}
}

// other object's lock
func OtherObject(s, t *S) {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if e != nil {
		e.n = 1 // failed
	}
}

// two regions
func (s *S) TwoOwners() {
	s.mu.Lock()
	s.mu2.Lock()
	s.other = s.head // failed
	s.mu2.Unlock()
	s.mu.Unlock()
}

// one new object in two regions
func (s *S) NewInTwo() {
	e := &entry{}
	s.mu.Lock()
	s.head = e
	s.mu.Unlock()
	s.mu2.Lock()
	s.other = e // failed
	s.mu2.Unlock()
}

// sent
func (s *S) Sent() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	s.ch <- e // failed
}

// go
func (s *S) Started() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	go use(e) // failed
}

func use(e *entry) {
	if e != nil {
		_ = e.n
	}
}

// returned and written by the caller
func (s *S) lookup(k string) *entry {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.m[k]
}

func (s *S) Returned() {
	if e := s.lookup("x"); e != nil {
		e.n++ // failed
	}
}

// atomic pointer
func (s *S) Stored() {
	s.mu.Lock()
	s.a.Store(s.head) // failed
	s.mu.Unlock()
}

// closure that runs later
func (s *S) Captured() func() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	return func() { // failed
		if e != nil {
			e.n++ // failed
		}
	}
}

// tags slice after unlock
func (s *S) Tags() string {
	s.mu.Lock()
	defer func() {}()
	e := s.head
	if e == nil || len(e.tags) == 0 {
		s.mu.Unlock()
		return ""
	}
	t := e.tags
	s.mu.Unlock()
	return t[0] // failed
}

// map in entry after unlock
func (s *S) Inner() int {
	s.mu.Lock()
	e := s.head
	if e == nil {
		s.mu.Unlock()
		return 0
	}
	m := e.m
	s.mu.Unlock()
	return m["x"] // failed
}

// chain after unlock
func (s *S) Chain() {
	s.mu.Lock()
	e := s.head
	for e != nil && e.next != nil {
		e = e.next
	}
	s.mu.Unlock()
	if e != nil {
		e.n++ // failed
	}
}

// local structure holding a region object, published elsewhere
func (s *S) Linked() {
	s.mu.Lock()
	e := &entry{next: s.head}
	s.mu.Unlock()
	s.ch <- e // failed
}

// local structure with a region object of the one bound to another
func (s *S) LinkedElsewhere() {
	e := &entry{}
	s.mu.Lock()
	e.next = s.head
	s.mu.Unlock()
	s.mu2.Lock()
	s.other = e // failed
	s.mu2.Unlock()
}

// two local trees joined then split over two regions
func (s *S) Split() {
	a := &entry{}
	b := &entry{}
	a.next = b
	s.mu.Lock()
	s.head = a
	s.mu.Unlock()
	s.mu2.Lock()
	s.other = b // failed
	s.mu2.Unlock()
}

// same, the other first
func (s *S) SplitFirst() {
	a := &entry{}
	b := &entry{}
	a.next = b
	s.mu2.Lock()
	s.other = b
	s.mu2.Unlock()
	s.mu.Lock()
	s.head = a // failed
	s.mu.Unlock()
}

// local still written after the join
func (s *S) StillWritten() {
	a := &entry{}
	b := &entry{}
	a.next = b
	s.mu.Lock()
	s.head = a
	s.mu.Unlock()
	b.n = 1 // failed
}

// array shared by two entries of two regions
func (s *S) SharedArray() {
	tags := make([]string, 1)
	a := &entry{tags: tags}
	b := &entry{tags: tags}
	s.mu.Lock()
	s.head = a
	s.mu.Unlock()
	s.mu2.Lock()
	s.other = b // failed
	s.mu2.Unlock()
}

// through an interface
func (s *S) Boxed() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	var x any = s.head
	return x // failed
}

// element of a slice after unlock
func (s *S) Element() {
	s.mu2.Lock()
	l := s.list
	s.mu2.Unlock()
	if len(l) > 0 {
		_ = l[0] // failed
	}
}

// collected and used later
func (s *S) Collected() {
	var out []*entry
	s.mu2.Lock()
	for _, e := range s.list {
		out = append(out, e)
	}
	s.mu2.Unlock()
	for _, e := range out {
		if e != nil {
			e.n++ // failed
		}
	}
}

// unguarded field
func (s *S) Unguarded() *S {
	t := &S{}
	s.mu.Lock()
	t.free = s.head // failed
	s.mu.Unlock()
	return t
}

// json after unlock
func (s *S) Encoded() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	_, _ = json.Marshal(e) // failed
}

// printed after unlock
func (s *S) Printed() {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	fmt.Println(e) // failed
}

// pointer to a field kept
func (s *S) FieldAddress() {
	s.mu.Lock()
	e := s.head
	var p *int
	if e != nil {
		p = &e.n
	}
	s.mu.Unlock()
	if p != nil {
		*p = 1 // failed
	}
}

// caller's object kept in the region: the caller leaves it
func (s *S) CallersObject(e *entry) {
	s.mu.Lock()
	s.head = e
	s.mu.Unlock()
}

func (s *S) ObjectOfCaller() {
	e := &entry{}
	s.CallersObject(e)
	e.n++ // failed
}

func (s *S) ObjectOfMyCaller(e *entry) int {
	s.CallersObject(e)
	return e.n // failed
}

// caller's object given to a goroutine
func (e *entry) start() {
	go e.loop() // failed
}
func (e *entry) loop() { _ = e.n }

// caller's object sent, which the caller goes on to use
func (s *S) callersSent(e *entry) { s.ch <- e }
func (s *S) CallersSent() {
	e := &entry{}
	s.callersSent(e)
	e.n++ // failed
}

// from region of s to region of t
func OtherS(s, t *S) {
	s.mu.Lock()
	e := s.head
	s.mu.Unlock()
	t.mu.Lock()
	t.head = e // failed
	t.mu.Unlock()
}

// spliced lists
func Spliced(s, t *S) {
	if s == t {
		return
	}
	s.mu.Lock()
	t.mu.Lock() // failed
	if s.head != nil {
		s.head.next = t.head // failed
	}
	t.mu.Unlock()
	s.mu.Unlock()
}

// published before stored
func (s *S) PublishedBefore() {
	e := &entry{}
	s.ch <- e
	s.mu.Lock()
	s.head = e // failed
	s.mu.Unlock()
}

// received object stored
func (s *S) Received() {
	e := <-s.ch
	s.mu.Lock()
	s.head = e // failed
	s.mu.Unlock()
}

// received object written
func (s *S) ReceivedWritten() {
	e := <-s.ch
	if e != nil {
		e.n++ // failed
	}
}

// loop: partially published tree bound later
func (s *S) PartlyPublished(n int) {
	root := &entry{}
	kid := &entry{}
	root.next = kid
	s.ch <- kid
	s.mu.Lock()
	s.head = root // failed
	s.mu.Unlock()
}

// order: unrelated publication, then bound, then read from the channel side
func (s *S) PublishedAlong() {
	root := &entry{}
	kid := &entry{}
	root.next = kid
	x := &entry{}
	s.ch <- x // publishes what is stored: kid
	kid.n = 1 // failed
}

// append what a caller has
func Keep(s *S, es []*entry) {
	s.mu2.Lock()
	s.list = append(s.list, es...)
	s.mu2.Unlock()
}

func KeptByCaller(s *S) {
	es := []*entry{{}}
	Keep(s, es)
	es[0].n = 1 // failed
}

// copy between regions
func (s *S) Copied() {
	s.mu.Lock()
	s.mu2.Lock()
	if s.head != nil && len(s.list) > 0 {
		s.list[0] = s.head // failed
	}
	s.mu2.Unlock()
	s.mu.Unlock()
}

// Retag writes a tag under the lock, and so may others.
func (s *S) Retag(i int, tag string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.head; e != nil && i >= 0 && i < len(e.tags) {
		e.tags[i] = tag
	}
}
