// Package initialobject has an initial value that leads to an object which breaks its invariant.
package initialobject // unfounded

import "sync"

// A Part has something in it.
//
//calvin:invariant n > 0
type Part struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

var parts = map[string]*Part{ // failed
	"one":  {n: 1},
	"zero": empty(),
}

func empty() *Part { return &Part{} }

func init() {
	extra.n = 0
} // failed

var extra = Part{n: 4}

// Share divides by what is zero.
func Share(p *Part, all int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return all / p.n
}

// Find finds the zero.
func Find(name string) *Part { return parts[name] }
