package verify

import (
	"testing"

	"github.com/calvin-go/calvin/report"
)

// TestTypesInDoubt: a type is not said to be safe while a function of its package that deals with its objects is not verified, whether
// others may call that or not.
func TestTypesInDoubt(t *testing.T) {
	const head = `package m

import "sync"

type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c *Counter) Add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
}
`
	for _, c := range []struct {
		name, more string
		want       report.Safety
	}{
		{"right", "func both(c *Counter) { c.Add(); c.Add() }\n", report.Concurrent},
		{"by a function", "func reset(c *Counter) { c.n = 0 }\n", report.NotDecided},
		{"by a method that nobody calls", "func (c *Counter) reset() { c.mu.Lock(); c.mu.Lock() }\n", report.NotDecided},
		{"by a literal", "func reset(c *Counter) { func() { c.n = 0 }() }\n", report.NotDecided},
		{"by a helper", "func reset(c *Counter) { set(c) }\n\nfunc set(c *Counter) { c.n = 0 }\n", report.NotDecided},
		{"elsewhere", "func bad(p []int) int { return p[0] }\n", report.Concurrent},
	} {
		r, _ := check(t, head+"\n"+c.more)
		if len(r.Types) != 1 || r.Types[0].Safety != c.want {
			t.Errorf("%s: %+v, want %s", c.name, r.Types, c.want)
		}
	}
}
