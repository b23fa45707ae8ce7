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

func TestPipe(t *testing.T) {
	a, b := net.Pipe()
	go func() {
		fmt.Fprintln(a, "hello")
		a.Close()
	}()
	s := bufio.NewScanner(b)
	if !s.Scan() || s.Text() != "hello" || s.Scan() {
		t.Error(s.Text(), s.Err())
	}
}

func TestPipeNobodyReads(t *testing.T) {
	a, b := net.Pipe()
	_ = b
	a.Write([]byte{1}) // want deadlock
}

func TestPipeWriterLeft(t *testing.T) {
	a, b := net.Pipe()
	go func() {
		a.Write([]byte("ab")) // want leak
	}()
	b.Read(make([]byte, 1))
}

func TestPipeDeadline(t *testing.T) {
	a, b := net.Pipe()
	a.SetWriteDeadline(time.Now().Add(time.Second))
	if n, err := a.Write([]byte{1}); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(n, err)
	}
	b.SetReadDeadline(time.Now().Add(time.Second))
	if n, err := b.Read(make([]byte, 1)); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(n, err)
	}
	b.SetReadDeadline(time.Time{})
	a.Close()
	if _, err := b.Read(make([]byte, 1)); err != io.EOF {
		t.Error(err)
	}
	if _, err := a.Read(make([]byte, 1)); err != io.ErrClosedPipe {
		t.Error(err)
	}
	if err := b.SetDeadline(time.Now()); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

func TestPipeWritesAreWhole(t *testing.T) {
	a, b := net.Pipe()
	var wg sync.WaitGroup
	for _, s := range []string{"aa", "bb"} {
		wg.Go(func() { io.WriteString(a, s) })
	}
	go func() { wg.Wait(); a.Close() }()
	got, _ := io.ReadAll(one{b})
	if s := string(got); s != "aabb" && s != "bbaa" {
		t.Error(s)
	}
}

// one reads a byte at a time.
type one struct{ r io.Reader }

func (o one) Read(b []byte) (int, error) { return o.r.Read(b[:1]) }

func TestPipeCloseEndsWrite(t *testing.T) {
	a, b := net.Pipe()
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := a.Write([]byte{1}); err != io.ErrClosedPipe {
			t.Error(err)
		}
	})
	b.Close()
	wg.Wait()
}

// The reader may come first or the deadline.
func TestPipeOrders(t *testing.T) {
	a, b := net.Pipe()
	n := 0
	go func() {
		n = 1
		a.Write([]byte{1})
		a.Close()
	}()
	b.Read(make([]byte, 1))
	if n != 1 {
		t.Error(n)
	}
}

func TestPipeRace(t *testing.T) {
	a, b := net.Pipe()
	n := 0
	go func() {
		a.Write([]byte{1})
		n = 1 // want race
		a.Close()
	}()
	b.Read(make([]byte, 1))
	n++ // want race
}
