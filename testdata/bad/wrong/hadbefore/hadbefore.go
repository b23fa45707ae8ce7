// Package hadbefore has contracts that say the wrong thing of who had an object before the function published or stored it.
package hadbefore

import "sync"

// A node is in a list.
type node struct {
	next *node
}

// A List is annotated.
type List struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
	//calvin:closable_if false
	in chan *node
}

// put says that others had the node before.
//
//calvin:requires local(n)
//calvin:atomic
//calvin:modifies l.head
//calvin:ensures  !old(local(n))
func (l *List) put(n *node) {
	l.mu.Lock()
	l.head = n
	l.mu.Unlock()
} // failed

// whenShared says that it waits until others have the node.
//
//calvin:requires local(n)
//calvin:atomic
//calvin:when     !local(n)
//calvin:modifies l.head
//calvin:ensures  l.head == n
func (l *List) whenShared(n *node) {
	l.mu.Lock()
	l.head = n
	l.mu.Unlock()
} // failed

// puts says that a node which was the caller's own is not put there.
//
//calvin:requires local(n)
//calvin:atomic
//calvin:modifies l.head
//calvin:ensures  old(local(n)) ==> l.head == old(l.head)
func (l *List) puts(n *node) {
	l.mu.Lock()
	l.head = n
	l.mu.Unlock()
} // failed

// start lets a goroutine know the node.
//
//calvin:requires local(n)
//calvin:atomic
//calvin:ensures  !old(local(n))
func start(n *node) {
	go func() { _ = n.next }()
} // failed

// send lets whoever receives know it.
//
//calvin:requires local(n)
//calvin:atomic
//calvin:ensures  !old(local(n))
func (l *List) send(n *node) {
	l.in <- n
} // failed

// link stores it in an object of the caller's.
//
//calvin:requires local(n) && local(to) && n != to
//calvin:atomic
//calvin:modifies to.next
//calvin:ensures  !old(local(n))
func link(to, n *node) {
	to.next = n
} // failed

// either puts one of two there, the caller's own it says was the other.
//
//calvin:requires local(n) && local(m) && n != m
//calvin:performs Put
//calvin:action   Put
//calvin:when     local(m) && !local(n)
//calvin:modifies l.head
//calvin:ensures  l.head == n
func (l *List) either(n, m *node) {
	l.mu.Lock()
	l.head = n
	l.mu.Unlock()
} // failed
