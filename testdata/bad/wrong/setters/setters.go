// Package setters has methods that set up an object, and keep it; and calls of such methods with what others know.
package setters

import "sync"

type config struct {
	size  int
	names []string
	inner *config
	by    map[string]int
}

type setter interface{ apply(*config) }

type size int

func (n size) apply(c *config) { c.size = int(n) }

type named struct{ name string }

func (n named) apply(c *config) { c.names = append(c.names, n.name) }

type funcSetter func(*config)

func (f funcSetter) apply(c *config) {
	if f != nil {
		f(c)
	}
}

func Nested(n int) setter {
	return funcSetter(func(c *config) { c.inner = &config{size: n} })
}

type Pool struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	cfg *config
	//calvin:guarded_by mu
	n int
}

func NewPool(all ...setter) *Pool {
	c := &config{}
	for _, s := range all {
		if s != nil {
			s.apply(c)
		}
	}
	c.size++
	if c.inner != nil {
		c.inner.size++
	}
	return &Pool{cfg: c}
}

// NewPoolCounts writes what another pool guards.
func NewPoolCounts(p *Pool, all ...setter) *Pool {
	c := &config{}
	for _, s := range all {
		if s != nil {
			s.apply(c)
		}
	}
	c.size++
	p.n++ // failed
	return &Pool{cfg: c}
}

// NewPoolKeeps goes on with what the pool has.
func NewPoolKeeps(all ...setter) *Pool {
	c := &config{}
	for _, s := range all {
		if s != nil {
			s.apply(c)
		}
	}
	p := &Pool{cfg: c}
	lastPool(p)
	c.size++ // failed
	return p
}

var (
	poolMu sync.Mutex
	//calvin:guarded_by poolMu
	pool *Pool
	//calvin:guarded_by poolMu
	conf *config
)

func lastPool(p *Pool) {
	poolMu.Lock()
	defer poolMu.Unlock()
	pool = p
}

type keeper struct{}

func (keeper) apply(c *config) {
	poolMu.Lock()
	defer poolMu.Unlock()
	conf = c // failed
}

type part struct{}

func (part) apply(c *config) {
	poolMu.Lock()
	defer poolMu.Unlock()
	conf = c.inner // failed
}

type taken struct{ by map[string]int }

func (t taken) apply(c *config) { c.by = t.by } // failed

type starter struct{}

func (starter) apply(c *config) {
	go show(c) // failed
}

func show(c *config) { println(c.size) }

type shared struct{ c *config }

func (s shared) apply(c *config) { c.inner = s.c } // failed

type pooler struct{ p *Pool }

func (x pooler) apply(c *config) { // failed
	if x.p != nil {
		x.p.mu.Lock()
		x.p.cfg = c
		x.p.mu.Unlock()
	}
}

// Change applies a setter to what the lock guards, and which is not the goroutine's own.
func (p *Pool) Change(s setter) {
	p.mu.Lock()
	c := p.cfg
	p.mu.Unlock()
	if c != nil && s != nil {
		s.apply(c) // failed
	}
}

// Both lends one of two that belong together, when the other is known.
func Both(s setter) {
	c := &config{}
	d := &config{inner: c}
	poolMu.Lock()
	conf = d
	poolMu.Unlock()
	if s != nil {
		s.apply(c) // failed
	}
}

// Inner goes on with what the setter may have replaced, and then forgets the lock.
func Inner(s setter, p *Pool) {
	c := &config{inner: &config{}}
	if s != nil {
		s.apply(c)
	}
	if c.inner != nil {
		c.inner.size++
		if c.inner.by != nil {
			c.inner.by["x"]++
		}
	}
	p.n++ // failed
}
