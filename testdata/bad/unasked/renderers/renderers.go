// Package renderers has no annotations. An object with the writer is behind an interface, and its method keeps the writer.
package renderers

import "net/http"

type recorder struct {
	http.ResponseWriter
	status int
}

func (w *recorder) WriteHeader(code int) {
	w.status = code // failed
	w.ResponseWriter.WriteHeader(code)
}

type kept struct{ w http.ResponseWriter }

type renderer interface{ render() }

type page struct {
	w  http.ResponseWriter
	to *kept
}

func (p *page) render() { p.to.w = p.w }

type views struct{ k *kept }

func (v *views) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var page renderer = &page{w, v.k} // failed
	page.render()
}

// Status passes a writer of its own.
func Status(next http.Handler, w http.ResponseWriter, r *http.Request) int {
	rec := &recorder{ResponseWriter: w}
	next.ServeHTTP(rec, r)
	return rec.status // failed
}
