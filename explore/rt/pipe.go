package rt

import (
	"io"
	"sync"
	"unsafe"
)

// What waits in an io.Pipe is done here with visible operations: the overlay has package io call these functions. The errors of a pipe
// are package io's, and no operation is between the one here that stands for them and what package io does to them.

// PipeParts gives what goroutines wait for in a pipe; nil if package io is as it is.
var PipeParts func(*io.PipeReader) (*sync.Mutex, chan []byte, chan int, *sync.Once, chan struct{})

// A pipe is what is known of an io.Pipe.
type pipe struct {
	site   Site
	writes *sync.Mutex
	wr     chan []byte
	rd     chan int
	once   *sync.Once
	done   chan struct{}
	errs   int32 // stands for the errors that it was closed with
}

// IOPipe is io.Pipe().
func IOPipe(site Site) (*io.PipeReader, *io.PipeWriter) {
	r, w := io.Pipe()
	if s, g := enter(); g != nil && !g.dying && PipeParts != nil {
		Var(unsafe.Pointer(r), unsafe.Sizeof(*r))
		p := New(s.pipeOf(unsafe.Pointer(r)))
		p.site = site
		Make(p.wr)
		Make(p.rd)
		Make(p.done)
	}
	return r, w
}

// pipeOf returns what is known of the pipe at p, of which the reader is the first field.
func (s *Scheduler) pipeOf(at unsafe.Pointer) *pipe {
	if p := s.pipes[at]; p != nil {
		return p
	}
	p := &pipe{}
	p.writes, p.wr, p.rd, p.once, p.done = PipeParts((*io.PipeReader)(at))
	if s.pipes == nil {
		s.pipes = map[unsafe.Pointer]*pipe{}
	}
	s.pipes[at] = p
	return p
}

// PipeRead is what Read of a pipe's reader does.
func PipeRead(at unsafe.Pointer, b []byte) (n int, open, done bool) {
	s, g := enter()
	if g == nil || g.dying {
		return 0, false, g != nil
	}
	p := s.pipeOf(at)
	if p.closed() {
		return 0, false, true
	}
	from := OnRecv(p.wr)
	if Select(p.site, false, from, OnRecv(p.done)) != 0 {
		return 0, false, p.looks()
	}
	n = copy(b, from.V)
	Send(p.site, p.rd, n)
	return n, true, true
}

// PipeWrite is what Write of a pipe's writer does.
func PipeWrite(at unsafe.Pointer, b []byte) (n int, open, done bool) {
	s, g := enter()
	if g == nil || g.dying {
		return 0, false, g != nil
	}
	p := s.pipeOf(at)
	if p.closed() {
		return 0, false, true
	}
	Lock(p.site, p.writes)
	defer Unlock(p.site, p.writes)
	for once := true; once || len(b) > 0; once = false {
		if Select(p.site, false, OnSend(p.wr).With(b), OnRecv(p.done)) != 0 {
			return n, false, p.looks()
		}
		m := Recv(p.site, p.rd)
		b, n = b[m:], n+m
	}
	return n, true, true
}

// PipeClose closes a pipe from either side; store sets the error.
func PipeClose(at unsafe.Pointer, store func()) (done bool) {
	s, g := enter()
	if g == nil || g.dying {
		return g != nil
	}
	p := s.pipeOf(at)
	StoreInt(p.site, &p.errs, 1)
	store()
	OnceDo(p.site, p.once, func() { Close(p.site, p.done) })
	return true
}

// closed reports whether the pipe is closed, and then looks at its errors.
func (p *pipe) closed() bool { return Select(p.site, true, OnRecv(p.done)) == 0 && p.looks() }

// looks stands for a look at the errors. It returns true.
func (p *pipe) looks() bool {
	LoadInt(p.site, &p.errs)
	return true
}
