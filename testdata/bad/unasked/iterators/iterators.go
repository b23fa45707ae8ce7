// Package iterators has methods that return iterators over what their callers have to themselves.
package iterators

import (
	"iter"
	"sync"
)

type node[V any] struct {
	val  V
	next *node[V]
}

// A List is its caller's.
type List[V any] struct {
	head *node[V]
	n    int
}

// Push adds a value.
func (l *List[V]) Push(v V) {
	l.head = &node[V]{val: v, next: l.head}
	l.n++
}

// All iterates over the values.
func (l *List[V]) All() iter.Seq[V] {
	return func(yield func(V) bool) {
		for n := l.head; n != nil; n = n.next {
			if !yield(n.val) {
				return
			}
		}
	}
}

// Drain takes the values out.
func (l *List[V]) Drain() iter.Seq[V] {
	return func(yield func(V) bool) {
		for l.head != nil {
			v := l.head.val
			l.head = l.head.next
			l.n--
			if !yield(v) {
				return
			}
		}
	}
}

// A Stack has a list.
type Stack struct {
	list List[int]
	max  int
}

// Push adds a value.
func (s *Stack) Push(v int) {
	s.list.Push(v)
	s.max = max(s.max, v)
}

// All returns what the list does.
func (s *Stack) All() iter.Seq[int] { return s.list.All() }

// Safe has a list, and a lock.
type Safe struct {
	mu   sync.Mutex
	list List[int]
}

// Push adds under the lock.
func (s *Safe) Push(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list.Push(v)
}

// Sum iterates under the lock.
func (s *Safe) Sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := 0
	for v := range s.list.All() {
		k += v
	}
	for v := range s.list.Drain() {
		k -= v
	}
	return k
}

// Own iterates over a list of its own.
func Own() int {
	l := &List[int]{}
	l.Push(1)
	all, k := l.All(), 0
	for v := range all {
		k += v
	}
	return k
}

// Late iterates after the unlock.
func (s *Safe) Late() int {
	s.mu.Lock()
	all, k := s.list.All(), 0
	s.mu.Unlock()
	for v := range all { // failed
		k += v
	}
	return k
}

// Unlocked iterates without the lock.
func (s *Safe) Unlocked() int {
	k := 0
	for v := range s.list.Drain() { // failed
		k += v
	}
	return k
}

// A bag has an iterator that others get.
type bag struct{ xs map[int]int }

func (b *bag) add(x int) { b.xs[x]++ }

func (b *bag) all() iter.Seq[int] {
	return func(yield func(int) bool) { // failed
		for x := range b.xs {
			if !yield(x) {
				return
			}
		}
	}
}

type safeBag struct {
	mu  sync.Mutex
	bag *bag
}

func newSafeBag() *safeBag { return &safeBag{bag: &bag{xs: map[int]int{}}} }

func (s *safeBag) add(x int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bag.add(x)
}

// All has others iterate without the lock.
func (s *safeBag) All() iter.Seq[int] { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bag.all()
}

// A box has an iterator that is kept.
type box struct{ xs map[int]int }

func (b *box) add(x int) { b.xs[x]++ }

func (b *box) all() iter.Seq[int] {
	return func(yield func(int) bool) { // failed
		for x := range b.xs {
			if !yield(x) {
				return
			}
		}
	}
}

type safeBox struct {
	mu   sync.Mutex
	box  *box
	kept iter.Seq[int]
}

func newSafeBox() *safeBox { return &safeBox{box: &box{xs: map[int]int{}}} }

func (s *safeBox) add(x int) { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	s.box.add(x)
	s.kept = s.box.all()
}

func (s *safeBox) count() (n int) {
	s.mu.Lock()
	all := s.kept
	s.mu.Unlock()
	for range all { // failed
		n++
	}
	return n
}

// A heap has an iterator that a goroutine gets.
type heap struct{ xs map[int]int }

func (h *heap) add(x int) { h.xs[x]++ }

func (h *heap) all() iter.Seq[int] {
	return func(yield func(int) bool) { // failed
		for x := range h.xs {
			if !yield(x) {
				return
			}
		}
	}
}

func background(c chan int) {
	h := &heap{xs: map[int]int{}}
	all := h.all()
	go func() {
		for x := range all { // failed
			c <- x
		}
	}()
	h.add(1) // failed
}
