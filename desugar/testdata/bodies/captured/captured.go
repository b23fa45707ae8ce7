// Package captured shares local variables with goroutines.
package captured

import "sync"

func race() int {
	var mu sync.Mutex
	//calvin:guarded_by mu
	sum := 0
	go func() {
		mu.Lock()
		sum += 1
		mu.Unlock()
	}()
	mu.Lock()
	defer mu.Unlock()
	return sum
}

type C struct{ mu sync.RWMutex }

func field(c *C) {
	//calvin:guarded_by c.mu
	n := 0
	go func() {
		c.mu.Lock()
		n++
		c.mu.Unlock()
	}()
	c.mu.RLock()
	println(n)
	c.mu.RUnlock()
}

func address() {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	go func() { set(&n) }()
	mu.Lock()
	n++
	mu.Unlock()
}

func set(p *int) { *p = 1 }

func inLoop() {
	var mu sync.Mutex
	for range 3 {
		//calvin:guarded_by mu
		n := 0
		go func() { n++ }()
		mu.Lock()
		n++
		mu.Unlock()
	}
}

func notShared() int {
	var mu sync.Mutex
	//calvin:guarded_by mu
	n := 0
	mu.Lock()
	n++
	mu.Unlock()
	return n
}
