// Package unguardedlists has lists that nothing guards, and several goroutines use.
package unguardedlists

import (
	"container/list"
	"sync"
)

// Other has a lock, and guards a list.
type Other struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	l list.List
}

// Add is right.
func (o *Other) Add(x int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.l.PushBack(x)
}

// A Queue has one by value.
type Queue struct{ q list.List }

// Push runs in a goroutine as well, of which the caller does not wait.
func (q *Queue) Push(x int) {
	q.q.PushBack(x) // failed
}

// Start has another goroutine push.
func (q *Queue) Start() {
	go q.Push(1) // failed
}

// Own has one for itself.
func Own() int {
	l := list.New()
	l.PushBack(2)
	var q Queue
	q.q.PushFront(1)
	return l.Len() + q.q.Len()
}

// Shared has two goroutines push.
func Shared() {
	l := list.New()
	go func() {
		l.PushBack(1) // failed
	}()
	l.PushBack(2) // failed
}

// A Stack has one by pointer.
type Stack struct{ s *list.List }

// Push runs in a goroutine as well.
func (s *Stack) Push(x int) {
	s.s.PushBack(x) // failed
}

// Start has another goroutine push.
func (s *Stack) Start() {
	go s.Push(1) // failed
}

// Pop takes what is in front, and nobody tells it that it has the stack to itself.
func (s *Stack) Pop() {
	go func() {
		if e := s.s.Front(); e != nil {
			s.s.Remove(e) // failed
		}
	}()
}
