// Package stdlib uses the standard library where it must not.
package stdlib

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
)

// ErrGone is an error.
var ErrGone = errors.New("gone")

// A T is guarded.
type T struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	lines []string
	//calvin:guarded_by mu
	ints []int
	//calvin:guarded_by mu
	buf bytes.Buffer
	//calvin:guarded_by mu
	n int
}

// String takes the lock.
func (t *T) String() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return fmt.Sprint(t.n)
}

// Sort writes elements without the lock.
func (t *T) Sort() {
	sort.Ints(t.ints) // failed
}

// SortRead sorts under the read lock.
func (t *T) SortRead() {
	t.mu.RLock()
	slices.Sort(t.ints) // failed
	t.mu.RUnlock()
}

// Join reads elements after the lock is released.
func (t *T) Join() string {
	t.mu.RLock()
	lines := t.lines
	t.mu.RUnlock()
	return strings.Join(lines, ",") // failed
}

// Less compares elements without the lock.
func (t *T) Less() int {
	t.mu.RLock()
	lines := t.lines
	n := len(lines)
	t.mu.RUnlock()
	return sort.Search(n, func(i int) bool { return lines[i] > "m" }) // failed
}

// Buffer writes a buffer without the lock.
func (t *T) Buffer() {
	t.buf.WriteString("x") // failed
}

// Print prints to a buffer under the read lock.
func (t *T) Print() {
	t.mu.RLock()
	fmt.Fprintf(&t.buf, "%d", t.n) // failed
	t.mu.RUnlock()
}

// Frame writes what it does not list.
//
//calvin:atomic
//calvin:modifies t.n
func (t *T) Frame() {
	t.mu.Lock()
	t.buf.Reset()
	t.mu.Unlock()
} // failed

// Order believes that a sort leaves elements where they are.
//
//calvin:atomic
//calvin:modifies t.ints
//calvin:ensures  forall i int :: 0 <= i && i < len(t.ints) ==> t.ints[i] == old(t.ints[i])
func (t *T) Order() {
	t.mu.Lock()
	sort.Ints(t.ints)
	t.mu.Unlock()
} // failed

// Empty is no proof of anything.
func Empty() {
	var none []int
	sort.Ints(none)
	slices.SortFunc(none, func(a, b int) int { return a - b })
	//calvin:assert len(none) == 1 // failed
	_ = none
}

// Once believes that a comparison comes once.
func Once(a []int) int {
	n := 0
	sort.Slice(a, func(i, j int) bool { n++; return false }) // failed
	//calvin:assert n <= 1
	return n
}

// Count believes that a callback is called.
func Count() int {
	a := []int{1, 2}
	n := 0
	sort.Slice(a, func(i, j int) bool { n = 1; return a[i] < a[j] })
	//calvin:assert n == 1 // failed
	return n
}

// Index believes that something is found.
func Index(s string) byte {
	return s[strings.Index(s, "=")] // failed
}

// Search believes that something is found.
func Search(x int) int {
	a := []int{1, 2, 3}
	return a[sort.SearchInts(a, x)] // failed
}

// Repeat may be given a negative count.
func Repeat(n int) string {
	return strings.Repeat("x", n) // failed
}

// Wrap believes that a wrapped error is the error.
//
//calvin:atomic
//calvin:ensures result == ErrGone
func Wrap() error {
	return fmt.Errorf("wrap: %w", ErrGone) // failed
}

// Is believes that errors.Is says no.
//
//calvin:atomic
//calvin:ensures !result
func Is(err error) bool {
	return errors.Is(err, ErrGone) // failed
}

// As believes that errors.As finds nothing.
func As(err error) *os.PathError {
	var p *os.PathError
	if errors.As(err, &p) {
		//calvin:assert p == nil // failed
		return p
	}
	return nil
}

// Exit goes on.
//
//calvin:atomic
//calvin:ensures result == 2
func Exit(n int) int {
	if n == 0 {
		os.Exit(1)
		return 3
	}
	return 1 // failed
}
