package simnet

import (
	"io"
	"net"
	"os"
	"syscall"
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
)

// A conn is one end of a connection. What it does to a stream is a step on that.
type conn struct {
	site          rt.Site // where it was made
	network       string
	local, remote net.Addr
	in, out       *stream
	closed        bool // changes in steps on both streams
}

func (c *conn) LocalAddr() net.Addr  { return c.local }
func (c *conn) RemoteAddr() net.Addr { return c.remote }

func (c *conn) fails(op string, err error) error {
	return &net.OpError{Op: op, Net: c.network, Source: c.local, Addr: c.remote, Err: err}
}

// Read waits for something to read.
func (c *conn) Read(b []byte) (int, error) {
	for s := c.in; ; {
		site := siteOr(c.site)
		if !mayWait() {
			return 0, c.fails("read", net.ErrClosed)
		}
		rt.Step(site, unsafe.Pointer(s))
		switch {
		case c.closed:
			return 0, c.fails("read", net.ErrClosed)
		case s.readDeadline.expired:
			return 0, c.fails("read", os.ErrDeadlineExceeded)
		case len(b) == 0:
			return 0, nil
		case len(s.data) > 0:
			part := s.data[:min(len(b), len(s.data))]
			s.data = s.data[len(part):]
			wake(site, s.writing.leave())
			rt.Fills(site, unsafe.Pointer(&b[0]), uintptr(len(part)))
			return copy(b, part), nil
		case s.cut:
			s.cut = false
			return 0, c.fails("read", os.NewSyscallError("read", syscall.ECONNRESET))
		case s.ended:
			return 0, io.EOF
		}
		rt.Recv(site, s.reading.join())
	}
}

// Write waits for room.
func (c *conn) Write(b []byte) (n int, err error) {
	site, s := siteOr(c.site), c.out
	if len(b) > 0 {
		rt.Looks(site, unsafe.Pointer(&b[0]), uintptr(len(b)))
	}
	for {
		if !mayWait() {
			return n, c.fails("write", net.ErrClosed)
		}
		rt.Step(site, unsafe.Pointer(s))
		switch {
		case c.closed:
			return n, c.fails("write", net.ErrClosed)
		case s.writeDeadline.expired:
			return n, c.fails("write", os.ErrDeadlineExceeded)
		case s.refused:
			return n, c.fails("write", os.NewSyscallError("write", syscall.EPIPE))
		case s.unread: // it is sent, and the answer is that nobody wants it
			s.refused = true
			return n + len(b), nil
		}
		part := b[:min(len(b), room-len(s.data))]
		s.data = append(s.data, part...)
		n, b = n+len(part), b[len(part):]
		var full chan struct{}
		if len(b) > 0 {
			full = s.writing.join()
		}
		if len(part) > 0 {
			wake(site, s.reading.leave())
		}
		if full == nil {
			return n, nil
		}
		rt.Recv(site, full)
	}
}

// Close closes this end.
func (c *conn) Close() error {
	if s := rt.Stands(); s == rt.Abandoned || s == rt.Outside {
		return nil
	}
	return c.close(siteOr(c.site), false)
}

// close closes this end; reset says that the other end is to see that as an error.
func (c *conn) close(site rt.Site, reset bool) error {
	in, out := c.in, c.out
	rt.Step(site, unsafe.Pointer(in), unsafe.Pointer(out))
	if c.closed {
		return c.fails("close", net.ErrClosed)
	}
	c.closed = true
	out.ended, out.cut = true, reset || len(in.data) > 0
	in.unread = true
	read, write := in.readDeadline.end(), out.writeDeadline.end()
	woken := [][]chan struct{}{in.reading.leave(), in.writing.leave(), out.reading.leave(), out.writing.leave()}
	stop(site, read, write)
	wake(site, woken...)
	return nil
}

// SetDeadline sets both deadlines.
func (c *conn) SetDeadline(t time.Time) error {
	if err := c.SetReadDeadline(t); err != nil {
		return err
	}
	return c.SetWriteDeadline(t)
}

// SetReadDeadline says until when reads wait.
func (c *conn) SetReadDeadline(t time.Time) error {
	return c.setDeadline(c.in, &c.in.readDeadline, &c.in.reading, t)
}

// SetWriteDeadline says until when writes wait.
func (c *conn) SetWriteDeadline(t time.Time) error {
	return c.setDeadline(c.out, &c.out.writeDeadline, &c.out.writing, t)
}

func (c *conn) setDeadline(s *stream, d *deadline, w *waiters, t time.Time) error {
	if !d.set(siteOr(c.site), unsafe.Pointer(s), w, t, func() bool { return c.closed }) {
		return c.fails("set", net.ErrClosed)
	}
	return nil
}
