// Package lentvariables has no annotations. Goroutines run functions that get pointers to variables of their starter, and write these.
package lentvariables

import "sync"

func count(out *int, xs []string, wg *sync.WaitGroup) {
	defer wg.Done()
	n := 0
	for _, x := range xs {
		n += len(x)
	}
	*out = n
}

func collect(out *[]string, n int, wg *sync.WaitGroup) {
	defer wg.Done()
	*out = make([]string, n)
}

// Both has a variable for each goroutine.
func Both(xs []string) (int, []string) {
	var n int
	var names []string
	var wg sync.WaitGroup
	wg.Add(2)
	go count(&n, xs, &wg)
	go collect(&names, len(xs), &wg)
	wg.Wait()
	return n, names
}

// Same has one for two.
func Same(xs []string) int {
	var n int
	var wg sync.WaitGroup
	wg.Add(2)
	go count(&n, xs, &wg)
	go count(&n, xs, &wg) // failed
	wg.Wait()
	return n
}

// Alias has two pointers to it.
func Alias(xs []string) int {
	var n int
	p := &n
	var wg sync.WaitGroup
	wg.Add(2)
	go count(p, xs, &wg)
	go count(&n, xs, &wg) // failed
	wg.Wait()
	return n
}

// Early reads it before it has waited.
func Early(xs []string) int {
	var n int
	var wg sync.WaitGroup
	wg.Add(1)
	go count(&n, xs, &wg)
	m := n // failed
	wg.Wait()
	return m
}

// Unwaited does not wait.
func Unwaited(n int) []string {
	var names []string
	var wg sync.WaitGroup
	wg.Add(1)
	go collect(&names, n, &wg)
	return names // failed
}

// Loop starts several.
func Loop(xs []string) int {
	var n int
	var wg sync.WaitGroup
	for range xs {
		wg.Add(1)
		go count(&n, xs, &wg) // failed
	}
	wg.Wait()
	return n
}

var total int

// Global passes a variable of the package.
func Global(xs []string) {
	var wg sync.WaitGroup
	wg.Add(1)
	go count(&total, xs, &wg) // failed
	wg.Wait()
}

func late(out *int, n int, wg *sync.WaitGroup) {
	wg.Done()
	*out = n // failed
}

// Late has a function that goes on when it has paid.
func Late(n int) int {
	var m int
	var wg sync.WaitGroup
	wg.Add(1)
	go late(&m, n, &wg)
	wg.Wait()
	return m
}

var kept *int

func keep(out *int, n int, wg *sync.WaitGroup) {
	defer wg.Done() // failed
	*out = n
	kept = out // failed
}

// Kept has a function that lets others know the variable.
func Kept(n int) int {
	var m int
	var wg sync.WaitGroup
	wg.Add(1)
	go keep(&m, n, &wg)
	wg.Wait()
	return m
}

// A table keeps numbers behind a lock.
type table struct {
	mu sync.Mutex
	m  map[string]*int
}

func (t *table) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[name] = new(int)
}

// Taken passes one of them.
func (t *table) Taken(xs []string) {
	t.mu.Lock()
	p := t.m["a"]
	t.mu.Unlock()
	var wg sync.WaitGroup
	wg.Add(1)
	go count(p, xs, &wg) // failed
	wg.Wait()
}
