// Package workers is a worker pool: several goroutines do work of one kind. In go things and a function, which is called with each of them.
//
//	workers.go  the goroutines
package workers

import "sync"

// Each calls do with each of the things, begun in their order, as many at a time as there are workers, one at least. It
// returns when all is done.
func Each[T any](workers int, things []T, do func(T)) {
	next := make(chan T)
	var pool sync.WaitGroup
	for range min(max(workers, 1), len(things)) {
		pool.Go(func() {
			for t := range next {
				do(t)
			}
		})
	}
	for _, t := range things {
		next <- t
	}
	close(next)
	pool.Wait()
}
