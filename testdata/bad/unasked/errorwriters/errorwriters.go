// Package errorwriters has no annotations. A handler returns an error that leads to its writer.
package errorwriters

import "net/http"

type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

type failure struct{ w http.ResponseWriter }

func (*failure) Error() string { return "failure" }

type handler func(http.ResponseWriter, *http.Request) error

func fails(w http.ResponseWriter, r *http.Request) error { return &failure{w} }

var _ handler = fails

// Changes reports by how much the status changes after the handler has returned.
func Changes(h handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	err := h(rec, r)
	before := rec.status // failed
	if f, ok := err.(*failure); ok {
		f.w.WriteHeader(http.StatusOK)
	}
	return rec.status - before
}
