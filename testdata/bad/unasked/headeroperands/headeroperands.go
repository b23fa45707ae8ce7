// Package headeroperands has no annotations. It reads a field to the left of a call that gets the headers of a response: no writer of the package has a method Header of its own.
package headeroperands

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

func (g *growing) Write(b []byte) (int, error) {
	g.of.Size++
	return g.ResponseWriter.Write(b)
}

func sum(n int, h http.Header) int { return n + len(h) }

// Sum has the headers of any writer.
func (s *Server) Sum(w http.ResponseWriter, r *http.Request) int {
	return sum(s.Size, w.Header())
}

// Grow is called with one that changes the field.
func (s *Server) Grow(w http.ResponseWriter, r *http.Request) int {
	return s.Sum(&growing{w, s}, r) // failed
}

func write(w http.ResponseWriter) int {
	n, _ := w.Write(nil)
	return n
}

// Write calls the method that does.
func (s *Server) Write(w http.ResponseWriter, r *http.Request) int {
	return s.Size + write(w)
}

// GrowWrite passes such a one.
func (s *Server) GrowWrite(w http.ResponseWriter, r *http.Request) int {
	return s.Write(&growing{w, s}, r) // failed
}

type headed interface{ Header() http.Header }

// Headed has them by another interface.
func (s *Server) Headed(h headed) int {
	return sum(s.Size, h.Header())
}

// GrowHeaded does, too.
func (s *Server) GrowHeaded(w http.ResponseWriter) int {
	return s.Headed(&growing{w, s}) // failed
}
