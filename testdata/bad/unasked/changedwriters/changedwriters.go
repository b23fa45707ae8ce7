// Package changedwriters has no annotations. A writer becomes another interface on its way to the handler: that it comes back is not seen.
package changedwriters

import "net/http"

type flusher interface {
	http.ResponseWriter
	http.Flusher
}

type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(code int) {
	w.status = code
	w.ResponseWriter.WriteHeader(code)
}

func (w *recorder) Flush() {}

// Status passes a writer of its own.
func Status(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	next.ServeHTTP(http.ResponseWriter(flusher(rec)), r) // failed
	return rec.status
}
