// Package behindinterfaces has plain types behind interfaces, used without the lock that guards them.
package behindinterfaces

import (
	"container/list"
	"fmt"
	"io"
	"sync"
)

// A store is what the holders here have, and a counter behind it has no lock.
type store interface {
	Put(k string, v []int)
	get(k string) []int
	all() map[string][]int
}

type plain struct {
	values map[string][]int
	puts   int
}

func (p *plain) Put(k string, v []int) {
	p.values[k] = v
	p.puts++
}

func (p *plain) get(k string) []int    { return p.values[k] }
func (p *plain) all() map[string][]int { return p.values }

func newStore() store { return &plain{values: map[string][]int{}} }

// A Holder guards it.
type Holder struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	s store
}

// NewHolder is right.
func NewHolder() *Holder { return &Holder{s: newStore()} }

// Right has the lock.
func (h *Holder) Right() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.s.get("a"))
}

// Late calls after the unlock.
func (h *Holder) Late() {
	h.mu.Lock()
	s := h.s
	h.mu.Unlock()
	s.Put("a", nil) // failed
}

// Reading writes with the lock for reading.
func (h *Holder) Reading() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	h.s.Put("a", nil) // failed
}

// Starts has a goroutine call it.
func (h *Holder) Starts() {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.s
	go func() {
		s.Put("a", nil) // failed
	}()
}

// Leaks gives away the map inside.
func (h *Holder) Leaks() int {
	h.mu.RLock()
	m := h.s.all()
	h.mu.RUnlock()
	return len(m) // failed
}

// LeaksSlice writes what is in the map after the unlock.
func (h *Holder) LeaksSlice() {
	h.mu.Lock()
	v := h.s.get("a")
	h.mu.Unlock()
	if len(v) > 0 {
		v[0] = 1 // failed
	}
}

// Keeps writes what it has put there.
func (h *Holder) Keeps() {
	v := make([]int, 1)
	h.mu.Lock()
	h.s.Put("a", v)
	h.mu.Unlock()
	v[0] = 1 // failed
}

// Shares puts one object behind two locks.
func (h *Holder) Shares(other *Holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.s
	if other == h {
		return
	}
	other.mu.Lock()
	defer other.mu.Unlock()
	other.s = s // failed
}

// Unlocked takes no lock.
func (h *Holder) Unlocked() {
	h.s.Put("a", nil) // failed
}

// use has no lock of its own, as its callers see to that.
func use(s store) { s.Put("b", nil) } // failed

// UseRight has it.
func (h *Holder) UseRight() {
	h.mu.Lock()
	defer h.mu.Unlock()
	use(h.s)
}

// UseLate does not have it any more.
func (h *Holder) UseLate() {
	h.mu.Lock()
	s := h.s
	h.mu.Unlock()
	s.Put("c", nil) // failed
	use(s)
}

// Own has one for itself.
func Own() int {
	s := newStore()
	s.Put("a", nil)
	use(s)
	return len(s.all())
}

// OwnShared lets a goroutine have its own.
func OwnShared() int {
	s := newStore()
	go use(s)
	s.Put("a", nil) // failed
	return 0
}

// A file becomes interfaces of other packages as well: nobody tells who calls it.
type sink interface {
	Write(b []byte) (int, error)
}

type file struct{ n int }

func (f *file) Write(b []byte) (int, error) {
	f.n += len(b) // failed
	return len(b), nil
}

// A Log guards a sink.
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	to sink
}

// NewLog is right.
func NewLog() *Log { return &Log{to: &file{}} }

// Prints passes the sink on.
func (l *Log) Prints() {
	l.mu.Lock()
	to := l.to
	l.mu.Unlock()
	fmt.Fprintln(to.(io.Writer), "a") // failed
}

// A box is stored as any too, and found again as another interface.
type opener interface{ open() }

type box struct{ n int }

func (b *box) open() {
	b.n++ // failed
}

// Boxes has them in a list.
type Boxes struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	l *list.List
}

// NewBoxes is right.
func NewBoxes() *Boxes { return &Boxes{l: list.New()} }

// Add is right.
func (b *Boxes) Add() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.l.PushBack(&box{})
}

// Open opens one that it has no lock for any more.
func (b *Boxes) Open() {
	b.mu.Lock()
	var o opener
	if e := b.l.Front(); e != nil {
		o, _ = e.Value.(opener)
	}
	b.mu.Unlock()
	if o != nil {
		o.open() // failed
	}
}
