// Package conds makes a sync.Cond otherwise than with sync.NewCond of a Mutex.
package conds

import "sync"

type Queue struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	value sync.Cond
	ready *sync.Cond
	//calvin:guarded_by mu
	n int
}

func Assigned() *Queue {
	q := &Queue{}
	q.value.L = &q.mu // unknown
	return q
}

func Literal() *Queue {
	q := &Queue{}
	q.ready = &sync.Cond{L: &q.mu} // unknown
	return q
}

func ReadWrite() *Queue {
	q := &Queue{}
	q.ready = sync.NewCond(&q.rw) // unknown
	return q
}

func (q *Queue) Signal() {
	q.value.Signal()
}

func (q *Queue) Lock() {
	q.value.L.Lock() // unknown
}
