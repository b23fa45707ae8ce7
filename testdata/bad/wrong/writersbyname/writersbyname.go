// Package writersbyname uses writers that a lock guards by an interface, when the lock has been released.
package writersbyname

import (
	"bufio"
	"io"
	"sync"
)

// An S has a writer.
type S struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	bw *bufio.Writer
}

//calvin:requires held(s.mu)
func (s *S) flush(w io.Writer) {
	s.mu.Unlock()
	w.Write(nil)
	s.mu.Lock()
}

// F has the lock released before the writer is used.
func (s *S) F() {
	s.mu.Lock()
	if s.bw != nil {
		s.flush(s.bw) // failed
	}
	s.mu.Unlock()
}

// G uses it after the lock.
func (s *S) G() {
	s.mu.Lock()
	w := s.bw
	s.mu.Unlock()
	if w != nil {
		w.Write(nil) // failed
	}
}

func put(w io.Writer) { w.Write(nil) }

// H passes it on after the lock.
func (s *S) H() {
	s.mu.Lock()
	w := s.bw
	s.mu.Unlock()
	if w != nil {
		put(w) // failed
	}
}

func later(w io.Writer) { defer w.Write(nil) }

func two(w io.Writer) { go put(w) }

// I has a goroutine use it.
func (s *S) I() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bw != nil {
		two(s.bw) // failed
	}
}

// J has a literal use it after the lock.
func (s *S) J() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bw != nil {
		s.unlock(s.bw) // failed
	}
}

//calvin:requires held(s.mu)
func (s *S) unlock(w io.Writer) {
	f := func() { w.Write(nil) }
	s.mu.Unlock()
	f()
	s.mu.Lock()
}

// K keeps it in an interface.
func (s *S) K() {
	s.mu.Lock()
	var w io.Writer
	if s.bw != nil {
		w = s.bw // failed
	}
	s.mu.Unlock()
	if w != nil {
		w.Write(nil)
	}
}

// New goes on with a writer that a goroutine has.
func New(out io.Writer) *S {
	bw := bufio.NewWriter(out)
	put(bw)
	two(bw)
	return &S{bw: bw} // failed
}

// NewAlone is right: only this goroutine has used it.
func NewAlone(out io.Writer) *S {
	bw := bufio.NewWriter(out)
	put(bw)
	return &S{bw: bw}
}

// Fine is right.
func (s *S) Fine() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.bw; w != nil {
		put(w)
		later(w)
	}
}

// L has a literal release the lock and use the writer.
func (s *S) L() {
	s.mu.Lock()
	if s.bw != nil {
		func(w io.Writer) { // failed
			s.mu.Unlock()
			w.Write(nil)
			s.mu.Lock()
		}(s.bw)
	}
	s.mu.Unlock()
}

// M has one in a variable do that.
func (s *S) M() {
	f := func(w io.Writer) {
		s.mu.Unlock()
		w.Write(nil)
		s.mu.Lock()
	}
	s.mu.Lock()
	if s.bw != nil {
		f(s.bw) // failed
	}
	s.mu.Unlock()
}
