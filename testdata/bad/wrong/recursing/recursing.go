// Package recursing counts on what functions that call themselves leave as it is.
package recursing

import "sync"

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	total int
	//calvin:guarded_by mu
	sums []int
	//calvin:guarded_by mu
	names map[int]string
)

// count counts by calling itself.
//
//calvin:requires held(mu)
func count(n int) {
	if n <= 0 {
		return
	}
	total = n
	if len(sums) > 0 {
		sums[0] = n
	}
	if names != nil {
		names[n] = "n"
	}
	count(n - 1)
}

// Total counts on the total to stay.
func Total(n int) {
	mu.Lock()
	was := total
	count(n)
	if total != was {
		panic("changed") // failed
	}
	mu.Unlock()
}

// Sums counts on an element to stay.
func Sums(n int) {
	mu.Lock()
	defer mu.Unlock()
	if len(sums) == 0 {
		return
	}
	was := sums[0]
	count(n)
	if len(sums) > 0 && sums[0] != was {
		panic("changed") // failed
	}
}

// Names counts on an entry to stay.
func Names(n int) {
	mu.Lock()
	defer mu.Unlock()
	if names[1] == "" {
		count(n)
		if names[1] != "" {
			panic("changed") // failed
		}
	}
}

// A Tree has a lock.
type Tree struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	size int
	//calvin:guarded_by mu
	grid [2][3]int
	left *Tree
}

//calvin:requires held(root.mu)
func (t *Tree) grow(root *Tree) {
	root.size++
	root.grid[1][2]++
	if t.left != nil {
		t.left.grow(root)
	}
}

// Grow counts on the size to stay.
func (t *Tree) Grow() {
	t.mu.Lock()
	was := t.size
	t.grow(t)
	if t.size != was {
		panic("changed") // failed
	}
	t.mu.Unlock()
}

// Grid counts on an element to stay.
func (t *Tree) Grid() {
	t.mu.Lock()
	was := t.grid[1][2]
	t.grow(t)
	if t.grid[1][2] != was {
		panic("changed") // failed
	}
	t.mu.Unlock()
}
