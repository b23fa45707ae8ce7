// Package racingwriters has no annotations. Handlers give the writer to goroutines.
package racingwriters

import (
	"net/http"
	"time"
)

type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Log passes a writer of its own.
func Log(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w}
		next.ServeHTTP(rec, r)
		println(rec.status) // failed
	})
}

// Both writes twice.
func Both(w http.ResponseWriter, r *http.Request) {
	go func() { w.WriteHeader(http.StatusOK) }() // failed
	w.WriteHeader(http.StatusAccepted)
}

// Late writes when the request is over.
func Late(w http.ResponseWriter, r *http.Request) {
	time.AfterFunc(time.Second, func() { w.WriteHeader(http.StatusOK) })
}

// Inner writes to what the writer wraps.
func Inner(w http.ResponseWriter, r *http.Request) {
	u, ok := w.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return
	}
	inner := u.Unwrap()
	go inner.WriteHeader(http.StatusOK) // failed
	inner.WriteHeader(http.StatusAccepted)
}
