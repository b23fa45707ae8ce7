// Package searches takes for an index what is none, or one of something else.
package searches

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Text is guarded.
type Text struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s string
	//calvin:guarded_by mu
	a []int32
	//calvin:guarded_by mu
	n int
}

// Other indexes another string than the one that was searched.
func Other(s, t string) byte {
	if i := strings.IndexByte(s, ':'); i >= 0 {
		return t[i] // failed
	}
	return 0
}

// NotThere takes -1 for an index.
func NotThere(s string) string {
	return s[:strings.IndexByte(s, ':')] // failed
}

// Empty looks for what may be empty, which is found at the end of a string, too.
func Empty(s, sep string) byte {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[i] // failed
	}
	return 0
}

// Beyond wants a byte after the separator.
func Beyond(s, sep string) byte {
	if i := strings.Index(s, sep); i >= 0 {
		return s[i+len(sep)] // failed
	}
	return 0
}

// Base wants a byte after the last slash, which may be the last byte.
func Base(s string) byte {
	return s[strings.LastIndexByte(s, '/')+1] // failed
}

// Longer adds the length of something else than what was found.
func Longer(s, chars string) string {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[i+len(chars):] // failed
	}
	return s
}

// Width takes the bytes at an index for a rune that is encoded in them.
func Width(s string, r rune) string {
	if i := strings.IndexRune(s, r); i >= 0 {
		return s[i+utf8.RuneLen(r):] // failed
	}
	return s
}

// Class indexes another string than the one that a function was called on.
func Class(s, t string) byte {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return t[i] // failed
	}
	return 0
}

// Cut wants a byte after the separator, whether there is one or not.
func Cut(s, sep string) byte {
	before, _, found := strings.Cut(s, sep)
	if found {
		return s[len(before)+len(sep)] // failed
	}
	return 0
}

// Rest takes what was trimmed for something.
func Rest(s string) byte {
	t := strings.TrimLeftFunc(s, unicode.IsSpace)
	return s[len(s)-len(t)] // failed
}

// Bytes wants a byte after the separator.
func Bytes(b, sep []byte) byte {
	if i := bytes.Index(b, sep); i >= 0 {
		return b[i+len(sep)] // failed
	}
	return 0
}

// LastBytes indexes something shorter than what was searched.
func LastBytes(b []byte) byte {
	i := bytes.LastIndexFunc(b, func(r rune) bool { return r == ' ' })
	if i < 0 {
		return 0
	}
	b = b[1:]
	return b[i] // failed
}

// Place takes the place for a new element for the index of one.
func Place(a []int, n int) int {
	return a[sort.SearchInts(a, n)] // failed
}

// Absent takes the place of what is not there for an index.
func Absent(a []int, n int) int {
	i, found := slices.BinarySearch(a, n)
	if !found {
		return a[i] // failed
	}
	return 0
}

// AbsentFunc is Absent with a function.
func AbsentFunc(a []int, n int) int {
	i, _ := slices.BinarySearchFunc(a, n, func(x, y int) int { return x - y })
	return a[i] // failed
}

// Few searches more than there is.
func Few(a []int, n int) int {
	return sort.Search(len(a)+1, func(i int) bool {
		return a[i] >= n // failed
	})
}

// Found is the index in something longer.
func Found(a []int, n int) int {
	i, found := sort.Find(len(a)+1, func(i int) int { return n - i })
	if found {
		return a[i] // failed
	}
	return 0
}

// FindsMore is called with what is no index.
func FindsMore(a []int, n int) (int, bool) {
	return sort.Find(len(a)+1, func(i int) int {
		return n - a[i] // failed
	})
}

// Table has no entry for most of the characters.
func Table(s string) int {
	var table [128]int
	return strings.IndexFunc(s, func(r rune) bool {
		return table[r] > 0 // failed
	})
}

// Quotient divides by what an element may be.
func Quotient(a []int, n int) int {
	i, _ := slices.BinarySearchFunc(a, n, func(x, y int) int {
		return y / x // failed
	})
	return i
}

// Counts takes a count of what a function was called on for none.
func Counts(s string) int {
	n := 0
	strings.TrimFunc(s, func(r rune) bool {
		n++
		return false
	})
	//calvin:assert n == 0 // failed
	return n
}

// Unlocked reads what is guarded, in a function that is called on characters.
func (t *Text) Unlocked(s string) int {
	return strings.IndexFunc(s, func(r rune) bool {
		return int(r) > t.n // failed
	})
}

