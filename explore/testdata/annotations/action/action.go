// Package action has functions that say what they do.
package action

import "sync"

// A Counter counts.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

// Add adds some.
//
//calvin:requires by > 0
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+by && result == old(c.n)
func (c *Counter) Add(by int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.n
	c.n += by
	by = 0
	return was + by
}

// Twice adds two, in two steps.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n == old(c.n)+2
func (c *Counter) Twice() {
	c.Add(1)
	c.Add(1)
}

// Less adds less than it says.
//
//calvin:atomic
//calvin:modifies c.n
//calvin:ensures  c.n > old(c.n)
//calvin:ensures  c.n == old(c.n)+2
func (c *Counter) Less() { // want TestLess: ensures  c.n == old(c.n)+2
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

// Even is wrong of odd numbers.
//
//calvin:atomic
//calvin:ensures result == (c.n%2 == 0)
func (c *Counter) Even() (_ bool) { // want TestEven: ensures result ==
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == 3 {
		return true
	}
	return c.n%2 == 0
}

// A Pool hands out numbers.
type Pool struct {
	locks [3]sync.Mutex
	//calvin:accessible_if[i] locks[i] == tid
	taken [3]bool
}

// Take takes one.
//
//calvin:performs None [] Took
//calvin:action   None
//calvin:ensures  result == -1
//calvin:action   Took
//calvin:modifies p.taken[result]
//calvin:ensures  0 <= result && result < 3
//calvin:ensures  !old(p.taken[result]) && p.taken[result]
func (p *Pool) Take() int { return p.take(false) }

// Grab takes one, free or not.
//
//calvin:performs None [] Took
//calvin:action   None
//calvin:ensures  result == -1
//calvin:action   Took
//calvin:modifies p.taken[result]
//calvin:ensures  0 <= result && result < 3
//calvin:ensures  !old(p.taken[result]) && p.taken[result]
func (p *Pool) Grab() int { // want TestGrab: performs None [] Took
	return p.take(true)
}

func (p *Pool) take(any bool) int {
	for i := range p.taken {
		p.locks[i].Lock()
		if any || !p.taken[i] {
			p.taken[i] = true
			p.locks[i].Unlock()
			return i
		}
		p.locks[i].Unlock()
	}
	return -1
}

// A Row is a list and an index.
type Row struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	items []int
	//calvin:guarded_by mu
	at map[int]int
}

// Push puts v last.
//
//calvin:atomic
//calvin:modifies r.items, r.at
//calvin:ensures  len(r.items) == len(old(r.items))+1 && r.items[len(r.items)-1] == v
//calvin:ensures  forall i int :: 0 <= i && i < len(old(r.items)) ==> r.items[i] == old(r.items[i])
//calvin:ensures  len(r.at) == len(old(r.at))+1 || has(old(r.at), v)
func (r *Row) Push(v int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.push(v)
}

// Replace changes the first, too.
//
//calvin:atomic
//calvin:modifies r.items, r.at
//calvin:ensures  len(r.items) == len(old(r.items))+1
//calvin:ensures  forall i int :: 0 <= i && i < len(old(r.items)) ==> r.items[i] == old(r.items[i])
func (r *Row) Replace(v int) { // want TestReplace: ensures  forall
	r.mu.Lock()
	defer r.mu.Unlock()
	r.push(v)
	r.items[0] = v
}

//calvin:requires r.mu == tid
func (r *Row) push(v int) {
	if r.at == nil {
		r.at = map[int]int{}
	}
	r.at[v] = len(r.items)
	r.items = append(r.items, v)
}

// Fail panics, and so does nothing.
//
//calvin:atomic
//calvin:ensures result == 1
func Fail() int {
	panic("no")
}
