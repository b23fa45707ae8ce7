// Package sharedmiddlewares has no annotations. Goroutines share the writers that handlers are passed.
package sharedmiddlewares

import (
	"context"
	"net/http"
	"sync"
)

type timed struct {
	http.ResponseWriter
	status int
}

func (w *timed) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

// Timed does not wait for the handler.
func Timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &timed{ResponseWriter: w}
		done := make(chan bool)
		go func() {
			next.ServeHTTP(t, r) // failed
			close(done)
		}()
		select {
		case <-done:
		case <-r.Context().Done():
		}
		println(t.status)
	})
}

type watched struct {
	http.ResponseWriter
	status int
}

func (w *watched) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

// Watched has another goroutine look.
func Watched(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := &watched{ResponseWriter: w}
		go func() { println(x.status) }()
		next.ServeHTTP(x, r)
	})
}

type listed struct {
	http.ResponseWriter
	status int
}

func (w *listed) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

// Active lists the writers.
type Active struct {
	mu sync.Mutex
	m  map[string]*listed
}

// Wrap lists one.
func (a *Active) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := &listed{ResponseWriter: w}
		a.mu.Lock()
		a.m[r.URL.Path] = l
		a.mu.Unlock()
		next.ServeHTTP(l, r) // failed
	})
}

// Get returns its status.
func (a *Active) Get(path string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if l := a.m[path]; l != nil {
		return l.status
	}
	return 0
}

type key struct{}

type inContext struct {
	http.ResponseWriter
	status int
}

func (w *inContext) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

// InContext puts the writer where handlers find it, and their goroutines.
func InContext(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &inContext{ResponseWriter: w}
		next.ServeHTTP(c, r.WithContext(context.WithValue(r.Context(), key{}, c))) // failed
		println(c.status)
	})
}

type pooled struct {
	http.ResponseWriter
	status int
}

func (w *pooled) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

var pool = sync.Pool{New: func() any { return new(pooled) }}

// Pooled puts the writer back too early.
func Pooled(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := pool.Get().(*pooled)
		p.ResponseWriter = w
		pool.Put(p)
		next.ServeHTTP(p, r) // failed
	})
}
