// Package linkedaway stands for functions of other packages of which nothing can be said.
package linkedaway

import (
	"sync"
	_ "unsafe" // for go:linkname
)

//go:linkname goexit runtime.Goexit
func goexit()

//go:linkname acquire sync.runtime_Semacquire
func acquire(s *uint32) // unknown

func assembly() uint32 // unknown

type t struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n uint32
}

func (x *t) ends() {
	x.mu.Lock()
	goexit() // unknown
	x.mu.Unlock()
}

func (x *t) waits(s *uint32) {
	acquire(s) // unknown
}

func (x *t) computes() uint32 {
	return assembly() // unknown
}
