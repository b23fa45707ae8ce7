package regions

import "sync"

// Rows has slices inside a map and inside a slice.
type Rows struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	by map[string][]int
	//calvin:guarded_by mu
	grid [][]int
}

// Append adds to a row.
func (r *Rows) Append(k string, v int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = make(map[string][]int)
	}
	r.by[k] = append(r.by[k], v)
}

// Grow adds a row, and writes to the first one.
func (r *Rows) Grow(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.grid = append(r.grid, make([]int, 4))
	if len(r.grid) > 0 && len(r.grid[0]) > 0 {
		r.grid[0][0] = n
	}
}
