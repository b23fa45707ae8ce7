// Package idiomstripes has maps in parts, and code that takes the lock of another part.
package idiomstripes

import "sync"

type value struct{ hits int }

type bucket struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	m map[uint64]*value
	//calvin:guarded_by mu
	n int
}

type Table struct{ buckets [16]bucket }

func (t *Table) bucket(k uint64) *bucket { return &t.buckets[k&15] }

func (t *Table) Unlocked(k uint64) {
	if v := t.bucket(k).m[k]; v != nil { // failed
		v.hits++
	}
}

func (t *Table) OtherPart(k uint64) {
	b := t.bucket(k + 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if v := t.bucket(k).m[k]; v != nil { // failed
		v.hits++
	}
}

func (t *Table) OtherTable(o *Table, k uint64) {
	b := o.bucket(k)
	b.mu.Lock()
	defer b.mu.Unlock()
	if v := t.bucket(k).m[k]; v != nil { // failed
		v.hits++
	}
}

func (t *Table) UnderReadLock(k uint64) {
	b := t.bucket(k)
	b.mu.RLock()
	defer b.mu.RUnlock()
	if v := b.m[k]; v != nil {
		v.hits++ // failed
	}
}

func (t *Table) Kept(k uint64) {
	b := t.bucket(k)
	b.mu.Lock()
	v := b.m[k]
	b.mu.Unlock()
	if v != nil {
		v.hits++ // failed
	}
}

func (t *Table) Moved(k uint64) {
	from, to := &t.buckets[0], &t.buckets[1]
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	if to.m != nil {
		to.m[k] = from.m[k] // failed
	}
}

func (t *Table) InTwoParts(k uint64) {
	v := &value{}
	for i := range t.buckets {
		b := &t.buckets[i]
		b.mu.Lock()
		if b.m == nil {
			b.m = make(map[uint64]*value)
		}
		b.m[k] = v // failed
		b.mu.Unlock()
	}
}

func (t *Table) Sent(k uint64, ch chan *value) {
	b := t.bucket(k)
	b.mu.Lock()
	defer b.mu.Unlock()
	ch <- b.m[k] // failed
}

func (t *Table) Total() (n int) {
	for i := range t.buckets {
		b := &t.buckets[i]
		b.mu.RLock()
		m := b.m
		b.mu.RUnlock()
		for _, v := range m { // failed
			n += v.hits // failed
		}
	}
	return n
}

// Counts writes rightly, and then counts without the lock.
func (t *Table) Counts(k uint64) {
	b := t.bucket(k)
	b.mu.Lock()
	if b.m == nil {
		b.m = make(map[uint64]*value)
	}
	b.m[k] = &value{hits: 1}
	b.mu.Unlock()
	b.n++ // failed
}
