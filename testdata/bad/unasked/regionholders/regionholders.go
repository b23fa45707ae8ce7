// Package regionholders has no annotations. Locks guard what they lead to by objects that nobody writes, and by interfaces.
package regionholders

import (
	"bytes"
	"container/list"
	"sync"
)

type holder struct{ l *list.List }

type plain struct{ n int }

// A Box guards a list by way of an object that nobody writes.
type Box struct {
	mu sync.Mutex
	h  *holder
}

// New is right.
func New() *Box { return &Box{h: &holder{l: list.New()}} }

// Inc is right.
func (b *Box) Inc() {
	b.mu.Lock()
	b.h.l.PushBack(&plain{})
	b.mu.Unlock()
}

// Each is right.
func (b *Box) Each() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for e := b.h.l.Front(); e != nil; e = e.Next() {
		e.Value.(*plain).n++
	}
}

// Bad has no lock.
func (b *Box) Bad() { b.h.l.PushBack(&plain{}) } // failed

// First has no lock any more.
func (b *Box) First() {
	b.mu.Lock()
	p := b.h.l.Front().Value.(*plain)
	b.mu.Unlock()
	p.n++ // failed
}

type buf struct{ b *bytes.Buffer }

// A Log has a buffer.
type Log struct {
	mu  sync.Mutex
	buf *buf
}

// Write is right.
func (l *Log) Write(p []byte) {
	l.mu.Lock()
	l.buf.b.Write(p)
	l.mu.Unlock()
}

// Reset has no lock.
func (l *Log) Reset() { l.buf.b.Reset() } // failed

type visitor interface{ visit(n int) }

type sum struct{ n int }

func (s *sum) visit(n int) { s.n += n }

type tree struct {
	v    int
	kids []*tree
	vis  visitor
}

// A Root guards a tree with visitors in it.
type Root struct {
	mu sync.Mutex
	t  *tree
}

// Add is right.
func (r *Root) Add(v int) {
	r.mu.Lock()
	r.t.v += v
	r.t.vis = &sum{}
	r.mu.Unlock()
}

// Visit is right.
func (r *Root) Visit() {
	r.mu.Lock()
	r.t.vis.visit(r.t.v)
	r.mu.Unlock()
}

// Late is wrong.
func (r *Root) Late() {
	r.mu.Lock()
	v := r.t.vis
	r.mu.Unlock()
	v.visit(1) // failed
}
