package simnet

import (
	"net"
	"os"
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
)

// A listener is a net.Listener.
type listener struct {
	site    rt.Site
	network string
	addr    *net.TCPAddr

	closed   bool
	backlog  []*conn // dialled and not accepted
	dials    int
	waits    waiters
	deadline deadline
}

func (l *listener) Addr() net.Addr { return l.addr }

func (l *listener) fails(err error) error {
	return &net.OpError{Op: "accept", Net: l.network, Addr: l.addr, Err: err}
}

// Accept waits for a connection.
func (l *listener) Accept() (net.Conn, error) {
	for {
		site := siteOr(l.site)
		if !mayWait() {
			return nil, l.fails(net.ErrClosed)
		}
		rt.Step(site, unsafe.Pointer(l))
		switch {
		case l.closed:
			return nil, l.fails(net.ErrClosed)
		case l.deadline.expired:
			return nil, l.fails(os.ErrDeadlineExceeded)
		case len(l.backlog) > 0:
			c := l.backlog[0]
			l.backlog = l.backlog[1:]
			return c, nil
		}
		rt.Recv(site, l.waits.join())
	}
}

// dialled makes a connection to the listener and returns the end of who has dialled; nil if the listener is closed.
func (l *listener) dialled(site rt.Site, at *net.TCPAddr) net.Conn {
	client, server := &conn{site: site, network: l.network}, &conn{site: l.site, network: l.network}
	there, back := newStream(), newStream()
	client.out, client.in, server.out, server.in = there, back, back, there
	rt.Step(site, unsafe.Pointer(l))
	if l.closed {
		return nil
	}
	l.dials++
	remote := &net.TCPAddr{IP: at.IP, Port: at.Port}
	if at.IP.IsUnspecified() {
		remote.IP = net.IPv4(127, 0, 0, 1)
	}
	from := &net.TCPAddr{IP: remote.IP, Port: firstDialling + (l.addr.Port*31+l.dials)%4000}
	client.local, client.remote, server.local, server.remote = from, remote, remote, from
	l.backlog = append(l.backlog, server)
	wake(site, l.waits.leave())
	return client
}

// Close closes the listener, and the connections that nobody has accepted.
func (l *listener) Close() error {
	site := siteOr(l.site)
	if s := rt.Stands(); s == rt.Abandoned || s == rt.Outside {
		return nil
	}
	rt.Step(site, unsafe.Pointer(&ports))
	if n := theNetwork(); n.open[l.addr.Port] == l {
		delete(n.open, l.addr.Port)
	}
	rt.Step(site, unsafe.Pointer(l))
	if l.closed {
		return &net.OpError{Op: "close", Net: l.network, Addr: l.addr, Err: net.ErrClosed}
	}
	l.closed = true
	left, woken, timer := l.backlog, l.waits.leave(), l.deadline.end()
	l.backlog = nil
	stop(site, timer)
	wake(site, woken)
	for _, c := range left {
		c.close(site, true)
	}
	return nil
}

// SetDeadline is that of a net.TCPListener.
func (l *listener) SetDeadline(t time.Time) error {
	if !l.deadline.set(siteOr(l.site), unsafe.Pointer(l), &l.waits, t, func() bool { return l.closed }) {
		return &net.OpError{Op: "set", Net: l.network, Addr: l.addr, Err: net.ErrClosed}
	}
	return nil
}
