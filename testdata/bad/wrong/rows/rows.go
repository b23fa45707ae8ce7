// Package rows has guarded slices and maps of slices, some of whose rows others have too. Each row belongs to its table.
package rows

import (
	"io"
	"sync"
)

type sub struct{ n int }

var ch = make(chan []int, 1)

// A Hub has rows.
type Hub struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	subs []*sub
	//calvin:guarded_by mu
	rows map[string][]int
	//calvin:guarded_by mu
	grid [][]int
	//calvin:guarded_by mu
	pair [2][]int
	//calvin:guarded_by mu
	flat []int
	//calvin:guarded_by mu
	table map[string]int
}

// Put sends a row that it has stored.
func (h *Hub) Put() {
	b := make([]int, 4)
	h.mu.Lock()
	if h.rows == nil {
		h.rows = make(map[string][]int)
	}
	h.rows["a"] = b
	h.mu.Unlock()
	ch <- b // failed
}

// PutGrid sends a row that it has appended.
func (h *Hub) PutGrid() {
	b := make([]int, 4)
	h.mu.Lock()
	h.grid = append(h.grid, b)
	h.mu.Unlock()
	ch <- b // failed
}

// SetGrid sends a row of a grid that it has stored.
func (h *Hub) SetGrid() {
	g := make([][]int, 1)
	b := make([]int, 4)
	g[0] = b
	h.mu.Lock()
	h.grid = g
	h.mu.Unlock()
	ch <- b // failed
}

// PutPair sends what an array holds.
func (h *Hub) PutPair() {
	b := make([]int, 4)
	h.mu.Lock()
	h.pair[0] = b
	h.mu.Unlock()
	ch <- b // failed
}

// Leak returns a row.
func (h *Hub) Leak() []int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rows["a"] // failed
}

// MoveOther stores a row in another hub.
func (h *Hub) MoveOther(o *Hub) {
	h.mu.Lock()
	b := h.rows["b"]
	h.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.grid) > 0 {
		o.grid[0] = b // failed
	}
}

// Write is right: it holds the lock of all that it writes.
func (h *Hub) Write() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.subs {
		if s != nil {
			s.n++
		}
	}
	if r := h.rows["a"]; len(r) > 0 {
		r[0] = 1
	}
	if len(h.pair[0]) > 0 {
		h.pair[0][0] = 1
	}
}

// fill counts on its caller to have b.
func fill(b []int, n int) {
	if n <= 0 || n >= len(b) {
		return
	}
	b[n] = n
	fill(b, n-1)
}

func note(m map[string]int, n int) {
	if n <= 0 || m == nil {
		return
	}
	m["a"] = n
	note(m, n-1)
}

// Fill has the lock no longer.
func (h *Hub) Fill() {
	h.mu.Lock()
	b := h.flat
	h.mu.Unlock()
	fill(b, 3) // failed
}

// Note has the lock no longer.
func (h *Hub) Note() {
	h.mu.Lock()
	m := h.table
	h.mu.Unlock()
	note(m, 3) // failed
}

// FillSent has sent what it fills.
func FillSent() {
	b := make([]int, 10)
	ch <- b
	fill(b, 3) // failed
}

// A source is read by io.Copy, which asks it for io.WriterTo.
type source struct{ reads int }

func (s *source) Read(b []byte) (int, error) { return 0, io.EOF }

// WriteTo counts on nobody: io.Copy calls it in any goroutine.
func (s *source) WriteTo(w io.Writer) (int64, error) {
	s.reads++ // failed
	return 0, nil
}

var shared = &source{}

// Copy passes it as an io.Reader.
func Copy(w io.Writer) {
	if w != nil {
		_, _ = io.Copy(w, shared)
	}
}
