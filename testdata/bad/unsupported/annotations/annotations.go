// Package annotations has well-formed annotations that are not modelled.
package annotations

import "sync"

// A T has a channel of which nobody keeps count.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:closable_if false
	c chan *T
}

//calvin:requires len(t.c) > 0 // unknown
func (t *T) Add(n int) {
	t.mu.Lock()
	t.n += n
	t.mu.Unlock()
}

// A Log has a ghost that may be longer than an int can tell.
//
//calvin:ghost seen seq[int]
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Length puts a length among integers that have bounds.
func (l *Log) Length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	//calvin:assert seq[int]{l.n, len(l.seen)}[1] == len(l.seen) // unknown
	return l.n
}

// Converted makes it one of them.
func (l *Log) Converted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	//calvin:assert seq[int]{l.n, int(len(l.seen))}[0] == l.n
	return l.n
}
