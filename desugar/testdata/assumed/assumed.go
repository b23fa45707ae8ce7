// Package assumed has functions that count on what nobody has checked.
package assumed

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A Gauge has a part that leads back to it.
//
// +checklocksalias:part.g.mu=mu
type Gauge struct {
	mu sync.Mutex
	// +checklocks:mu
	part part
	any  atomic.Value
}

type part struct {
	g *Gauge
	n int
}

// +checklocks:p.g.mu
func (p *part) alias() { p.n++ }

func (g *Gauge) oneType(x any) {
	if x != nil {
		g.any.Store(x)
	}
}

type named int

func (n named) String() string { return "named" }

func prints(n named) string { return fmt.Sprint(n) }

func mutex(c *sync.Cond) {
	c.L.Lock()
	c.L.Unlock()
}

// Add adds.
func (g *Gauge) Add(n int) {
	g.mu.Lock()
	g.part.n += n
	g.mu.Unlock()
}
