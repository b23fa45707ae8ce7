// Package sharedobjects has an object that two package variables lead to from the beginning. One of them has a lock.
package sharedobjects

import "sync"

type node struct {
	n    int
	next *node
}

var base = &node{}

var row = []int{1, 2}

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	head = base // unknown
	//calvin:guarded_by mu
	list = []*node{{n: 1}, base} // unknown
	//calvin:guarded_by mu
	tail = &node{next: base} // unknown
	//calvin:guarded_by mu
	table = [][]int{{3}, row} // unknown
	//calvin:guarded_by mu
	own = map[string]*node{"a": {n: 1, next: &node{}}}
)

// Inc holds the lock.
func Inc() { // unfounded
	mu.Lock()
	defer mu.Unlock()
	for _, n := range []*node{head, tail, own["a"]} {
		if n != nil {
			n.n++
		}
	}
	for _, r := range table {
		if len(r) > 0 {
			r[0]++
		}
	}
	for _, n := range list {
		if n != nil {
			n.n++
		}
	}
}
