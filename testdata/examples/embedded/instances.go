package embedded

import "sync"

// An outer has any other in it.
type outer[T any] struct{ v T }

// Sum adds what a number and an array hold.
func Sum(a *outer[int8], b *outer[[2]int8]) int {
	n := int(a.v) + int(b.v[1])
	//calvin:assert n >= -256
	return n
}

// Length is how many elements there are in two slices, which take memory.
func Length(a *outer[[]int], b *outer[[]string]) int {
	n := len(a.v) + len(b.v)
	//calvin:assert n >= 0
	return n
}

// Once has something done once, and a lock.
func Once(o *outer[sync.Once], mu *outer[sync.RWMutex]) {
	o.v.Do(func() {})
	mu.v.Lock()
	defer mu.v.Unlock()
}
