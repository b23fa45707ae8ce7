// Package simnet is a network inside the process: it takes calls of package net and gives connections under the control of
// package explore/rt. Instrumented code calls its functions instead of those of package net, for TCP to this machine and
// net.Pipe. Where they cannot stand for these, they call them.
//
//	simnet.go    listening and dialling
//	listener.go  a net.Listener
//	conn.go      a connection: two streams
//	stream.go    bytes on their way from one end to the other
//	pipe.go      net.Pipe
//	deadline.go  deadlines, by the virtual clock
//	waiting.go   who waits for one of these
//
// Connections behave as TCP does on one machine: a connection is there once it has been dialled, whether or not it has been
// accepted. What has been written can be read at once, and one read takes what several writes have written. A write waits
// when 4 megabytes have not been read. Nothing is lost, nothing comes late, nothing is cut in two.
//
// Each method is a step (rt.Step) on all that it looks at, and changes it in that step. If it has to wait, it does so in a
// channel of its own, and tries again.
package simnet

import (
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
)

// A network is what there is in one execution.
type network struct {
	open map[int]*listener // by port
	had  map[int]bool      // ports that have had one
	last int               // the port that was given last to who asked for any
}

// ports stands for which ports have a listener: who looks, or changes it, makes a step on it.
var ports [8]byte

// The first port that is given to a listener, and to a connection, less one. Package net gives others: those of Linux begin in between.
const (
	firstListening = 20000
	firstDialling  = 61000
)

func theNetwork() *network {
	return rt.Simulated("network", func() *network {
		return &network{open: map[int]*listener{}, had: map[int]bool{}, last: firstListening}
	})
}

// Listen is net.Listen.
func Listen(site rt.Site, network, address string) (net.Listener, error) {
	return ListenConfigListen(site, &net.ListenConfig{}, context.Background(), network, address)
}

// ListenConfigListen is the method Listen of a net.ListenConfig.
func ListenConfigListen(site rt.Site, lc *net.ListenConfig, ctx context.Context, network, address string) (net.Listener, error) {
	at, ok := local(network, address)
	if stands := rt.Stands(); stands == rt.Outside || !ok || lc.Control != nil {
		rt.ReachesOut(site, "net.Listen")
		return lc.Listen(ctx, network, address)
	} else if stands == rt.Abandoned {
		return nil, net.ErrClosed
	}
	l := rt.New(&listener{site: site, addr: at, network: network})
	rt.Step(site, unsafe.Pointer(&ports))
	n := theNetwork()
	if at.Port == 0 {
		n.last++
		at.Port = n.last
	} else if n.open[at.Port] != nil {
		return nil, &net.OpError{Op: "listen", Net: network, Addr: at, Err: os.NewSyscallError("bind", syscall.EADDRINUSE)}
	}
	n.open[at.Port], n.had[at.Port] = l, true
	return l, nil
}

// Dial is net.Dial.
func Dial(site rt.Site, network, address string) (net.Conn, error) {
	return dial(site, &net.Dialer{}, context.Background(), network, address)
}

// DialTimeout is net.DialTimeout.
func DialTimeout(site rt.Site, network, address string, d time.Duration) (net.Conn, error) {
	return dial(site, &net.Dialer{Timeout: d}, context.Background(), network, address)
}

// DialerDial is the method Dial of a net.Dialer.
func DialerDial(site rt.Site, d *net.Dialer, network, address string) (net.Conn, error) {
	return dial(site, d, context.Background(), network, address)
}

// DialerDialContext is the method DialContext of a net.Dialer.
func DialerDialContext(site rt.Site, d *net.Dialer, ctx context.Context, network, address string) (net.Conn, error) {
	return dial(site, d, ctx, network, address)
}

// dial never waits, so its deadlines do not matter, but those that are over.
func dial(site rt.Site, d *net.Dialer, ctx context.Context, network, address string) (net.Conn, error) {
	at, ok := local(network, address)
	stands := rt.Stands()
	if stands == rt.Abandoned {
		return nil, net.ErrClosed
	}
	if stands == rt.Outside || !ok || at.Port == 0 || d.LocalAddr != nil || d.Control != nil || d.ControlContext != nil {
		rt.ReachesOut(site, "net.Dial")
		return d.DialContext(ctx, network, address)
	}
	if done := ctx.Done(); done != nil && rt.Select(site, true, rt.OnRecv(done)) == 0 {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: at, Err: ctx.Err()}
	}
	rt.Step(site, unsafe.Pointer(&ports))
	n := theNetwork()
	l, had := n.open[at.Port], n.had[at.Port]
	if l == nil && !had {
		if c, err := net.DialTimeout(network, address, time.Second); err == nil {
			rt.ReachesOut(site, "net.Dial, as another process listens there,")
			return c, nil
		}
	}
	if l != nil {
		if c := l.dialled(site, at); c != nil {
			return c, nil
		}
	}
	return nil, &net.OpError{Op: "dial", Net: network, Addr: at, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// local is the address of a port of this machine that the text means, false if it means something else.
func local(network, address string) (*net.TCPAddr, bool) {
	if network != "tcp" && network != "tcp4" {
		return nil, false
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, false
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, false
	}
	switch ip := net.ParseIP(host); {
	case host == "":
		return &net.TCPAddr{IP: net.IPv6unspecified, Port: int(number)}, true
	case strings.EqualFold(host, "localhost"):
		return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(number)}, true
	case ip != nil && (ip.IsLoopback() || ip.IsUnspecified()):
		return &net.TCPAddr{IP: ip, Port: int(number)}, true
	}
	return nil, false
}
