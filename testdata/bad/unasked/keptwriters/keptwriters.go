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

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.w = w // failed
}

func (k *keeper) late() { k.w.WriteHeader(http.StatusOK) }

func pass(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	next.ServeHTTP(rec, r)
	return rec.status // failed
}

// Late has it written after the handler has returned.
func Late(k *keeper) { k.late() }
