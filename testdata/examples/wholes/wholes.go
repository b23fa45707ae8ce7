// Package wholes has values that are cleared, copied, compared and converted as a whole.
package wholes

import (
	"reflect"
	"sync"
)

type point struct {
	x, y float64
	name string
}

// A Table has rows.
type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	ints []int
	//calvin:guarded_by mu
	points []point
	//calvin:guarded_by mu
	bytes []byte
	//calvin:guarded_by mu
	large [256]int
	//calvin:guarded_by mu
	grid [2][128]byte
	//calvin:guarded_by mu
	at point
}

// Clear clears what is in slices.
func (t *Table) Clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.ints)
	if len(t.ints) > 3 {
		//calvin:assert t.ints[3] == 0
		t.ints[3] = 1
	}
	clear(t.points)
	clear(t.bytes)
}

// Copy returns a large array.
func (t *Table) Copy() [256]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.large
}

// Set sets one.
func (t *Table) Set(to [256]int, grid [2][128]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.large = to
	//calvin:assert t.large[200] == to[200]
	t.grid = grid
	t.grid = [2][128]byte{}
	//calvin:assert t.grid[1][100] == 0
	t.large[3]++
}

// Same compares one.
func (t *Table) Same(with [256]int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	same := t.large == with
	if same {
		//calvin:assert t.large[255] == with[255]
		return true
	}
	return false
}

// Move moves a point, and says whether it did.
func (t *Table) Move(to point) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.at == to {
		//calvin:assert t.at.name == to.name
		return false
	}
	t.at = to
	return max(t.at.x, t.at.y) > 0
}

// Runes counts what is not ASCII.
func Runes(s string) (n int) {
	for _, r := range []rune(s) {
		//calvin:assert 0 <= r && r <= 0x10ffff
		if r > 127 {
			n++
		}
	}
	return n
}

// Last returns the last rune.
func Last(s string) rune {
	if r := []rune(s); len(r) > 0 {
		return r[len(r)-1]
	}
	return 0
}

// Reverse turns a string around.
func Reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// Head returns the beginning of a slice.
func Head(n int) (out [3]point) {
	made := make([]point, max(n, 3)%1000+3)
	return [3]point(made)
}

// A Field keeps a value that it knows nothing of.
type Field struct{ v reflect.Value }

// Of returns the field of x.
func Of(x any) Field { return Field{reflect.ValueOf(x)} }

// Kind returns what it is.
func (f Field) Kind() reflect.Kind {
	if !f.v.IsValid() {
		return reflect.Invalid
	}
	return f.v.Kind()
}

// Start starts them all.
func Start(fs []func()) {
	for _, f := range fs {
		if f != nil {
			go f()
		}
	}
}

// Done waits for a goroutine that does no more than say that it is done.
func Done() {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	wg.Wait()
}

//lint:file-ignore U1000,S1029,SA6003 the conversion to runes and the field are what is verified
