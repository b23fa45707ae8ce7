// Package lentstructs has no annotations. It passes structs that lead to several maps and slices to functions that call themselves, of which each call is a
// step of its own.
package lentstructs

import "sync"

// bounds lead to a map and to a slice.
type bounds struct {
	min, max int
	names    map[string]int
	list     []int
}

var hours = bounds{min: 0, max: 23, names: map[string]int{"noon": 12}, list: []int{1, 2}}

// Hours reads what nobody ever writes.
func Hours(n int) int { return count(hours, n) }

func count(b bounds, n int) int {
	if n <= 0 || len(b.list) == 0 {
		return b.min
	}
	first := b.names["noon"] + b.list[0]
	return first + count(b, n-1)
}

func fill(b bounds, n int) {
	if n > 0 {
		b.names["noon"] = n
		fill(b, n-1)
	}
}

// A Table has bounds that its lock guards.
type Table struct {
	mu sync.RWMutex
	b  bounds
}

// Set writes them.
func (t *Table) Set(name string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b.names[name] = n
	t.b.list = append(t.b.list, n)
	t.b.list[0]++
}

// Count reads them under the lock.
func (t *Table) Count(n int) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return count(t.b, n)
}

// Fill writes them under the lock.
func (t *Table) Fill(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fill(t.b, n)
}

// Late reads what they lead to after the unlock.
func (t *Table) Late(n int) int {
	t.mu.RLock()
	b := t.b
	t.mu.RUnlock()
	return count(b, n) // failed
}

// Read writes what they lead to under the lock for reading.
func (t *Table) Read(n int) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	fill(t.b, n) // failed
}

// Fresh is the function's own.
func Fresh(n int) int {
	b := bounds{names: map[string]int{}, list: []int{1}}
	fill(b, n)
	return count(b, n)
}

// Mixed has its own map, and the slice of a table, which it does not hold.
func (t *Table) Mixed(n int) int {
	t.mu.RLock()
	list := t.b.list
	t.mu.RUnlock()
	return count(bounds{names: map[string]int{}, list: list}, n) // failed
}

// Known has a map that it has let others write.
func Known(n int, ch chan map[string]int) {
	m := map[string]int{}
	ch <- m
	fill(bounds{names: m}, n) // failed
}
