// Package selfcapture has no annotations. Objects have function literals that capture the variable by which they get at the object.
package selfcapture

import "sync"

// A Clock stops tickers.
type Clock struct {
	mu    sync.Mutex
	n     int
	known func()
}

type ticker struct {
	id    int
	reset func(int)
	stop  func() int
}

func (c *Clock) stop(t *ticker) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	return t.id
}

// New makes one that leads to itself.
func (c *Clock) New(id int) *ticker {
	var t *ticker
	t = &ticker{
		id: id,
		reset: func(d int) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.n = d + t.id
		},
		stop: func() int { return c.stop(t) },
	}
	return t
}

// Reset calls a literal.
func (t *ticker) Reset(n int) { t.reset(n) }

// Stop calls the other.
func (t *ticker) Stop() int { return t.stop() }

// Again sets the variable once more, before others know the object: that is no race.
func (c *Clock) Again(id int) *ticker {
	var t *ticker
	t = &ticker{
		id:   id,
		stop: func() int { return c.stop(t) },
	}
	made := t
	t = nil
	return made
}

// Counted changes another captured variable before others know the object.
func (c *Clock) Counted(id int) *ticker {
	var t *ticker
	n := 0
	t = &ticker{
		id:   id,
		stop: func() int { return n + c.stop(t) },
	}
	n = id
	return t
}

// Known changes it when others know the object.
func (c *Clock) Known(id int) *ticker {
	var t *ticker
	n := 0
	t = &ticker{
		id:   id,
		stop: func() int { return n + c.stop(t) },
	}
	c.register(t)
	n = id // failed
	return t
}

func (c *Clock) register(t *ticker) *ticker {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known = func() { t.stop() }
	return t
}

// Registered has others know the object before the variable is set.
func (c *Clock) Registered(id int) *ticker {
	var t *ticker
	t = c.register(&ticker{ // failed
		id:   id,
		stop: func() int { return c.stop(t) },
	})
	return t
}

// Other has somebody else know the literal.
func (c *Clock) Other(id int) *ticker {
	var t *ticker
	stop := func() int { return c.stop(t) }
	c.mu.Lock()
	c.known = func() { stop() }
	c.mu.Unlock()
	t = &ticker{id: id, stop: stop} // failed
	return t
}

// Started has a goroutine call it.
func (c *Clock) Started(id int) *ticker {
	var t *ticker
	stop := func() int { return c.stop(t) }
	go func() { stop() }()
	t = &ticker{id: id, stop: stop} // failed
	return t
}