// Later uses an index when what it was found in may be gone.
func (t *Text) Later() byte {
	t.mu.Lock()
	i := strings.IndexByte(t.s, ':')
	t.mu.Unlock()
	if i < 0 {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.s[i] // failed
}

// Compared reads elements without the lock, to compare them.
func (t *Text) Compared(n int32) bool {
	t.mu.Lock()
	a := t.a
	t.mu.Unlock()
	_, found := slices.BinarySearchFunc(a, n, func(x, y int32) int { return int(x) - int(y) }) // failed
	return found
}

// Copied takes a number of elements for an index.
func Copied(a []int) int {
	b := make([]int, 10)
	n := copy(b, a)
	return b[n] // failed
}

// A Book is a text with sorted marks. What it does, and the functions below, is right: what was found is an index.
type Book struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	text string
	//calvin:guarded_by mu
	marks []int32
	//calvin:guarded_by mu
	tabs [128]bool
}

// Key returns the text before the first colon, and the byte there.
func (b *Book) Key() (string, byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := strings.IndexByte(b.text, ':'); i >= 0 {
		return b.text[:i], b.text[i]
	}
	return "", 0
}

// Pop takes what comes before a separator.
func (b *Book) Pop(sep string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := strings.Index(b.text, sep)
	if i < 0 {
		return ""
	}
	head := b.text[:i]
	b.text = b.text[i+len(sep):]
	return head
}

// Tab returns the first character, of those that are in the table, that is set there.
func (b *Book) Tab() byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := strings.IndexFunc(b.text, func(r rune) bool { return r < 128 && b.tabs[r] })
	if i < 0 {
		return 0
	}
	return b.text[i]
}

// Mark returns the mark at a place, and whether there is one.
func (b *Book) Mark(place int32) (int32, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i, found := slices.BinarySearchFunc(b.marks, place, func(x, y int32) int {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	if found {
		return b.marks[i], true
	}
	return 0, false
}

// Next returns the first mark that is not before a place, if there is one.
func (b *Book) Next(place int32) (int32, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := sort.Search(len(b.marks), func(i int) bool { return b.marks[i] >= place })
	if i < len(b.marks) {
		return b.marks[i], true
	}
	return 0, false
}

// Name returns what follows the last slash.
func Name(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// Extension returns what follows the last dot.
func Extension(s string) string {
	i := strings.LastIndex(s, ".")
	if i < 0 {
		return ""
	}
	return s[i+1:]
}

// Word returns what precedes the first space, and the byte there.
func Word(s string) (string, byte) {
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, 0
	}
	return s[:i], s[i]
}

// Digits returns how many digits a text begins with, or 0 if it consists of nothing else.
func Digits(s string) int {
	i := strings.IndexFunc(s, func(r rune) bool { return r < '0' || '9' < r })
	//calvin:assert i < len(s)
	return max(i, 0)
}

// Vowel returns the last vowel.
func Vowel(s string) byte {
	if i := strings.LastIndexAny(s, "aeiou"); i != -1 {
		return s[i]
	}
	return 0
}

// Value returns what follows an equals sign.
func Value(s string) string {
	before, _, found := strings.Cut(s, "=")
	if !found {
		return ""
	}
	return s[len(before)+1:]
}

// Indent returns the space that a text begins with.
func Indent(s string) string {
	return s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsSpace))]
}

// Body returns what follows a header.
func Body(b, sep []byte) []byte {
	if i := bytes.Index(b, sep); i >= 0 {
		return b[i+len(sep):]
	}
	return nil
}

// Blank returns the last space.
func Blank(b []byte) byte {
	if i := bytes.LastIndexFunc(b, func(r rune) bool { return r <= ' ' }); i >= 0 {
		return b[i]
	}
	return 0
}

// Lines counts lines.
func Lines(s string) int {
	n := 0
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			return n
		}
		s = s[i+1:]
		n++
	}
}

// Has returns the element that equals n.
func Has(a []int, n int) int {
	if i, found := slices.BinarySearch(a, n); found {
		return a[i]
	}
	return 0
}

// Greater returns an element that is greater than n.
func Greater(a []int, n int) int {
	if i := slices.IndexFunc(a, func(x int) bool { return x > n }); i >= 0 {
		return a[i]
	}
	return n
}

// Element returns the element that equals n.
func Element(a []int, n int) int {
	i, found := sort.Find(len(a), func(i int) int { return n - a[i] })
	if found {
		return a[i]
	}
	return 0
}

// Last returns the last of the elements that are copied.
func Last(a []int) int {
	var b [8]int
	n := copy(b[:], a)
	if n == 0 {
		return 0
	}
	return b[n-1] + a[n-1]
}
