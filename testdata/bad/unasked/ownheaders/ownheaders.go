// Package ownheaders has no annotations. It has a writer of responses whose method Header changes what its callers read to the left of the call.
package ownheaders

import "net/http"

// A Server has a field that others may set before they use it.
type Server struct {
	Size  int
	after func()
}

// After sets what is called afterwards.
func (s *Server) After(f func()) { s.after = f }

type growing struct {
	http.ResponseWriter
	of *Server
}

func (g *growing) Header() http.Header {
	g.of.Size++
	return g.ResponseWriter.Header() // failed
}

func sum(n int, h http.Header) int { return n + len(h) }

// Sum has it from any writer, which may be such a one.
func (s *Server) Sum(w http.ResponseWriter, r *http.Request) int {
	return sum(s.Size, w.Header()) // failed
}

// Grow is called with one.
func (s *Server) Grow(w http.ResponseWriter, r *http.Request) int {
	return s.Sum(&growing{w, s}, r) // failed
}
