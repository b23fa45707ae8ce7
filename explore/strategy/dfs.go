package strategy

import "github.com/calvin-go/calvin/explore/rt"

// DFS runs every schedule, and takes every alternative of every choice, once: depth first, the goroutine that runs going
// on first. It is there to test the others against.
type DFS struct {
	path []branch
	at   int

	// Where it runs a part of the executions only, see dfs_task.go.
	root     int // decisions before this one belong to others
	exchange Exchange
	err      error
}

// A branch is a decision on the path: which of n alternatives was taken. They are tried in the order that begins with
// first.
type branch struct {
	first, tried, n int
}

func (b branch) taken() int {
	switch {
	case b.tried == 0:
		return b.first
	case b.tried <= b.first:
		return b.tried - 1
	}
	return b.tried
}

// NewDFS makes a DFS.
func NewDFS() *DFS { return &DFS{} }

// Next follows the path of the execution before, and extends it.
func (d *DFS) Next(s *rt.State) int {
	n := s.Choices
	if n == 0 {
		n = len(s.Enabled)
	}
	if d.at == len(d.path) {
		d.path = append(d.path, branch{first: s.Default(), n: n})
	}
	d.at++
	k := d.path[d.at-1].taken()
	if k >= n {
		d.err = errPath
		return -1
	}
	return k
}

// Done takes the next alternative of the last decision that has one.
func (d *DFS) Done(*rt.Execution) bool {
	d.share()
	d.at = 0
	for n := len(d.path); n > d.root; n-- {
		b := &d.path[n-1]
		if b.tried++; b.tried < b.n {
			return true
		}
		d.path = d.path[:n-1]
	}
	return false
}
