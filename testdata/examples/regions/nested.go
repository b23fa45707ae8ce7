package regions

import "sync"

type inner struct{ a, b int }
type outer struct {
	in  inner
	ptr *inner
}

// A Holder has structs by value and by pointer, in each other.
type Holder struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	o outer
	//calvin:guarded_by mu
	p *outer
}

// Set writes all of them.
func (h *Holder) Set(x int) {
	h.mu.Lock()
	h.o.in.a = x
	if h.o.ptr == nil {
		h.o.ptr = &inner{}
	}
	h.o.ptr.b = x
	if h.p == nil {
		h.p = &outer{ptr: &inner{}}
	}
	h.p.in.b = x
	if h.p.ptr != nil {
		h.p.ptr.a = x
	}
	h.mu.Unlock()
}
