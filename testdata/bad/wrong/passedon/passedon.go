// Package passedon passes guarded memory to code that is not at hand, without its lock.
package passedon

import (
	"bufio"
	"container/heap"
	"container/list"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand"
	"slices"
	"sort"
	"sync"
)

// A T is guarded.
type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	l list.List
	//calvin:guarded_by mu
	h Heap
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	s []int
	//calvin:guarded_by mu
	raw []byte
	//calvin:guarded_by mu
	m map[string]int
	//calvin:guarded_by mu
	z big.Int
	//calvin:guarded_by mu
	w bufio.Writer
	//calvin:guarded_by mu
	r rand.Rand
	//calvin:guarded_by mu
	p Plain
	//calvin:guarded_by mu
	Name string
	out  io.Writer
	in   io.Reader
}

// Plain is a part of a T.
type Plain struct{ A, B int }

// A Note is guarded, and little.
type Note struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	words []string
	//calvin:guarded_by mu
	n int
}

// A Heap is a heap.
type Heap []int

// Len is the number of elements.
func (h *Heap) Len() int { return len(*h) }

// Less compares none.
func (h *Heap) Less(i, j int) bool { return false }

// Swap swaps none.
func (h *Heap) Swap(i, j int) {}

// Push puts nothing.
func (h *Heap) Push(x any) {}

// Pop takes nothing.
func (h *Heap) Pop() any { return nil }

// Method calls a method of another package's type.
func (t *T) Method() {
	t.l.PushBack(1) // failed
}

// MethodRead calls one that writes, under the read lock.
func (t *T) MethodRead() {
	t.mu.RLock()
	t.l.Init() // failed
	t.mu.RUnlock()
}

// MethodLater calls it after the lock is released.
func (t *T) MethodLater() {
	t.mu.Lock()
	l := &t.l
	t.mu.Unlock()
	l.Remove(nil) // failed
}

// Len calls one that reads.
func (t *T) Len() int {
	return t.l.Len() // failed
}

// Bound calls it as a function value.
func (t *T) Bound() {
	f := t.l.Init
	f() // failed
}

// Deferred calls it when the lock is released.
func (t *T) Deferred() {
	t.mu.Lock()
	defer t.l.Init() // failed
	defer t.mu.Unlock()
}

// Push passes its address as an interface.
func (t *T) Push() {
	heap.Push(&t.h, 1) // failed
}

// Scan passes the address of a number.
func (t *T) Scan() {
	_, _ = fmt.Sscan("1", &t.n) // failed
}

// ScanRead passes it under the read lock.
func (t *T) ScanRead() {
	t.mu.RLock()
	_, _ = fmt.Sscan("1", &t.n) // failed
	t.mu.RUnlock()
}

// Clone reads a slice.
func (t *T) Clone() []int {
	t.mu.RLock()
	s := t.s
	t.mu.RUnlock()
	return slices.Clone(s) // failed
}

// CloneMap reads a map.
func (t *T) CloneMap() map[string]int {
	t.mu.RLock()
	m := t.m
	t.mu.RUnlock()
	return maps.Clone(m) // failed
}

// Copy writes a map under the read lock.
func (t *T) Copy() {
	from := map[string]int{"b": 2}
	t.mu.RLock()
	maps.Copy(t.m, from) // failed
	t.mu.RUnlock()
}

// Compact writes a slice under the read lock.
func (t *T) Compact() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(slices.Compact(t.s)) // failed
}

// Read has bytes written under the read lock.
func (t *T) Read() {
	if t.in == nil {
		return
	}
	t.mu.RLock()
	_, _ = t.in.Read(t.raw) // failed
	t.mu.RUnlock()
}

// Write has bytes read without the lock.
func (t *T) Write() {
	if t.out == nil {
		return
	}
	t.mu.Lock()
	raw := t.raw
	t.mu.Unlock()
	_, _ = t.out.Write(raw) // failed
}

// Big computes with a number.
func (t *T) Big(x *big.Int) {
	t.z.Add(x, x) // failed
}

// Cmp compares a number.
func (t *T) Cmp(x *big.Int) int {
	return x.Cmp(&t.z) // failed
}

// Buffered writes to a buffer.
func (t *T) Buffered() {
	_, _ = t.w.WriteString("x") // failed
}

// Random draws a number.
func (t *T) Random() int {
	return t.r.Int() // failed
}

// RandomRead draws a number under the read lock.
func (t *T) RandomRead() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.r.Int() // failed
}

// Print prints what is inside.
func (t *Note) Print() {
	fmt.Println(t) // failed
}

// PrintPart prints a part.
func (t *T) PrintPart() {
	fmt.Printf("%d %v\n", 1, &t.p) // failed
}

// PrintLocked prints a lock, which others may be taking.
func (t *Note) PrintLocked() {
	t.mu.Lock()
	fmt.Println(t) // failed
	t.mu.Unlock()
}

// PrintSlice prints the elements of a slice, as a variable of interface type.
func (t *T) PrintSlice() {
	t.mu.RLock()
	var x any = t.s
	t.mu.RUnlock()
	fmt.Println(x) // failed
}

// Encode encodes what is exported.
func (t *T) Encode() ([]byte, error) {
	return json.Marshal(t) // failed
}

// Decode decodes into it under the read lock.
func (t *T) Decode(data []byte) error {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return json.Unmarshal(data, t) // failed
}

// Part decodes into a part of it.
func (t *T) Part(data []byte) error {
	return json.Unmarshal(data, &t.p) // failed
}

// Elements decodes into a slice.
func (t *T) Elements(data []byte) error {
	return json.Unmarshal(data, &t.s) // failed
}

// Value passes the slice to a function value.
func (t *T) Value(f func([]int)) {
	if f == nil {
		return
	}
	t.mu.Lock()
	s := t.s
	t.mu.Unlock()
	f(s) // failed
}

// Kept believes that what is passed stays as it is.
func (t *T) Kept() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n = 1
	_, _ = fmt.Sscan("2", &t.n)
	//calvin:assert t.n == 1 // failed
}

// KeptElement believes so of an element.
func (t *T) KeptElement(data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.s) == 0 {
		return
	}
	t.s[0] = 1
	_ = slices.Compact(t.s)
	//calvin:assert t.s[0] == 1 // failed
}

// KeptEntry believes so of an entry of a map.
func (t *T) KeptEntry() {
	from := map[string]int{"b": 2}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m == nil {
		return
	}
	t.m["a"] = 1
	maps.Copy(t.m, from)
	//calvin:assert t.m["a"] == 1 // failed
}

// Sort sorts under the read lock, by an interface.
func (t *T) Sort() {
	t.mu.RLock()
	sort.Sort(sort.IntSlice(t.s)) // failed
	t.mu.RUnlock()
}

// Either prints one of two, without the lock.
func (t *T) Either(which bool) {
	t.mu.RLock()
	var x any = t.m
	if which {
		x = t.raw
	}
	t.mu.RUnlock()
	fmt.Println(x) // failed
}

// Stored believes that an address is only used while a call lasts, and does not hold the lock even then.
func (t *T) Stored() {
	flag.IntVar(&t.n, "n", 0, "a number") // failed
}

// Nested prints the elements of what a pointer leads to.
func (t *T) Nested() {
	t.mu.RLock()
	defer fmt.Println(&t.s) // failed
	t.mu.RUnlock()
}
