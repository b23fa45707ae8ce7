// Package handovertable takes single objects out of maps, and is wrong about whose they are.
package handovertable

import "sync"

type call struct{ n int }

type Table struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	calls map[int]*call
	//calvin:guarded_by mu
	total int
}

func New() *Table { return &Table{calls: map[int]*call{}} }

func (t *Table) Put(k int, c *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calls != nil {
		t.calls[k] = c
	}
}

func (t *Table) Take(k int) *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.calls[k]
	delete(t.calls, k)
	return c
}

func (t *Table) NotDeleted(k int) {
	t.mu.Lock()
	c := t.calls[k]
	t.mu.Unlock()
	if c != nil {
		c.n++ // failed
	}
}

func (t *Table) OtherDeleted(k, l int) {
	t.mu.Lock()
	c := t.calls[k]
	delete(t.calls, l)
	t.mu.Unlock()
	if c != nil {
		c.n++ // failed
	}
}

func (t *Table) UnderReadLock(k int) {
	t.mu.RLock()
	c := t.calls[k]
	delete(t.calls, k) // failed
	t.mu.RUnlock()
	if c != nil {
		c.n++
	}
}

func (t *Table) TwoKeys(k, l int) {
	c := &call{}
	t.Put(k, c)
	t.Put(l, c) // failed
}

func (t *Table) SecondKey(k, l int) {
	t.mu.Lock()
	if c := t.calls[k]; c != nil {
		t.calls[l] = c // failed
	}
	t.mu.Unlock()
}

func (t *Table) PutAndUsed(k int) {
	c := t.Take(k)
	if c == nil {
		return
	}
	t.Put(k, c)
	c.n++ // failed
}

func (t *Table) NewKept(k int) {
	c := &call{}
	t.Put(k, c)
	c.n++ // failed
}

func (t *Table) Between(o *Table, k int) {
	t.mu.Lock()
	c := t.calls[k]
	t.mu.Unlock()
	if c != nil {
		o.Put(k, c) // failed
	}
}

func (t *Table) OneOfAll(k int) {
	t.mu.Lock()
	var one *call
	for l, c := range t.calls {
		one = c
		if l != k {
			delete(t.calls, l)
		}
	}
	t.mu.Unlock()
	if one != nil {
		one.n++ // failed
	}
}

func (t *Table) MapShared(o *Table) {
	m := map[int]*call{}
	t.mu.Lock()
	t.calls = m
	t.mu.Unlock()
	o.mu.Lock()
	o.calls = m // failed
	o.mu.Unlock()
}

func (t *Table) FilledBefore(c *call) {
	m := map[int]*call{1: {}}
	t.mu.Lock()
	t.calls = m // failed
	t.mu.Unlock()
}

func (t *Table) StaleMap(k int) {
	t.mu.Lock()
	old := t.calls
	t.calls = map[int]*call{}
	t.calls[k] = &call{}
	if old != nil {
		old[k] = &call{} // failed
	}
	if c := t.calls[k]; c != nil {
		c.n++
	}
	t.mu.Unlock()
}

func (t *Table) Counts(k int) {
	if c := t.Take(k); c != nil {
		c.n++
	}
	t.total++ // failed
}

func (t *Table) ReplacesAndCounts(k int) {
	t.mu.Lock()
	var old *call
	if t.calls != nil {
		old = t.calls[k]
		t.calls[k] = &call{}
	}
	t.mu.Unlock()
	if old != nil {
		old.n++
	}
	t.total++ // failed
}

func (t *Table) MovesAndCounts(k, l int) {
	if c := t.Take(k); c != nil {
		c.n++
		t.Put(l, c)
	}
	t.total++ // failed
}

func (t *Table) AllAndCounts() {
	t.mu.Lock()
	for k, c := range t.calls {
		if c != nil {
			c.n++
		}
		if k > 3 {
			delete(t.calls, k)
		}
	}
	t.mu.Unlock()
	t.total++ // failed
}
