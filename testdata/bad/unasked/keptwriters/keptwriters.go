// Package keptwriters has no annotations. A handler keeps the writer, and uses it later.
package keptwriters

import "net/http"

type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

type keeper struct{ w http.ResponseWriter }

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) { k.w = w }

func (k *keeper) late() { k.w.WriteHeader(http.StatusOK) }

func pass(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	next.ServeHTTP(rec, r)
	return rec.status // failed
}

// Twice asks for the status before the keeper writes it, and after that.
func Twice(w http.ResponseWriter, r *http.Request) (before, after int) {
	k := &keeper{}
	before = pass(k, w, r)
	k.late()
	return before, pass(k, w, r) // failed
}
