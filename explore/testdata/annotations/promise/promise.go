// Package promise has types with invariants and transitions.
//
//calvin:invariant total == parts
package promise

import (
	"sync"
	"sync/atomic"
)

// A Range is never empty.
//
//calvin:invariant low <= high
//calvin:transition old(low) >= low
type Range struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	low int
	//calvin:guarded_by mu
	high int
}

// New makes a range, in steps that nobody sees.
func New(low, high int) *Range {
	r := &Range{}
	r.low, r.high = 5, 0
	r.low, r.high = low, high
	return r
}

// Move moves the range down, with a state in between that nobody sees.
func (r *Range) Move(by int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.high -= 100
	r.low -= by
	r.high += 100 - by
}

// Cut may leave nothing.
func (r *Range) Cut(at int) {
	r.mu.Lock()
	r.high = at // want TestCut: invariant low <= high
	r.mu.Unlock()
}

// Raise goes up.
func (r *Range) Raise() {
	r.mu.Lock()
	r.low++ // want TestRaise: transition old(low) >= low
	r.mu.Unlock()
}

// Broken makes a range that is none.
func Broken() *Range {
	r := New(1, 2)
	r.high = 0 // want TestBroken: invariant low <= high
	return r
}

// A Pair is two words that must be the same whenever somebody may look.
//
//calvin:invariant a == b
type Pair struct{ a, b atomic.Int32 }

// Set sets both, with a state in between that anybody may see.
func (p *Pair) Set(v int32) {
	p.a.Store(v) // want TestWords: invariant a == b
	p.b.Store(v)
}

// A Node knows its list.
//
//calvin:transition next != nil ==> next.list == list
type Node struct {
	list *List
	//calvin:guarded_by list.mu
	next *Node
}

// A List has a first node.
type List struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *Node
}

// Push puts a node of a list after the first.
func (l *List) Push(of *List) {
	n := &Node{list: of}
	l.mu.Lock()
	if l.head == nil {
		l.head = n
	} else {
		l.head.next = n // want TestForeign: transition next != nil
	}
	l.mu.Unlock()
}

var mu sync.Mutex

//calvin:guarded_by mu
var total, parts int

// Add adds a part.
func Add(n int) {
	mu.Lock()
	defer mu.Unlock()
	total += n
	parts += n
}

// Lose loses a part.
func Lose(n int) {
	mu.Lock()
	defer mu.Unlock()
	total -= n // want TestLose: invariant total == parts
}

// A Stack remembers what was pushed.
//
//calvin:ghost pushed int
//calvin:invariant n <= pushed
type Stack struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Push pushes.
func (s *Stack) Push() {
	s.mu.Lock()
	s.n++
	//calvin:set s.pushed = s.pushed + 1
	s.mu.Unlock()
}

// Sneak pushes unseen.
func (s *Stack) Sneak() {
	s.mu.Lock()
	s.n++ // want TestSneak: invariant n <= pushed
	s.mu.Unlock()
}
