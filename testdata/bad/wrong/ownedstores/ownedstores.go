// Package ownedstores gives variables arrays and maps that are not theirs to own.
package ownedstores

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s []int
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	parts []P
}

// A P is part of something else.
type P struct{ a [4]int }

// A Box keeps what is never written again.
type Box struct {
	s []int
	m map[string]int
}

func (t *T) Sent(ch chan []int) {
	s := make([]int, 3)
	ch <- s
	t.mu.Lock()
	t.s = s // failed
	t.mu.Unlock()
}

func (t *T) SentMap(ch chan map[string]int) {
	m := map[string]int{}
	ch <- m
	t.mu.Lock()
	t.m = m // failed
	t.mu.Unlock()
}

// Kept is another's to read, too.
func (t *T) Kept() *Box {
	s := make([]int, 3)
	b := &Box{s: s}
	t.mu.Lock()
	t.s = s // failed
	t.mu.Unlock()
	_ = b.s[0]
	return b
}

func (t *T) Given(s []int) {
	t.mu.Lock()
	t.s = s
	t.mu.Unlock()
}

func (t *T) GivenAndUsed() {
	s := make([]int, 3)
	t.Given(s)
	s[0] = 1 // failed
}

func (t *T) GivenTwice(o *T) {
	s := make([]int, 3)
	t.Given(s)
	o.Given(s) // failed
}

func (t *T) GivenMap(m map[string]int) {
	t.mu.Lock()
	t.m = m
	t.mu.Unlock()
}

func (t *T) GivenMapAndUsed(m map[string]int) {
	t.GivenMap(m)
	if m != nil {
		m["x"]++ // failed
	}
}

// Part takes the array out of a struct.
func (t *T) Part() {
	p := &P{}
	t.mu.Lock()
	t.s = p.a[:] // failed
	t.mu.Unlock()
}

// Row takes a row out of an array of arrays.
func (t *T) Row() {
	rows := make([][4]int, 2)
	t.mu.Lock()
	t.s = rows[1][:] // failed
	t.mu.Unlock()
}

// Inside takes the array out of an element of another owned slice.
func (t *T) Inside() {
	t.mu.Lock()
	if len(t.parts) > 0 {
		t.s = t.parts[0].a[:] // failed
	}
	t.mu.Unlock()
}

// Shared gives two objects one array.
func Shared(t, u *T) {
	s := make([]int, 3)
	t.mu.Lock()
	t.s = s
	t.mu.Unlock()
	u.mu.Lock()
	u.s = s // failed
	u.mu.Unlock()
}

// SharedMap gives two objects one map.
func SharedMap(t, u *T) {
	m := map[string]int{}
	t.mu.Lock()
	t.m = m
	t.mu.Unlock()
	u.mu.Lock()
	u.m = m // failed
	u.mu.Unlock()
}

// Swap makes each the owner of the other's.
func Swap(t, u *T) {
	t.mu.Lock()
	s := t.s
	t.mu.Unlock()
	u.mu.Lock()
	u.s = s // failed
	u.mu.Unlock()
}

// Gone has a goroutine keep it.
func (t *T) Gone() {
	s := make([]int, 3)
	go func() { _ = s[0] }() // failed
	t.mu.Lock()
	t.s = s // failed
	t.mu.Unlock()
}
