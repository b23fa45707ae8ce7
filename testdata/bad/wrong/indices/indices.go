// Package indices has indices that are no index of anything: greater than an int can be, or beyond the end. That such an
// index was written down anywhere tells nothing of its value.
package indices

import (
	"math"
	"sync"
)

// addressed makes elements known by their addresses.
func addressed(a []int, b []byte, i int) (*int, *byte) {
	if i < 0 || i >= len(a) || i >= len(b) {
		return nil, nil
	}
	return &a[i], &b[i]
}

// Unsigned converts for the comparison, and not for the index.
func Unsigned(a []int, i uint) int {
	if int(i) < len(a) {
		return a[i] // failed
	}
	return 0
}

// UnsignedRight compares as it is.
func UnsignedRight(a []int, i uint) int {
	if i < uint(len(a)) {
		return a[i]
	}
	return 0
}

// Bytes is Unsigned of other elements.
func Bytes(b []byte, i uint64) byte {
	if int(i) < len(b) {
		return b[i] // failed
	}
	return 0
}

// Pointer is an index of the width of a pointer.
func Pointer(a []int, i uintptr) int {
	if int(i) < len(a) {
		return a[i] // failed
	}
	return 0
}

// Greatest looks at an element that no slice has.
func Greatest(a []int, i int) int {
	if i == math.MaxInt {
		//calvin:assert false // failed
		return 0
	}
	if 0 <= i && i < len(a) {
		return a[i]
	}
	return 0
}

// Beyond speaks of an element beyond the end.
func Beyond(a []int, i int) {
	if i == math.MaxInt {
		//calvin:assert a[i] == a[i] ==> false // failed
		println()
	}
}

// Behind is Beyond, of a part.
func Behind(a []int, i int) {
	if len(a) == 0 {
		return
	}
	a = a[1:]
	if i == math.MaxInt {
		//calvin:assert a[i] == 0 || a[i] != 0
		//calvin:assert false // failed
		println()
	}
}

// Reversed speaks of an element whose number is too large by far.
func Reversed(a []int, i uint64) {
	if i == math.MaxUint64 {
		//calvin:assert a[i] == 0 || a[i] != 0
		//calvin:assert false // failed
		println()
	}
}

// Least speaks of one before the beginning.
func Least(a []int, i int) {
	if i == math.MinInt && len(a) > 0 {
		//calvin:assert a[i] > 0 || a[i] <= 0
		//calvin:assert false // failed
		println()
	}
}

// Sub is an element of a part.
func Sub(a []int, lo uint, i uint) int {
	if len(a) < 8 || lo > 4 {
		return 0
	}
	b := a[lo:]
	if int(lo)+int(i) < len(a) {
		return b[i] // failed
	}
	return 0
}

// From has a bound that no int is.
func From(a []int, lo uint64) []int {
	if int64(lo) <= int64(len(a)) {
		return a[lo:] // failed
	}
	return nil
}

// Full has three bounds.
func Full(a []int, lo, hi, max uint32) []int {
	if int32(lo) <= int32(hi) && int(hi) <= int(max) && int(max) <= cap(a) {
		return a[lo:hi:max] // failed
	}
	return nil
}

// Over is beyond the capacity.
func Over(a []int, n int) []int {
	if n <= len(a) {
		return a[: n+1 : n+1] // failed
	}
	return nil
}

// Every speaks of all unsigned numbers.
//
//calvin:requires forall i uint :: a[i] == 0
func Every(a []int) {
	//calvin:assert false // failed
}

// EveryByte speaks of all small ones.
//
//calvin:requires forall i uint8 :: a[i] == 0
func EveryByte(a []int) int {
	//calvin:assert len(a) > 255 // failed
	return 0
}

// Some finds an element beyond the end.
func Some(a []int) {
	if len(a) == 0 {
		//calvin:assert !(exists i uint64 :: a[i] == 7) // failed
		println()
	}
}

type row [4]int16

// A Grid has rows whose cells are known by their addresses.
type Grid struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	rows [3]row
}

func (g *Grid) cell(i, j int) *int16 {
	if i < 0 || i > 2 || j < 0 || j > 3 {
		return nil
	}
	return &g.rows[i][j]
}

