package regions

import "sync"

// Sum only reads.
func Sum(xs []int) int {
	t := 0
	for _, x := range xs {
		t += x
	}
	return t
}

// Fill counts on its caller to have the slice.
func Fill(xs []int, v int) {
	for i := range xs {
		xs[i] = v
	}
}

// Detach cuts a list in two.
func (n *link) Detach() *link {
	next := n.next
	n.next = nil
	return next
}

// A link is in a list.
type link struct {
	val        int
	prev, next *link
}

// A list has no lock: its callers synchronise.
type list struct{ first, last *link }

func (l *list) push(n *link) {
	if l.last == nil {
		l.first, l.last = n, n
		return
	}
	l.last.next = n
	n.prev = l.last
	l.last = n
}

// build makes a list that nobody else knows.
func build(n int) *list {
	l := &list{}
	for i := 0; i < n; i++ {
		l.push(&link{val: i})
	}
	return l
}

// A Q guards a list.
type Q struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	l *list
}

// Init begins with a list that was built before.
func (q *Q) Init() {
	l := build(3)
	q.mu.Lock()
	q.l = l
	q.mu.Unlock()
}

// Push adds to the list.
func (q *Q) Push(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.l == nil {
		q.l = &list{}
	}
	q.l.push(&link{val: v})
}
