// Package exposed has no annotations. It returns slices and maps that a lock guards to callers in other packages, or copies of them.
package exposed

import (
	"maps"
	"slices"
	"sync"
)

// A Board keeps points by name, and the best ones.
type Board struct {
	mu     sync.RWMutex
	points map[string]int
	best   []int
	log    []string
}

// NewBoard returns an empty board.
func NewBoard() *Board { return &Board{points: map[string]int{}} }

// Add adds points.
func (b *Board) Add(name string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.points[name] += n
	b.best = append(b.best, n)
	slices.Sort(b.best)
	b.log = append(b.log, name)
}

// Points is wrong: its caller looks at the map while others write it.
func (b *Board) Points() map[string]int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.points // failed
}

// Best is wrong by way of a helper.
func (b *Board) Best(n int) []int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.first(n) // failed
}

func (b *Board) first(n int) []int {
	if n < len(b.best) {
		return b.best[:n]
	}
	return b.best
}

// Clipped is wrong by way of the library.
func (b *Board) Clipped() []int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return slices.Clip(b.best) // failed
}

// A View is what a board has at some time.
type View struct {
	Points map[string]int
	Best   []int
}

// View is wrong: it copies one of two.
func (b *Board) View() View {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return View{Points: maps.Clone(b.points), Best: b.best} // failed
}

// Shared is wrong: the caller gets the slice in a new struct.
func (b *Board) Shared() *View {
	b.mu.RLock()
	v := &View{Best: b.best}
	b.mu.RUnlock()
	return v // failed
}

// Either is wrong if there is something to return.
func (b *Board) Either(whole bool) (best []int, ok bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if !whole {
		return nil, false
	}
	best = b.best
	return best, true // failed
}

// Log is right: nobody writes what has been logged.
func (b *Board) Log() []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.log
}

// Copy is right.
func (b *Board) Copy() ([]int, map[string]int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	m := make(map[string]int, len(b.points))
	for name, n := range b.points {
		m[name] = n
	}
	return append([]int(nil), b.best...), m
}

// Top is right.
func (b *Board) Top() int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if best := b.first(1); len(best) > 0 {
		return best[0]
	}
	return 0
}

// A Bin hands out all that it has.
type Bin struct {
	mu   sync.Mutex
	list []int
}

// Put adds a number.
func (b *Bin) Put(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list = append(b.list, n)
}

// Take is right: nobody else has what it returns.
func (b *Bin) Take() []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.list
	b.list = nil
	return list
}
