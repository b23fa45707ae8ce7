// Package nestings passes guarded memory inside of arrays, slices and maps to code that is not at hand, without the lock.
package nestings

import (
	"fmt"
	"reflect"
	"sync"
)

// C is guarded.
type C struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	s []int
	//calvin:guarded_by mu
	n int
}

func (c *C) slice() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.s
}

// Array passes an array.
func (c *C) Array(f func([1][]int)) {
	f([1][]int{c.slice()}) // failed
}

// ToArray passes a pointer to one.
func (c *C) ToArray(f func(*[1][]int)) {
	f(&[1][]int{c.slice()}) // failed
}

// Address passes an address in an array.
func (c *C) Address(f func([1]*int)) {
	f([1]*int{&c.n}) // failed
}

// Addresses passes one in a slice.
func (c *C) Addresses(f func([]*int)) {
	f([]*int{&c.n}) // failed
}

// Slice passes a slice of slices.
func (c *C) Slice(f func([][]int)) {
	f([][]int{c.slice()}) // failed
}

// Map passes a map of slices.
func (c *C) Map(f func(map[string][]int)) {
	f(map[string][]int{"": c.slice()}) // failed
}

// PrintArray prints an array.
func (c *C) PrintArray() {
	fmt.Println([1][]int{c.slice()}) // failed
}

// PrintSlice prints a slice of slices.
func (c *C) PrintSlice() {
	fmt.Println([][]int{c.slice()}) // failed
}

// PrintMap prints a map.
func (c *C) PrintMap() {
	fmt.Println(map[string][]int{"": c.slice()}) // failed
}

// PrintPointer prints what a pointer leads to.
func (c *C) PrintPointer() {
	fmt.Println(&[1][]int{c.slice()}) // failed
}

// Compare compares two arrays.
func (c *C) Compare(t [1][]int) bool {
	return reflect.DeepEqual([1][]int{c.slice()}, t) // failed
}

// Written believes that one of two is as it was.
func (c *C) Written(f func([]*int), d *C) {
	if c == d {
		return
	}
	c.mu.Lock()
	d.mu.Lock() // failed
	c.n, d.n = 1, 1
	f([]*int{&c.n, &d.n})
	//calvin:assert c.n == 1 || d.n == 1 // failed
	d.mu.Unlock()
	c.mu.Unlock()
}

// WrittenElements believes that the elements of one of two slices are as they were.
func (c *C) WrittenElements(f func([][]int), d *C) {
	if c == d {
		return
	}
	c.mu.Lock()
	d.mu.Lock()
	if len(c.s) > 0 && len(d.s) > 0 {
		c.s[0], d.s[0] = 1, 1
		f([][]int{c.s, d.s})
		//calvin:assert c.s[0] == 1 || d.s[0] == 1 // failed
	}
	d.mu.Unlock()
	c.mu.Unlock()
}

// Filled fills a slice of slices in a loop.
func (c *C) Filled(n int) {
	var rows [][]int
	for len(rows) < n {
		rows = append(rows, c.slice())
	}
	fmt.Println(rows) // failed
}

// One puts it there after the loop.
func (c *C) One(n int) {
	var rows [][]int
	for i := 0; i < n; i++ {
		rows = append(rows, []int{i})
	}
	if len(rows) > 3 {
		rows[3] = c.slice()
	}
	fmt.Println(rows) // failed
}

// Before puts it there before the loop.
func (c *C) Before(n int) {
	rows := [][]int{c.slice()}
	for i := 0; i < n; i++ {
		rows = append(rows, []int{i})
	}
	fmt.Println(rows) // failed
}

// Beyond puts it where the loop does not come.
func (c *C) Beyond(n int) {
	all := [][]int{nil, c.slice()}
	rows := all[:1]
	for i := 0; i < n; i++ {
		rows[0] = []int{i}
	}
	fmt.Println(rows[:2]) // failed
}

// FilledMap fills a map of slices in a loop.
func (c *C) FilledMap(n int) {
	m := map[int][]int{}
	for i := 0; i < n; i++ {
		m[i] = c.slice()
	}
	fmt.Println(m) // failed
}

// BeforeMap puts it there before the loop.
func (c *C) BeforeMap(n int) {
	m := map[int][]int{-1: c.slice()}
	for i := 0; i < n; i++ {
		m[i] = []int{i}
	}
	fmt.Println(m) // failed
}
