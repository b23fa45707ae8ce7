// Package handlerliterals has no annotations. Function literals that are handlers use a hash, a buffer or a source of random numbers of the function around, for any number of requests at the same time.
package handlerliterals

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"log"
	"math/rand"
	"net/http"
	"sync"
)

// Sum has all requests use one hash.
func Sum() http.Handler {
	h := sha256.New()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.Reset() // failed
		io.WriteString(h, r.URL.Path)
		fmt.Fprintf(w, "%x", h.Sum(nil))
	})
}

// Given does so with a hash of its caller's.
func Given(h hash.Hash) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.Write([]byte(r.URL.Path)) // failed
	}
}

// Each is right: each request has a hash.
func Each() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := sha256.New()
		io.WriteString(h, r.URL.Path)
		w.Write(h.Sum(nil))
	})
}

// Locked is right: they take turns.
func Locked() http.Handler {
	var mu sync.Mutex
	h := sha256.New()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		h.Reset()
		h.Write([]byte(r.URL.Path))
	})
}

// Before is right: what the function does itself it does before.
func Before(name string) http.HandlerFunc {
	h := sha256.New()
	io.WriteString(h, name)
	sum := h.Sum(nil)
	return func(w http.ResponseWriter, r *http.Request) { w.Write(sum) }
}

// Draw has all requests use one source.
func Draw(s rand.Source) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, s.Int63()) // failed
	}
}

// Routes reads the buffer that a logger writes.
func Routes(mux *http.ServeMux) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	mux.HandleFunc("/do", func(w http.ResponseWriter, r *http.Request) {
		l.Println(r.URL.Path)
	})
	mux.HandleFunc("/log", func(w http.ResponseWriter, r *http.Request) {
		w.Write(b.Bytes()) // failed
	})
}

// Logged is right: a logger synchronises itself.
func Logged(mux *http.ServeMux, w io.Writer) {
	l := log.New(w, "", 0)
	mux.HandleFunc("/a", func(w http.ResponseWriter, r *http.Request) { l.Println(r.URL.Path) })
	mux.HandleFunc("/b", func(w http.ResponseWriter, r *http.Request) { l.Println(r.URL.Path) })
}
