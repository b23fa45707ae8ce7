// Package arraytypes has no annotations. Its types are arrays with methods, which change them.
package arraytypes

import (
	"encoding/hex"
	"sync"
)

// An ID is a number in bytes. Who has one calls one method at a time.
type ID [12]byte

// Reset makes it zero.
func (id *ID) Reset() { *id = ID{} }

// SetByte changes one byte.
func (id *ID) SetByte(i int, b byte) { id[i] = b }

// Byte returns one.
func (id *ID) Byte(i int) byte { return id[i] }

// String copies.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// A Board has counts.
type Board [8]int

// Add counts.
func (b *Board) Add(i, n int) { b[i] += n }

// Sum adds up.
func (b *Board) Sum() (sum int) {
	for _, n := range b {
		sum += n
	}
	return sum
}

// A Game guards one of each.
type Game struct {
	mu    sync.Mutex
	id    ID
	board Board
}

// Play uses them under the lock.
func (g *Game) Play(i int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.id.SetByte(0, 1)
	g.board.Add(i, 1)
	return g.board.Sum()
}

// Name returns a copy.
func (g *Game) Name() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.id.String()
}

// Cheat does not hold the lock.
func (g *Game) Cheat(i int) {
	g.board.Add(i, 10) // failed
}

// Reset does it late.
func (g *Game) Reset() {
	g.mu.Lock()
	g.mu.Unlock()
	g.id.Reset() // failed
}

// Race lets two goroutines have one.
func Race() int { // unfounded
	var b Board
	go func() { b.Add(1, 1) }() // failed
	return b.Sum()
}

var shared Board

// Total uses the package variable.
func Total() int {
	shared.Add(0, 1) // failed
	return shared.Sum()
}

// A Row is given to a goroutine.
type Row [4]int

// Add counts.
func (r *Row) Add(i, n int) { r[i] += n } // failed

// Start lets a goroutine have it.
func (r *Row) Start() {
	go r.Add(0, 1)
}

// A Line is kept by a literal.
type Line [4]int

// Add counts.
func (l *Line) Add(i, n int) { l[i] += n }

// Later keeps it.
func (l *Line) Later() func() {
	return func() { l.Add(0, 1) } // failed
}
