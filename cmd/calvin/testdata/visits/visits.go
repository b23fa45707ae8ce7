// Package visits counts who comes by.
package visits

import "sync"

// A Book remembers visitors.
type Book struct {
	title string

	mu    sync.RWMutex
	count map[string]int
	last  string
}

// New returns an empty book.
func New(title string) *Book {
	return &Book{title: title, count: map[string]int{}}
}

// Visit notes a visitor.
func (b *Book) Visit(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(name)
}

func (b *Book) note(name string) {
	b.count[name]++
	b.last = name
}

// Visits returns how often somebody came by.
func (b *Book) Visits(name string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.count[name]
}

// Title returns the title, and who came last.
func (b *Book) Title() string {
	return b.title + ", last visited by " + b.last
}

// Last returns who came last.
func (b *Book) Last() string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.last
}
