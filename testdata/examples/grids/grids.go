// Package grids guards arrays of arrays whose rows are passed on by their address, and structs without a name.
package grids

import "sync"

// A Board has rows of cells, and a struct without a name.
type Board struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	cells [3][4]int
	stats struct {
		sync.Mutex
		//calvin:guarded_by Mutex
		sets int
	}
}

// count adds up the second row, by its address.
//
//calvin:requires b.mu == tid
func (b *Board) count() int {
	row, n := &b.cells[1], 0
	for _, c := range row {
		n += c
	}
	return n
}

// Set sets a cell.
//
//calvin:requires 0 <= i && i < 3 && 0 <= j && j < 4
func (b *Board) Set(i, j, v int) {
	b.mu.Lock()
	b.cells[i][j] = v
	b.mu.Unlock()
	note(&b.stats)
}

// note is told of the struct by its address, and its type is written once more.
func note(p *struct {
	sync.Mutex
	sets int
}) {
	p.Lock()
	defer p.Unlock()
	p.sets++
}

// First clears the first cell by the row's address.
func (b *Board) First() {
	b.mu.Lock()
	defer b.mu.Unlock()
	row := &b.cells[0]
	row[0] = 0
	//calvin:assert b.cells[0][0] == 0
}

// Sum adds up the second row.
func (b *Board) Sum() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.count()
}
