// Package lru is a cache of bounded size whose values expire. What was not asked for longest makes room for what is new.
package lru

import "sync"

// Size is how many values a cache has at most.
const Size = 64

// An index is that of a slot.
type index int

// A slot has the value of a name, and stands in a ring. The ring begins at slot 0, which has no value; after it comes what
// was asked for last.
type slot struct {
	name, value string
	expires     int64
	prev, next  index
}

// A Cache keeps values by name, each for a time. Whoever calls has the clock: times are in any unit, from any moment on.
//
//calvin:transition entries != nil && 0 <= used && used <= limit && limit <= Size
//calvin:invariant  forall i index :: 0 <= i && i <= Size ==> 0 <= slots[i].prev && slots[i].prev <= used && 0 <= slots[i].next && slots[i].next <= used
//calvin:invariant  forall s string :: has(entries, s) ==> 0 < entries[s] && entries[s] <= used
//calvin:invariant  forall s string :: has(entries, s) ==> slots[entries[s]].name == s
type Cache struct {
	limit index
	ttl   int64
	mu    sync.Mutex
	//calvin:guarded_by mu
	entries map[string]index
	//calvin:guarded_by mu
	slots [Size + 1]slot
	//calvin:guarded_by mu
	used index
}

// New returns an empty cache for up to limit values, each of which is kept for a time.
//
//calvin:requires 0 <= limit && limit <= Size
func New(limit int, ttl int64) *Cache {
	return &Cache{limit: index(limit), ttl: ttl, entries: make(map[string]index)}
}

// unlink takes slot i out of the ring.
//
//calvin:requires held(c.mu)
//calvin:requires 0 < i && i <= c.used
//calvin:atomic
//calvin:modifies c.slots[*].prev, c.slots[*].next
func (c *Cache) unlink(i index) {
	prev, next := c.slots[i].prev, c.slots[i].next
	c.slots[prev].next = next
	c.slots[next].prev = prev
}

// link puts slot i into the ring behind another.
//
//calvin:requires held(c.mu)
//calvin:requires 0 < i && i <= c.used && 0 <= prev && prev <= c.used
//calvin:atomic
//calvin:modifies c.slots[*].prev, c.slots[*].next
//calvin:ensures  c.slots[prev].next == i
func (c *Cache) link(i, prev index) {
	next := c.slots[prev].next
	c.slots[i].prev, c.slots[i].next = prev, next
	c.slots[prev].next = i
	c.slots[next].prev = i
}

// room returns a slot that is not in the ring and has no name, or 0 in a cache that has none.
//
//calvin:requires held(c.mu)
//calvin:atomic
//calvin:modifies c.used, c.entries[c.slots[c.slots[0].prev].name], c.slots[*].prev, c.slots[*].next
//calvin:ensures  0 <= result && result <= c.used && (old(c.used) < c.limit ==> result > 0)
//calvin:ensures  forall s string :: has(c.entries, s) ==> old(has(c.entries, s)) && c.entries[s] != result
func (c *Cache) room() index {
	if c.used < c.limit {
		c.used++
		return c.used
	}
	last := c.slots[0].prev
	if last == 0 {
		return 0
	}
	c.unlink(last)
	if name := c.slots[last].name; c.entries[name] == last {
		delete(c.entries, name)
	}
	return last
}

// Get returns the value of a name, unless it has none or that has expired.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.entries[name], c.slots[*].prev, c.slots[*].next
//calvin:ensures  ok ==> has(c.entries, name) && value == c.slots[c.entries[name]].value && now < c.slots[c.entries[name]].expires
//calvin:ensures  ok ==> c.slots[c.entries[name]].name == name && c.slots[0].next == c.entries[name]
//calvin:ensures  !ok ==> !has(c.entries, name) && (old(has(c.entries, name)) ==> now >= old(c.slots[c.entries[name]].expires))
func (c *Cache) Get(name string, now int64) (value string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.entries[name]
	if !ok {
		return "", false
	}
	c.unlink(i)
	if now >= c.slots[i].expires {
		c.link(i, c.slots[0].prev)
		delete(c.entries, name)
		return "", false
	}
	c.link(i, 0)
	return c.slots[i].value, true
}

// Put gives a name a value. A cache without room keeps none.
//
//calvin:atomic
//calvin:when     c.mu == free
//calvin:modifies c.used, c.entries, c.slots[*]
//calvin:ensures  has(c.entries, name) ==> c.slots[c.entries[name]].value == value && c.slots[c.entries[name]].expires == now+c.ttl
//calvin:ensures  has(c.entries, name) ==> c.slots[0].next == c.entries[name]
//calvin:ensures  old(has(c.entries, name)) || old(c.used) < c.limit ==> has(c.entries, name)
func (c *Cache) Put(name, value string, now int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.entries[name]
	if ok {
		c.unlink(i)
	} else {
		i = c.room()
	}
	if i == 0 {
		return
	}
	s := &c.slots[i]
	s.name, s.value, s.expires = name, value, now+c.ttl
	c.entries[name] = i
	c.link(i, 0)
}

// Len returns how many names have a value, which may have expired.
//
//calvin:atomic
//calvin:when    c.mu == free
//calvin:ensures result == len(c.entries)
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries)
}
