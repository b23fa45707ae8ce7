// Package variables passes guarded variables to helpers, by pointers.
package variables

import "sync"

// add and take know nothing of locks. Their callers have the variable.
func add(to *int, n int) { *to += n }

func take(from *[]string) []string {
	all := *from
	*from = nil
	return all
}

// lines has methods with a pointer to a slice.
type lines []string

func (l *lines) push(s string) { *l = append(*l, s) }

func (l *lines) pop() (string, bool) {
	n := len(*l)
	if n == 0 {
		return "", false
	}
	last := (*l)[n-1]
	*l = (*l)[:n-1]
	return last, true
}

// drain passes the variable on.
func drain(l *lines, most int) int {
	n := 0
	for n < most {
		if _, ok := l.pop(); !ok {
			break
		}
		n++
	}
	return n
}

// A Log keeps lines, counts them, and hands them out.
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	total int
	//calvin:guarded_by mu
	batch []string
	//calvin:guarded_by mu
	undo lines
}

// Add adds a line.
func (g *Log) Add(s string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	add(&g.total, 1)
	g.batch = append(g.batch, s)
	g.undo.push(s)
}

// Batch takes what has come in.
func (g *Log) Batch() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return take(&g.batch)
}

// Undo takes the last line back.
func (g *Log) Undo() (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.undo.pop()
}

// Drain drops some of what can be undone.
func (g *Log) Drain(most int) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return drain(&g.undo, most)
}

// Count has variables of its own.
func Count(words []string) int {
	n := 0
	var seen lines
	for _, w := range words {
		add(&n, len(w))
		seen.push(w)
	}
	return n + len(seen)
}
