// Package boxedobjects has objects behind interfaces under its guards, and is wrong about whose they are.
package boxedobjects

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type event struct {
	n     int
	inner any
}

func (e *event) Count() int { return e.n }

type pair struct{ e *event }

type counter interface{ Count() int }

type Registry struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[string]any
	//calvin:guarded_by mu
	last any
	//calvin:guarded_by mu
	counting counter
	//calvin:guarded_by mu
	own   *event
	other sync.Mutex
	//calvin:guarded_by other
	spare any
	//calvin:guarded_by other
	count int
	all   sync.Map
	value atomic.Value
}

func (r *Registry) Without() {
	if e, ok := r.last.(*event); ok && e != nil { // failed
		e.n++
	}
}

func (r *Registry) Kept(k string) {
	r.mu.Lock()
	e, ok := r.m[k].(*event)
	r.mu.Unlock()
	if ok && e != nil {
		e.n++ // failed
	}
}

func (r *Registry) KeptAsInterface() {
	r.mu.Lock()
	x := r.last
	r.mu.Unlock()
	if e, ok := x.(*event); ok && e != nil {
		e.n++ // failed
	}
}

func (r *Registry) UnderReadLock(k string) {
	r.mu.RLock()
	if e, ok := r.m[k].(*event); ok && e != nil {
		e.n++ // failed
	}
	r.mu.RUnlock()
}

func (r *Registry) UnderOther(k string) {
	r.mu.Lock()
	x := r.m[k]
	r.mu.Unlock()
	r.other.Lock()
	if e, ok := x.(*event); ok && e != nil {
		e.n++ // failed
	}
	r.other.Unlock()
}

func (r *Registry) OfAnother(s *Registry) {
	if r == s {
		return
	}
	r.mu.Lock()
	s.mu.Lock()     // failed
	s.last = r.last // failed
	s.mu.Unlock()
	r.mu.Unlock()
}

func (r *Registry) MadeAndKept() {
	e := &event{}
	r.mu.Lock()
	r.last = e
	r.mu.Unlock()
	e.n++ // failed
}

func (r *Registry) InTwo() {
	var x any = &event{}
	r.mu.Lock()
	r.last = x
	r.mu.Unlock()
	r.other.Lock()
	r.spare = x // failed
	r.other.Unlock()
}

func (r *Registry) AsPointerToo() {
	r.mu.Lock()
	r.other.Lock()
	r.spare = r.own // failed
	r.other.Unlock()
	r.mu.Unlock()
}

func (r *Registry) Sent(c chan any) {
	r.mu.Lock()
	select { // failed
	case c <- r.last:
	default:
	}
	r.mu.Unlock()
}

func (r *Registry) Spawned() {
	r.mu.Lock()
	x := r.last
	r.mu.Unlock()
	go look(x) // failed
}

func look(x any) {
	if e, ok := x.(*event); ok && e != nil {
		fmt.Println(e.n)
	}
}

func (r *Registry) Captured() {
	r.mu.Lock()
	x := r.last
	r.mu.Unlock()
	go func() { // failed
		if e, ok := x.(*event); ok && e != nil {
			fmt.Println(e.n)
		}
	}()
}

func (r *Registry) Printed() {
	r.mu.Lock()
	x := r.last
	r.mu.Unlock()
	fmt.Println(x) // failed
}

func (r *Registry) Returned() any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last // failed
}

func (r *Registry) InMap() {
	r.mu.Lock()
	r.all.Store("last", r.last) // failed
	r.mu.Unlock()
}

func (r *Registry) InValue() {
	r.mu.Lock()
	if r.last != nil {
		r.value.Store(r.last) // failed
	}
	r.mu.Unlock()
}

func (r *Registry) InStruct() any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return pair{r.own} // failed
}

func (r *Registry) CalledLater() int {
	r.mu.Lock()
	c := r.counting
	r.mu.Unlock()
	if c == nil {
		return 0
	}
	return c.Count() // failed
}

func (r *Registry) AsMethod() func() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counting == nil {
		return nil
	}
	return r.counting.Count // failed
}

func (r *Registry) Converted() {
	r.mu.Lock()
	c, ok := r.last.(counter)
	r.mu.Unlock()
	if !ok {
		return
	}
	if e, ok := c.(*event); ok && e != nil {
		e.n++ // failed
	}
}

func (r *Registry) Inside() {
	r.mu.Lock()
	var x any
	if r.own != nil {
		x = r.own.inner
	}
	r.mu.Unlock()
	if e, ok := x.(*event); ok && e != nil {
		e.n++ // failed
	}
}

func (r *Registry) Switched() {
	r.mu.Lock()
	x := r.last
	r.mu.Unlock()
	switch e := x.(type) {
	case nil:
	case int:
	case *event:
		if e != nil {
			e.n = 1 // failed
		}
	}
}

func (r *Registry) Counts(k string) {
	r.mu.Lock()
	if e, ok := r.m[k].(*event); ok && e != nil {
		e.n++
		e.inner = &event{}
	}
	if e, ok := r.last.(*event); ok && e != nil {
		r.counting = e
		r.own = e
	}
	if r.m != nil {
		r.m[k] = r.own
	}
	r.mu.Unlock()
	r.count++ // failed
}

func (r *Registry) Fine(k string) {
	e := &event{}
	r.mu.Lock()
	if r.m != nil {
		r.m[k] = e
	}
	e.n++
	r.mu.Unlock()
}
