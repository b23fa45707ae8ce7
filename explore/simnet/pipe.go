package simnet

import (
	"io"
	"net"
	"os"
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
)

// A half is one direction of a net.Pipe: a write waits until it has been read.
type half struct {
	offered  bool   // a write is under way,
	left     []byte // and this of it has not been read
	shut     bool   // either end is closed
	reading  waiters
	writing  waiters // who writes, and who waits for that to end
	readEnd  deadline
	writeEnd deadline
}

// A pipeEnd is one end of a net.Pipe.
type pipeEnd struct {
	site    rt.Site
	in, out *half
	closed  bool // changes in steps on both halves
}

// Pipe is net.Pipe.
func Pipe(site rt.Site) (net.Conn, net.Conn) {
	if rt.Stands() == rt.Outside {
		return net.Pipe()
	}
	a, b := rt.New(&half{}), rt.New(&half{})
	return &pipeEnd{site: site, in: a, out: b}, &pipeEnd{site: site, in: b, out: a}
}

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

func (*pipeEnd) LocalAddr() net.Addr  { return pipeAddr{} }
func (*pipeEnd) RemoteAddr() net.Addr { return pipeAddr{} }

func pipeTimeout(op string) error {
	return &net.OpError{Op: op, Net: "pipe", Err: os.ErrDeadlineExceeded}
}

// Read waits for a write.
func (p *pipeEnd) Read(b []byte) (int, error) {
	for h := p.in; ; {
		site := siteOr(p.site)
		if !mayWait() {
			return 0, io.ErrClosedPipe
		}
		rt.Step(site, unsafe.Pointer(h))
		switch {
		case p.closed:
			return 0, io.ErrClosedPipe
		case h.shut:
			return 0, io.EOF
		case h.readEnd.expired:
			return 0, pipeTimeout("read")
		case h.offered:
			part := h.left[:min(len(b), len(h.left))]
			if h.left = h.left[len(part):]; len(h.left) == 0 {
				h.offered = false
				wake(site, h.writing.leave())
			}
			if len(part) > 0 {
				rt.Fills(site, unsafe.Pointer(&b[0]), uintptr(len(part)))
			}
			return copy(b, part), nil
		}
		rt.Recv(site, h.reading.join())
	}
}

// Write waits until all has been read.
func (p *pipeEnd) Write(b []byte) (int, error) {
	site, h := siteOr(p.site), p.out
	if len(b) > 0 {
		rt.Looks(site, unsafe.Pointer(&b[0]), uintptr(len(b)))
	}
	mine := false // the write that is under way
	for {
		if !mayWait() {
			return 0, io.ErrClosedPipe
		}
		rt.Step(site, unsafe.Pointer(h))
		n := 0
		if mine {
			n = len(b) - len(h.left)
		}
		var err error
		switch {
		case mine && !h.offered:
			return len(b), nil
		case p.closed || h.shut:
			err = io.ErrClosedPipe
		case h.writeEnd.expired:
			err = pipeTimeout("write")
		}
		if err != nil {
			if mine {
				h.offered, h.left = false, nil
				wake(site, h.writing.leave())
			}
			return n, err
		}
		var woken []chan struct{}
		if !mine && !h.offered {
			mine, h.offered, h.left = true, true, append([]byte(nil), b...)
			woken = h.reading.leave()
		}
		wait := h.writing.join()
		wake(site, woken)
		rt.Recv(site, wait)
	}
}

// Close closes both directions.
func (p *pipeEnd) Close() error {
	if s := rt.Stands(); s == rt.Abandoned || s == rt.Outside {
		return nil
	}
	site := siteOr(p.site)
	rt.Step(site, unsafe.Pointer(p.in), unsafe.Pointer(p.out))
	if p.closed {
		return nil
	}
	p.closed, p.in.shut, p.out.shut = true, true, true
	read, write := p.in.readEnd.end(), p.out.writeEnd.end()
	woken := [][]chan struct{}{p.in.reading.leave(), p.in.writing.leave(), p.out.reading.leave(), p.out.writing.leave()}
	stop(site, read, write)
	wake(site, woken...)
	return nil
}

// SetDeadline sets both deadlines.
func (p *pipeEnd) SetDeadline(t time.Time) error {
	if err := p.SetReadDeadline(t); err != nil {
		return err
	}
	return p.SetWriteDeadline(t)
}

// SetReadDeadline says until when reads wait.
func (p *pipeEnd) SetReadDeadline(t time.Time) error {
	return p.setDeadline(p.in, &p.in.readEnd, &p.in.reading, t)
}

// SetWriteDeadline says until when writes wait.
func (p *pipeEnd) SetWriteDeadline(t time.Time) error {
	return p.setDeadline(p.out, &p.out.writeEnd, &p.out.writing, t)
}

func (p *pipeEnd) setDeadline(h *half, d *deadline, w *waiters, t time.Time) error {
	if !d.set(siteOr(p.site), unsafe.Pointer(h), w, t, func() bool { return h.shut }) {
		return io.ErrClosedPipe
	}
	return nil
}
