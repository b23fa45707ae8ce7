package regions

import "sync"

// A node is an entry of an LRU. The map and the links lead to it.
type node struct {
	key        string
	val        int
	prev, next *node
}

// An LRU is a cache that forgets what was used least recently.
type LRU struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]*node
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	tail *node
	size int
}

// unlink takes an entry out of the list. It counts on its callers to hold the lock.
func (l *LRU) unlink(n *node) {
	if n.prev != nil {
		n.prev.next = n.next
	} else {
		l.head = n.next
	}
	if n.next != nil {
		n.next.prev = n.prev
	} else {
		l.tail = n.prev
	}
	n.prev, n.next = nil, nil
}

// pushFront puts an entry in front.
func (l *LRU) pushFront(n *node) {
	n.next = l.head
	if l.head != nil {
		l.head.prev = n
	}
	l.head = n
	if l.tail == nil {
		l.tail = n
	}
}

// Get returns the value of a key, and makes it the one used last.
func (l *LRU) Get(k string) (int, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.m[k]
	if n == nil {
		return 0, false
	}
	l.unlink(n)
	l.pushFront(n)
	return n.val, true
}

// Put sets the value of a key.
func (l *LRU) Put(k string, v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.m == nil {
		l.m = map[string]*node{}
	}
	if n := l.m[k]; n != nil {
		n.val = v
		l.unlink(n)
		l.pushFront(n)
		return
	}
	n := &node{key: k, val: v}
	l.m[k] = n
	l.pushFront(n)
	if len(l.m) > l.size {
		last := l.tail
		if last != nil {
			l.unlink(last)
			delete(l.m, last.key)
		}
	}
}
