// Package main ends the goroutine with which the program ends: when all others have ended, it fails.
package main

import (
	"runtime"
	"sync"
)

// Counter is guarded.
type Counter struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (c *Counter) inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func main() {
	c := &Counter{}
	c.inc()
	runtime.Goexit() // unknown
}
