// Package seldomly goes wrong where one seldom looks: what is handed over, passed on, or lies in what is copied.
package seldomly

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"unicode"
)

// A T has something of everything.
type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m    int
	once sync.Once
	//calvin:guarded_by once
	limit int
	a, b  atomic.Int64
	seen  int
	wg    sync.WaitGroup
}

// takes takes over a channel, and says what else it does.
//
//calvin:takes c
//calvin:atomic
//calvin:modifies t.n
//calvin:ensures t.n == 1
func (t *T) takes(c chan int) {
	t.mu.Lock()
	t.n = 1
	t.mu.Unlock()
}

// Given hands over what it was given itself.
func (t *T) Given(c chan int) {
	t.takes(c) // failed
}

// Twice hands it over twice.
func (t *T) Twice() {
	c := make(chan int)
	t.takes(c)
	t.takes(c) // failed
}

// Closes closes what it has handed over.
func (t *T) Closes() {
	c := make(chan int)
	t.takes(c)
	close(c) // failed
}

// one fills one element.
//
//calvin:takes s[i], wg
func one(s []int, i int, wg *sync.WaitGroup) {
	s[i] = 1
	wg.Done()
}

// part fills some.
//
//calvin:takes s[lo:hi], wg
func part(s []int, lo, hi int, wg *sync.WaitGroup) {
	for i := lo; i < hi; i++ {
		s[i] = 1
	}
	wg.Done()
}

// Beyond hands over an element that there is not.
func Beyond() {
	s := make([]int, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go one(s, 2, &wg) // failed
	wg.Wait()
}

// Before hands over one before the first.
func Before() {
	s := make([]int, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go one(s, -1, &wg) // failed
	wg.Wait()
}

// Backwards hands over elements from the last to the first.
func Backwards() {
	s := make([]int, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go part(s, 2, 1, &wg) // failed
	wg.Wait()
}

// Released stores when others may know what it has given back.
//
//calvin:takes s[0], wg
//calvin:atomic
//calvin:modifies s[0], t.a
func (t *T) Released(s []int, wg *sync.WaitGroup) {
	s[0] = 1
	wg.Done()
	t.a.Store(1) // failed
}

// Releases starts it.
func (t *T) Releases() {
	s := make([]int, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go t.Released(s, &wg)
	wg.Wait()
}

// Initialises stores when others may know what has been initialised.
//
//calvin:atomic
//calvin:modifies t.limit, t.a
func (t *T) Initialises() {
	t.once.Do(func() { t.limit = 1 })
	t.a.Store(1) // failed
}

//calvin:panics_if n < 0
//calvin:atomic
//calvin:modifies t.b
//calvin:ensures t.b == old(t.b)
func (t *T) small(n int) {
	if n < 0 {
		panic("negative")
	}
}

// Unwinds changes something more when its callee has panicked, which may have looked at what it had changed before.
//
//calvin:panics_if n < 0
//calvin:atomic
//calvin:modifies t.n, t.a
func (t *T) Unwinds(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() { t.n = 2 }()
	t.a.Store(1)
	t.small(n) // failed
}

// Context passes on what is its own.
type Context struct {
	context.Context
	n int
}

// After changes what others have.
func After() {
	c := &Context{Context: context.Background()}
	context.AfterFunc(c, func() {})
	c.n = 1 // failed
}

// Sorted counts on the order while it is being sorted.
func Sorted() {
	s := []int{5, 3, 4}
	sort.Slice(s, func(i, j int) bool {
		if s[0] != 5 {
			panic("moved") // failed
		}
		return s[i] < s[j]
	})
}

func walk(x any, yield func(int) bool) {
	yield(x.(*Context).n) // failed
}

func all(yield func(int) bool) {
	walk(&Context{n: 1}, yield)
}

// Ranges takes it for another.
func Ranges() {
	for v := range all {
		//calvin:assert v == 2 // failed
		_ = v
	}
}

// Address takes the address of an element of nothing.
func Address(p *[4]int) *int {
	if p == nil {
		return &p[0] // failed
	}
	return nil
}

// Nothings may be too many.
func Nothings(a, b []struct{}) []struct{} {
	return append(a, b...) // failed
}

type thing struct{ x int }

// Lends lends what it passes on.
func Lends(f func(*thing)) {
	n := thing{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		//calvin:takes n, wg
		n = thing{1}
		wg.Done()
	}()
	go f(&n) // failed
	wg.Wait()
}

// blank fills some bytes.
//
//calvin:takes b[0:n], wg
func blank(b []byte, n int, wg *sync.WaitGroup) {
	for i := range n {
		b[i] = ' '
	}
	wg.Done()
}

// Scans reads what it has lent.
func Scans() int {
	b := make([]byte, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go blank(b, 2, &wg)
	i := bytes.IndexFunc(b, unicode.IsSpace) // failed
	wg.Wait()
	return i
}

// Converts converts what it has lent.
func Converts() string {
	b := make([]byte, 2)
	var wg sync.WaitGroup
	wg.Add(1)
	go blank(b, 2, &wg)
	s := string(b) // failed
	wg.Wait()
	return s
}

// Prints prints to nothing.
func Prints(b *bytes.Buffer) {
	if b == nil {
		fmt.Fprint(b, 1) // failed
	}
}

// Error finds one for nothing.
func Error(err error, e *error) bool {
	if e == nil {
		return errors.As(err, e) // failed
	}
	return false
}

// fresh makes one.
//
//calvin:performs Make
//calvin:action   Make
//calvin:ensures  local(result)
func fresh() *thing { return &thing{1} }

// Fresh believes what is not.
func (t *T) Fresh() *thing {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	x := fresh()
	t.n++
	//calvin:assert x.x == 2 // failed
	return x
}

// Nothing makes a pool of nothing.
func Nothing(p *sync.Pool) {
	if p == nil {
		*p = sync.Pool{} // failed
	}
}

type counter struct {
	//calvin:atomic_only
	n int32
	//calvin:atomic_only
	next *counter
}

// Counters copies what others count on.
func Counters(d, s []counter) {
	copy(d, s) // failed
}

// Shows has it read.
func Shows(c *counter) {
	fmt.Println(c) // failed
}

// ShowsAll has all read.
func ShowsAll(c []counter) {
	fmt.Println(c) // failed
}

// Checked writes what it may not where it may panic, and has not yet.
//
//calvin:panics_if n < 0
func (t *T) Checked(s []int, i, n int) int {
	x := s[i] // failed
	if n < 0 {
		t.seen = 1 // failed
	}
	return x
}
