// Package sourcelib has no annotations and is checked with nothing: what its functions do only its source says. Package bysource calls them.
package sourcelib

// Fill writes the elements.
func Fill(b []byte) {
	for i := range b {
		b[i] = 1
	}
}

// Sum reads them.
func Sum(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

// Extend writes what is beyond the length.
func Extend(b []byte) int { return len(append(b, 1)) }

// Count writes the entries.
func Count(m map[string]int, key string) { m[key]++ }

// Set writes the variable.
func Set(p *int) {
	if p != nil {
		*p = 2
	}
}

// Get reads it.
func Get(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}

// Later writes it in a goroutine.
func Later(p *int) {
	go func() { *p = 3 }()
}

var kept *int

// Keep keeps it.
func Keep(p *int) { kept = p }

// SetKept writes what was kept.
func SetKept() { *kept = 4 }

// Tail returns a part of the slice.
func Tail(b []byte) []byte {
	if len(b) == 0 {
		return b
	}
	return b[1:]
}

// Read reads a whole struct that it need not know.
func Read[T any](p *T) bool {
	v := *p
	return any(v) != nil
}

// Overwrite writes one.
func Overwrite[T any](p *T) {
	var zero T
	*p = zero
}

// A Box is a number that callers synchronise.
type Box struct {
	N    int
	Next *Box
}

// New makes a box.
func New(n int) *Box { return &Box{N: n} }

// Small makes one of small numbers.
func Small(n int) *Box {
	if n > 9 {
		return nil
	}
	return New(n)
}

// Add adds to the number.
func (b *Box) Add(n int) { b.N += n }

// Loop has the box lead to itself.
func (b *Box) Loop() { b.Next = b }

// Link has the box lead to another one.
func (b *Box) Link(c *Box) { b.Next = c }

// LoopAll has boxes lead to the first.
func LoopAll(list []*Box) {
	for _, b := range list {
		b.Next = list[0]
	}
}

// FillBehind writes what the elements lead to.
func FillBehind(list [][]byte) {
	for _, b := range list {
		Fill(b)
	}
}

// SetBehind writes the variable that a variable points to.
func SetBehind(p **int) { **p = 5 }

// KeepBehind keeps it.
func KeepBehind(p **int) { kept = *p }

// Parts returns new bytes, and a part of them.
func Parts(n int) (all, head []byte) {
	all = make([]byte, n)
	return all, all[:n/2]
}
