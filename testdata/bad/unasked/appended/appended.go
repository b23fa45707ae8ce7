// Package appended has no annotations. It has lists in fields to which it only appends, and reads what it has found there without the lock. Others do more.
package appended

import (
	"slices"
	"sync"
)

type T struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}

func (t *T) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs {
		cb()
	}
}

// taken and reset
type U struct {
	mu  sync.Mutex
	cbs []func(int)
	val int
	ok  bool
}

func (u *U) Then(cb func(int)) {
	u.mu.Lock()
	if u.ok {
		v := u.val
		u.mu.Unlock()
		cb(v)
		return
	}
	u.cbs = append(u.cbs, cb)
	u.mu.Unlock()
}

func (u *U) Resolve(v int) {
	u.mu.Lock()
	if u.ok {
		u.mu.Unlock()
		return
	}
	u.ok, u.val = true, v
	cbs := u.cbs
	u.cbs = nil
	u.mu.Unlock()
	for _, cb := range cbs {
		cb(v)
	}
}

// chans
type Hub struct {
	mu   sync.RWMutex
	subs []chan int
}

func (h *Hub) Sub() <-chan int {
	ch := make(chan int, 1)
	h.mu.Lock()
	h.subs = append(h.subs, ch)
	h.mu.Unlock()
	return ch
}

func (h *Hub) Pub(v int) {
	h.mu.RLock()
	subs := h.subs
	h.mu.RUnlock()
	for _, s := range subs {
		s <- v
	}
}

// copy on write
type Cow struct {
	mu sync.Mutex
	ls []string
}

func (c *Cow) Add(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := make([]string, len(c.ls), len(c.ls)+1)
	copy(n, c.ls)
	c.ls = append(n, s)
}

func (c *Cow) Remove(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var n []string
	for _, x := range c.ls {
		if x != s {
			n = append(n, x)
		}
	}
	c.ls = n
}

func (c *Cow) All() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ls
}

// listeners as interfaces
type Listener interface{ Notify(string) }
type Subject struct {
	mu sync.Mutex
	ls []Listener
}

func (s *Subject) Attach(l Listener) {
	s.mu.Lock()
	s.ls = append(s.ls, l)
	s.mu.Unlock()
}
func (s *Subject) Notify(msg string) {
	s.mu.Lock()
	ls := s.ls
	s.mu.Unlock()
	for _, l := range ls {
		l.Notify(msg)
	}
}

// 1: removes in place.
type T1 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T1) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T1) Off(i int) {
	t.mu.Lock()
	t.cbs = append(t.cbs[:i], t.cbs[i+1:]...)
	t.mu.Unlock()
}
func (t *T1) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs { // failed
		cb()
	}
}

// 2: sets an element.
type T2 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T2) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T2) Set(i int, cb func()) {
	t.mu.Lock()
	t.cbs[i] = cb
	t.mu.Unlock()
}
func (t *T2) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs { // failed
		cb()
	}
}

// 3: truncated and appended again.
type T3 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T3) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T3) Reset() {
	t.mu.Lock()
	t.cbs = t.cbs[:0]
	t.mu.Unlock()
}
func (t *T3) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs { // failed
		cb()
	}
}

// 4: the reader appends to its copy.
type T4 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T4) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T4) Fire(extra func()) {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	cbs = append(cbs, extra) // failed
	for _, cb := range cbs {
		cb()
	}
}

// 5: the reader reads beyond the length.
type T5 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T5) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T5) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs[:cap(cbs)] { // failed
		if cb != nil {
			cb()
		}
	}
}

// 6: two fields have one array.
type T6 struct {
	mu   sync.Mutex
	a, b []func()
}

func (t *T6) On(cb func()) {
	t.mu.Lock()
	t.a = append(t.a, cb)
	t.mu.Unlock()
}
func (t *T6) OnB(cb func()) {
	t.mu.Lock()
	t.b = append(t.a, cb) // failed
	t.mu.Unlock()
}
func (t *T6) Fire() {
	t.mu.Lock()
	cbs := t.a
	t.mu.Unlock()
	for _, cb := range cbs { // failed
		cb()
	}
}

// 7: pop then push
type T7 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T7) On(cb func()) {
	t.mu.Lock()
	t.cbs = append(t.cbs, cb)
	t.mu.Unlock()
}
func (t *T7) Pop() {
	t.mu.Lock()
	t.cbs = t.cbs[:len(t.cbs)-1]
	t.mu.Unlock()
}
func (t *T7) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs { // failed
		cb()
	}
}

// 8: sorted / deleted by slices
type T8 struct {
	mu sync.Mutex
	xs []int
}

func (t *T8) On(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	slices.Sort(t.xs)
	t.mu.Unlock()
}
func (t *T8) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}

// 9: the caller's own list is taken over
type T9 struct {
	mu sync.Mutex
	xs []int
}

func NewT9(xs []int) *T9 { return &T9{xs: xs} }
func (t *T9) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}
func (t *T9) Sum() (s int) {
	t.mu.Lock()
	xs := t.xs
	t.mu.Unlock()
	for _, x := range xs { // failed
		s += x
	}
	return
}
func Two() (a, b *T9) {
	xs := make([]int, 0, 10)
	return NewT9(xs), NewT9(xs) // failed
}

// 10: given out, and written by callers
type T10 struct {
	mu sync.Mutex
	xs []int
}

func (t *T10) Add(x int) {
	t.mu.Lock()
	t.xs = append(t.xs, x)
	t.mu.Unlock()
}
func (t *T10) All() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.xs
}
func Bad(t *T10) { t.All()[0] = 1 } // failed

// 11: append without lock by a helper
type T11 struct {
	mu  sync.Mutex
	cbs []func()
}

func (t *T11) On(cb func()) { t.cbs = append(t.cbs, cb) } // failed
func (t *T11) Fire() {
	t.mu.Lock()
	cbs := t.cbs
	t.mu.Unlock()
	for _, cb := range cbs {
		cb()
	}
}
