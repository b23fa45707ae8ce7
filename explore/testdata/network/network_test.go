package network

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// echo serves one connection after the other until the listener is closed.
func echo(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			io.Copy(c, c)
		}()
	}
}

func listen(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func dial(t *testing.T, l net.Listener) net.Conn {
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEcho(t *testing.T) {
	l := listen(t)
	go echo(l)
	c := dial(t, l)
	fmt.Fprintln(c, "hello")
	if s, err := bufio.NewReader(c).ReadString('\n'); err != nil || s != "hello\n" {
		t.Error(s, err)
	}
	c.Close()
	l.Close()
}

func TestNotClosed(t *testing.T) {
	l := listen(t)
	go func() {
		c, err := l.Accept() // want leak
		_ = c
		_ = err
	}()
}

func TestNobodyAnswers(t *testing.T) {
	l := listen(t)
	c := dial(t, l)
	fmt.Fprintln(c, "hello")
	c.Read(make([]byte, 1)) // want deadlock
}

// A read takes what two writes have written, or only the first.
func TestWritesMeet(t *testing.T) {
	l := listen(t)
	go func() {
		c, _ := l.Accept()
		fmt.Fprint(c, "a")
		fmt.Fprint(c, "b")
		c.Close()
	}()
	c := dial(t, l)
	b := make([]byte, 8)
	n, _ := c.Read(b)
	if string(b[:n]) == "ab" {
		t.Error("both") // want failure
	}
}

func TestWritesAreApart(t *testing.T) {
	l := listen(t)
	go func() {
		c, _ := l.Accept()
		fmt.Fprint(c, "a")
		fmt.Fprint(c, "b")
		c.Close()
	}()
	c := dial(t, l)
	b := make([]byte, 8)
	n, _ := c.Read(b)
	if string(b[:n]) == "a" {
		t.Error("one") // want failure
	}
}

func TestCloseEndsAccept(t *testing.T) {
	l := listen(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	l.Close()
	wg.Wait()
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("connected")
	}
}

func TestTwoListeners(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:20801")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := net.Listen("tcp", ":20801"); err == nil {
		t.Error("one port, two listeners")
	}
	l.Close()
	m, err := net.Listen("tcp", ":20801")
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
}

// The client may come before the server.
func TestDialsTooEarly(t *testing.T) {
	done := make(chan bool)
	go func() {
		l, err := net.Listen("tcp", "127.0.0.1:20802")
		if err == nil {
			<-done
			l.Close()
		}
	}()
	c, err := net.Dial("tcp", "127.0.0.1:20802")
	if err != nil {
		t.Error(err) // want failure
	} else {
		c.Close()
	}
	done <- true
}

func TestCloseEndsRead(t *testing.T) {
	l := listen(t)
	c := dial(t, l)
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	c.Close()
	wg.Wait()
	l.Close()
}

func TestReadDeadline(t *testing.T) {
	l := listen(t)
	defer l.Close()
	c := dial(t, l)
	defer c.Close()
	c.SetReadDeadline(time.Now().Add(time.Hour))
	_, err := c.Read(make([]byte, 1))
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Error(err)
	}
	c.SetReadDeadline(time.Now().Add(-time.Second))
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

// A write waits when nobody reads.
func TestFull(t *testing.T) {
	l := listen(t)
	defer l.Close()
	c := dial(t, l)
	defer c.Close()
	c.SetWriteDeadline(time.Now().Add(time.Second))
	if n, err := c.Write(make([]byte, 5<<20)); n == 0 || n == 5<<20 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(n, err)
	}
}

func TestLarge(t *testing.T) {
	l := listen(t)
	go func() {
		c, _ := l.Accept()
		c.Write(make([]byte, 1<<12))
		c.Close()
	}()
	c := dial(t, l)
	if n, err := io.Copy(io.Discard, c); n != 1<<12 || err != nil {
		t.Error(n, err)
	}
}

// What is written before is seen by who has read.
func TestOrders(t *testing.T) {
	l := listen(t)
	n := 0
	go func() {
		c, _ := l.Accept()
		n = 1
		c.Write([]byte{1})
	}()
	c := dial(t, l)
	c.Read(make([]byte, 1))
	if n != 1 {
		t.Error(n)
	}
}

func TestRace(t *testing.T) {
	l := listen(t)
	n := 0
	go func() {
		c, _ := l.Accept()
		c.Write([]byte{1})
		n = 1 // want race
	}()
	c := dial(t, l)
	c.Read(make([]byte, 1))
	n++ // want race
}

// Writes to one connection put nothing in order that could come the other way round.
func TestRaceAroundWrites(t *testing.T) {
	l := listen(t)
	c := dial(t, l)
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		n++ // want race
		c.Write([]byte{1})
	})
	wg.Go(func() {
		c.Write([]byte{2})
		n++ // want race
	})
	wg.Wait()
	l.Close()
}

// The buffer is used by both.
func TestSharedBuffer(t *testing.T) {
	l := listen(t)
	c, d := dial(t, l), dial(t, l)
	b := make([]byte, 1)
	var wg sync.WaitGroup
	for _, c := range []net.Conn{c, d} {
		wg.Go(func() {
			s, _ := l.Accept()
			s.Write([]byte{1})
			c.Read(b) // want race
		})
	}
	wg.Wait()
}

func TestPeerCloses(t *testing.T) {
	l := listen(t)
	go func() {
		c, _ := l.Accept()
		c.Close()
	}()
	c := dial(t, l)
	if _, err := c.Read(make([]byte, 1)); err != io.EOF {
		t.Error(err)
	}
	c.Write([]byte{1})
	if _, err := c.Write([]byte{1}); err == nil {
		t.Error("written")
	}
}
