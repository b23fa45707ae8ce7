package regions

import "sync"

// An item has a slice of its own, which belongs to the same lock.
type item struct {
	n    int
	tags []string
}

// A stripe is a part of a map, with its lock.
type stripe struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	m map[string]*item
}

// A Striped is a map in parts.
type Striped struct{ stripes [16]stripe }

// Add adds a tag to an item.
func (s *Striped) Add(h uint32, k, tag string) {
	st := &s.stripes[h%16]
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.m == nil {
		st.m = map[string]*item{}
	}
	it := st.m[k]
	if it == nil {
		it = &item{tags: make([]string, 0, 4)}
		st.m[k] = it
	}
	it.n++
	it.tags = append(it.tags, tag)
	it.tags[0] = tag
}
