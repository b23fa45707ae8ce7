// Package arrayrefs has objects become known to others in arrays, and goes on as if they had not.
package arrayrefs

import "sync"

type Node struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type Table struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	row [2]*Node
}

func (t *Table) Put() {
	n := &Node{}
	row := [2]*Node{nil, n}
	t.mu.Lock()
	t.row = row
	t.mu.Unlock()
	n.n = 1 // failed
}

func Send(ch chan [2]*Node) {
	n := &Node{}
	ch <- [2]*Node{nil, n}
	n.n = 1 // failed
}

func Box() any {
	n := &Node{}
	x := any([2]*Node{nil, n})
	n.n = 1 // failed
	return x
}

func Go() {
	n := &Node{}
	go use([2]*Node{nil, n})
	n.n = 1 // failed
}

func use(row [2]*Node) {
	row[1].mu.Lock() // failed
	row[1].n++
	row[1].mu.Unlock()
}

var kept struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	row [2]*Node
}

// keep remembers a row.
//
//calvin:atomic
//calvin:modifies kept.row
func keep(row [2]*Node) {
	kept.mu.Lock()
	kept.row = row
	kept.mu.Unlock()
}

func Keep() {
	n := &Node{}
	keep([2]*Node{nil, n})
	n.n = 1 // failed
}

func Store(m *sync.Map) {
	n := &Node{}
	m.Store("a", [2]*Node{nil, n})
	n.n = 1 // failed
}
