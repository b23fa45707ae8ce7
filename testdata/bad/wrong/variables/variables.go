// Package variables passes variables by pointers to helpers that count on their callers to have them.
package variables

import "sync"

func inc(p *int) { *p++ }

func get(p *int) int { return *p }

func push(to *[]int, x int) { *to = append(*to, x) }

func swap(p, q *int) { *p, *q = *q, *p }

type list []int

func (l *list) push(x int) { *l = append(*l, x) }

func (l *list) first() int {
	if len(*l) == 0 {
		return 0
	}
	return (*l)[0]
}

type counter struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	list list
	//calvin:guarded_by mu
	ints  []int
	other sync.Mutex
	//calvin:guarded_by other
	late int
	// plain has no directive.
	plain int
}

func (c *counter) right() {
	c.mu.Lock()
	defer c.mu.Unlock()
	inc(&c.n)
	push(&c.ints, 1)
	c.list.push(2)
}

func (c *counter) reads() (int, int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return get(&c.n), c.list.first()
}

func (c *counter) unlocked() {
	inc(&c.n) // failed
}

func (c *counter) unlockedRead() int {
	return get(&c.n) // failed
}

func (c *counter) readLock() {
	c.mu.RLock()
	defer c.mu.RUnlock()
	inc(&c.n) // failed
}

func (c *counter) readLockList() {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.list.push(1) // failed
}

func (c *counter) otherLock() {
	c.other.Lock()
	defer c.other.Unlock()
	inc(&c.n) // failed
}

func (c *counter) unguarded() {
	inc(&c.plain) // failed
}

func (c *counter) half() {
	c.mu.Lock()
	defer c.mu.Unlock()
	swap(&c.n, &c.late) // failed
}

func (c *counter) after() {
	c.mu.Lock()
	inc(&c.n)
	c.mu.Unlock()
	push(&c.ints, 1) // failed
}

func of(a, b *counter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	inc(&b.n) // failed
}

// both may be passed a guarded variable of its own second argument.
func both(p *int, c *counter) {
	*p = 1
	c.mu.Lock()
	c.n = 2
	c.mu.Unlock()
	*p = 3
}

func (c *counter) aliased() {
	both(&c.n, c) // failed
}

func (c *counter) deferred() {
	c.mu.Lock()
	defer inc(&c.n) // failed
	c.mu.Unlock()
}

var shared *int

// kept is told to others, so its callers cannot have it to themselves.
func kept(p *int) {
	shared = p // failed
	*p = 1
}

var (
	tableMu sync.Mutex
	//calvin:guarded_by tableMu
	table = map[string]*int{}
)

// listed is told to others by a map.
func listed(p *int) {
	tableMu.Lock()
	table["last"] = p
	tableMu.Unlock()
	*p = 1 // failed
}

func captured(p *int) {
	go func() {
		*p = 2 // failed
	}()
	*p = 1 // failed
}

func sent(c chan *int, p *int) {
	c <- p
	*p = 1 // failed
}

func boxed(p *int) any {
	*p = 1 // failed
	return p
}

func given(p *int) *int {
	*p = 1 // failed
	return p
}

type holder struct{ p *int }

func stored(p *int) *holder {
	h := &holder{p}
	*p = 1 // failed
	return h
}

func spawned(p *int) {
	*p++ // failed
}

func spawns() int {
	n := 0
	go spawned(&n)
	return n
}

func race() int {
	n := 0
	done := make(chan bool)
	go func() {
		inc(&n) // failed
		done <- true
	}()
	inc(&n) // failed
	<-done
	return n
}

var valued = inc2

func inc2(p *int) {
	*p++ // failed
}

var count int

func global() {
	inc(&count) // failed
}

func behind(p **int) {
	**p = 1 // failed
}

// sum reads what it is passed, and others may own.
func sum(xs []int) (n int) {
	for _, x := range xs {
		n += x
	}
	return n
}

func (c *counter) sums() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return sum(c.ints)
}

func (c *counter) sumsUnlocked() int {
	c.mu.Lock()
	xs := c.ints
	c.mu.Unlock()
	return sum(xs) // failed
}

var all []int

// keeps reads what it lets others know.
func keeps(xs []int) int {
	all = xs // failed
	return xs[0]
}

func sends(c chan []int, xs []int) int {
	c <- xs
	return xs[0] // failed
}

// starts counts on its callers to leave the numbers.
func starts(xs []int) int {
	go func() {
		_ = len(xs) > 0 && xs[0] > 0
	}()
	return len(xs)
}
