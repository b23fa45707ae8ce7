// Package exercise runs the case studies: a data structure or a lock comes in, goroutines use it all at once, and what
// they observe is held against what it promises. Under Go's race detector it looks for races too.
package exercise

import "sync"

// Goroutines is how many there are.
const Goroutines = 4

// Together runs f on goroutines of its own, told apart by a number, and waits for them.
func Together(f func(g int)) {
	var wg sync.WaitGroup
	for g := range Goroutines {
		wg.Go(func() { f(g) })
	}
	wg.Wait()
}
