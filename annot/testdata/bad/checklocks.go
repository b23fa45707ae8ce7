package p

import "sync"

type T struct {
	mu sync.Mutex
	rw sync.RWMutex
	// +checklocks:
	a int
	// +checklocks:mux
	b int
	// +checklocks:mu extra
	c int
	// +checklocks:a
	d int
	// +checklocksread:mu.x
	e int
	// +checkatomic
	f string
	// +checklocksacquire:mu
	g int
	// +checklocks:mu == tid
	h int
}

// +checklocks:mu
func (t *T) m1() {}

// +checkatomic
func (t *T) m2() {}

// +checklocksrelease:t.nu
func (t *T) m3() {
	// +checklocks:t.mu
	_ = t
}

// +checklocks:t.mu
type U struct{}
