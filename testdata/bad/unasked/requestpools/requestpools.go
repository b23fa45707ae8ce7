// Package requestpools has no annotations. It has generic code that calls functions with requests, of which it knows nothing.
package requestpools

import (
	"net/http"
	"slices"
)

// A Pool has workers that call a function.
type Pool[T any] struct {
	work chan T
	do   func(T)
}

// NewPool is right.
func NewPool[T any](do func(T)) *Pool[T] {
	return &Pool[T]{work: make(chan T), do: do}
}

// Step is what a worker does.
func (p *Pool[T]) Step() {
	p.do(<-p.work)
}

// Tagger is wrong: the worker does not have the requests that it gets.
func Tagger() *Pool[*http.Request] {
	return NewPool(func(r *http.Request) {
		r.Header.Set("X-Tag", "a") // failed
	})
}

// Send is wrong together with Tagger.
func Send(p *Pool[*http.Request], r *http.Request) {
	p.work <- r
	r.Header.Set("X-Tag", "b")
}

// Tagged is wrong: others may have the requests of the slice.
func Tagged(requests []*http.Request) int {
	return slices.IndexFunc(requests, func(r *http.Request) bool {
		return r.Header.Get("X-Tag") != "" // failed
	})
}
