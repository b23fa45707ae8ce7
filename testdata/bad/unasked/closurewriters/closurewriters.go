// Package closurewriters has no annotations. A handler keeps what a function literal returns, which is its writer.
package closurewriters

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
	get := func() http.ResponseWriter { return w }
	k.w = get() // failed
}

func (k *keeper) late() { k.w.WriteHeader(http.StatusOK) }

// Status passes a writer of its own.
func Status(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	next.ServeHTTP(rec, r)
	return rec.status // failed
}
