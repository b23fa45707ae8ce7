// Package ownwriters has no annotations. It writes responses by interfaces of its own, which have the methods of http.ResponseWriter.
package ownwriters

import (
	"fmt"
	"net/http"
)

type flusher interface {
	http.ResponseWriter
	http.Flusher
}

type writer http.ResponseWriter

// Embedded is wrong: the goroutine writes the header that the handler does.
func Embedded(w http.ResponseWriter, r *http.Request) {
	f, ok := w.(flusher)
	if !ok {
		return
	}
	go func() {
		f.Header().Set("A", "b") // failed
	}()
	w.Header().Set("A", "c")
}

// Named is wrong, too.
func Named(w http.ResponseWriter, r *http.Request) {
	f := writer(w)
	go func() {
		f.Header().Set("A", "b") // failed
	}()
	w.Header().Set("A", "c")
}

// Back is wrong: it is the writer once more.
func Back(w http.ResponseWriter, r *http.Request) {
	f, ok := w.(flusher)
	if !ok {
		return
	}
	go func() {
		http.ResponseWriter(f).Header().Set("A", "b") // failed
	}()
	w.Header().Set("A", "c")
}

// Stream is right: it has the writer to itself.
func Stream(w http.ResponseWriter, r *http.Request) {
	f, ok := w.(flusher)
	if !ok {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	f.Header().Set("Content-Type", "text/event-stream")
	events(f, 3)
}

func events(f flusher, n int) {
	for i := range n {
		fmt.Fprintf(f, "data: %d\n\n", i)
		f.Flush()
	}
	f.Header().Set("A", "b")
}
