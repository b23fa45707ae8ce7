// Package idiomfreelist has buffers that are used again, and code that is wrong about whose they are.
package idiomfreelist

import "sync"

type buffer struct{ n int }

var (
	mu sync.Mutex
	//calvin:guarded_by mu
	free []*buffer
	//calvin:guarded_by mu
	made  int
	other sync.Mutex
	//calvin:guarded_by other
	spare []*buffer
	stray *buffer
)

func get() *buffer {
	mu.Lock()
	defer mu.Unlock()
	if last := len(free) - 1; last >= 0 {
		b := free[last]
		free = free[:last]
		return b
	}
	made++
	return new(buffer)
}

func put(b *buffer) {
	mu.Lock()
	defer mu.Unlock()
	free = append(free, b)
}

// Right makes of free a list that hands over its buffers.
func Right() {
	b := get()
	if b == nil {
		return
	}
	b.n++
	put(b)
}

func UsedAfterPut() int {
	b := get()
	if b == nil {
		return 0
	}
	put(b)
	return b.n // failed
}

func PutTwice() {
	b := new(buffer)
	put(b)
	put(b) // failed
}

func Unlocked() {
	free = append(free, new(buffer)) // failed
}

func UnderOtherLock() {
	other.Lock()
	defer other.Unlock()
	free = append(free, new(buffer)) // failed
}

func InTwoLists() {
	b := get()
	if b == nil {
		return
	}
	put(b)
	other.Lock()
	defer other.Unlock()
	spare = append(spare, b) // failed
}

func FirstLooksLastGoes() {
	mu.Lock()
	var b *buffer
	if last := len(free) - 1; last >= 0 {
		b = free[0]
		free = free[:last]
	}
	mu.Unlock()
	if b != nil {
		b.n++ // failed
	}
}

func Global() {
	b := get()
	if b == nil {
		return
	}
	stray = b // failed
	put(b)    // failed
}

func Counts() {
	Right()
	made++ // failed
}

type link struct {
	next *link
	text string
}

type Chain struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *link
}

func (c *Chain) Drain() {
	c.mu.Lock()
	list := c.head
	c.head = nil
	c.mu.Unlock()
	for l := list; l != nil; l = l.next {
		l.text = ""
	}
}

func (c *Chain) RestLeft() {
	c.mu.Lock()
	l := c.head
	if l != nil {
		c.head = l.next
	}
	c.mu.Unlock()
	if l != nil && l.next != nil { // failed
		l.next.text = "" // failed
	}
}

func (c *Chain) PutBackAndUsed() {
	c.mu.Lock()
	list := c.head
	c.head = nil
	c.mu.Unlock()
	c.mu.Lock()
	c.head = list
	c.mu.Unlock()
	if list != nil {
		list.text = "" // failed
	}
}