// Cell has an index that is too large for the inner array.
func (g *Grid) Cell(i, j uint) int16 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if int(i) < 3 && i < 3 && int(j) < 4 {
		return g.rows[i][j] // failed
	}
	return 0
}

// Row has one that is too large for the outer array.
func (g *Grid) Row(i, j uint) int16 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if int(i) < 3 && j < 4 {
		return g.rows[i][j] // failed
	}
	return 0
}

// Char is a byte of a string.
func Char(s string, i uint) byte {
	if int(i) < len(s) {
		return s[i] // failed
	}
	return 0
}

// Tail is a part of one.
func Tail(s string, i uint) string {
	if int(i) <= len(s) {
		return s[i:] // failed
	}
	return ""
}

// Long speaks of strings that are about as long as any.
func Long(s, t string) {
	if len(s) >= 1<<39 && len(t) >= 1<<39 {
		//calvin:assert len(s+t) >= 0
		//calvin:assert false // failed
		println()
	}
}

// Doubled says of what is never computed how long it is.
func Doubled(s string, really bool) string {
	if really {
		return s + s
	}
	//calvin:assert len(s) < 1<<47 // failed
	return s
}

// Part speaks of a part of a string.
func Part(s string, lo, hi int) {
	if lo == math.MinInt && hi == math.MaxInt {
		//calvin:assert len(s[lo:hi]) >= 0
		//calvin:assert false // failed
		println()
	}
}

// A Log has a ghost without bounds.
//
//calvin:ghost seen seq[int]
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// At is an element of a sequence at an index that no int is.
//
//calvin:requires len(l.seen) > 9223372036854775807
func (l *Log) At(i uint64) {
	//calvin:assert i < 5 ==> l.seen[i] == l.seen[0] // failed
}

type list struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int32
}

// Later stores a part with bounds that nobody has checked before.
//
//calvin:requires c == d
//calvin:requires c.mu == tid
func Later(c, d *list, hi int) int32 {
	c.items = c.items[:hi] // failed
	if len(d.items) > 5 {
		return d.items[5]
	}
	return 0
}

// LaterFull is Later with a capacity.
//
//calvin:requires c == d
//calvin:requires c.mu == tid
func LaterFull(c, d *list, hi int) int {
	c.items = c.items[:5:hi] // failed
	return cap(d.items)
}

type counts struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[int]int
}

// Empty deletes what may not be there.
//
//calvin:requires c == d
//calvin:requires c.mu == tid
func Empty(c, d *counts) int {
	//calvin:assert len(c.m) > 0 // failed
	delete(c.m, 1)
	return len(d.m)
}

// Full takes a sum of which the second may be too large.
func (l *list) Full(lo, n int) []int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if lo >= 0 && n >= 0 && lo <= len(l.items) {
		if lo+n <= len(l.items) {
			//calvin:assert lo+n >= lo // failed
			return nil
		}
	}
	return nil
}

// Held is what an interface holds.
func Held(x any, i uint) bool {
	if i == math.MaxUint {
		return x == any(int(i)) // whatever it is, an int holds it
	}
	v, ok := x.(int8)
	if ok {
		//calvin:assert v < 127 // failed
		return int(v) == int(i)
	}
	return false
}

// Keys are numbers of eight bits.
func Keys(m map[uint8]int, k int) int {
	if _, ok := m[uint8(k)]; ok {
		//calvin:assert k >= 0 // failed
		return k
	}
	return 0
}

// Shift goes by more than there are bits.
func Shift(a []int, i uint) int {
	j := i << 1 >> 1
	if int(j) < len(a) {
		return a[i] // failed
	}
	return 0
}

// Narrow converts before it compares.
func Narrow(a []int, i int) int {
	if int8(i) >= 0 && int(int8(i)) < len(a) {
		return a[i] // failed
	}
	return 0
}

// NarrowRight uses what it compares.
func NarrowRight(a []int, i int) int {
	if j := int8(i); j >= 0 && int(j) < len(a) {
		return a[j]
	}
	return 0
}
