// Package usedtogether has no annotations. Goroutines use a hash, a reader or a writer of which nobody says that they may do so at the same time.
package usedtogether

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"log"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

// Parts has each goroutine write to the same hash.
func Parts(parts [][]byte) []byte {
	h := sha256.New()
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			h.Write(p) // failed
		}()
	}
	wg.Wait()
	return h.Sum(nil)
}

// Locked has them take turns.
func Locked(parts []string) []byte {
	h := sha256.New()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			io.WriteString(h, p)
		}()
	}
	wg.Wait()
	return h.Sum(nil)
}

// Each has a hash for each goroutine.
func Each(parts []string) {
	for _, p := range parts {
		h := md5.New()
		io.WriteString(h, p)
		go func() {
			io.WriteString(h, "end")
			os.Stdout.Write(h.Sum(nil))
		}()
	}
}

// Early reads the sum before the goroutine is done.
func Early(r io.Reader) []byte {
	h := sha256.New()
	done := make(chan bool)
	go func() {
		io.Copy(h, r)
		close(done)
	}()
	return h.Sum(nil) // failed
}

// Late waits for it.
func Late(r io.Reader) []byte {
	h := sha256.New()
	done := make(chan bool)
	go func() {
		io.Copy(h, r)
		close(done)
	}()
	<-done
	return h.Sum(nil)
}

// Drain reads the body in a goroutine, too.
func Drain(w http.ResponseWriter, r *http.Request) {
	go io.Copy(io.Discard, r.Body)
	b, err := io.ReadAll(r.Body) // failed
	if err == nil {
		w.Write(b)
	}
}

// Body does so by a variable.
func Body(r *http.Request) {
	body := r.Body
	go func() { io.ReadAll(body) }()
	io.ReadAll(r.Body) // failed
}

// Once reads it once.
func Once(r *http.Request) {
	defer r.Body.Close()
	go io.ReadAll(r.Body)
}

// Fetch reads a response twice.
func Fetch(c *http.Client, url string) ([]byte, error) {
	r, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	go io.Copy(io.Discard, r.Body)
	return io.ReadAll(r.Body) // failed
}

// Lines writes each line in a goroutine.
func Lines(w io.Writer, lines []string) {
	var wg sync.WaitGroup
	for _, l := range lines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Fprintln(w, l) // failed
		}()
	}
	wg.Wait()
}

// Header writes while the goroutine does, which gets the writer as an argument.
func Header(w io.Writer) {
	go func(out io.Writer) { fmt.Fprintln(out, "body") }(w)
	fmt.Fprintln(w, "head") // failed
}

// Method starts the method.
func Method(r io.ByteReader) byte {
	go r.ReadByte()
	b, _ := r.ReadByte() // failed
	return b
}

func write(w io.Writer, s string) { io.WriteString(w, s) }

// Helper starts a helper.
func Helper(w io.Writer) {
	go write(w, "a")
	write(w, "b") // failed
}

// After starts it last.
func After(w io.Writer) {
	write(w, "b")
	go write(w, "a")
}

// Pipe copies both ways of a connection.
func Pipe(a, b net.Conn) {
	go io.Copy(a, b)
	io.Copy(b, a)
}

// Logged reads the buffer that a logger writes.
func Logged() string {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	done := make(chan bool)
	go func() {
		l.Println("a")
		close(done)
	}()
	s := b.String() // failed
	<-done
	return s
}

// Loggers shares a logger, which synchronises itself.
func Loggers(w io.Writer) {
	l := log.New(w, "", 0)
	go l.Println("a")
	l.Println("b")
}

// Tee reads what a reader writes.
func Tee(r io.Reader) string {
	var b strings.Builder
	t := io.TeeReader(r, &b)
	done := make(chan bool)
	go func() {
		io.Copy(io.Discard, t)
		close(done)
	}()
	s := b.String() // failed
	<-done
	return s
}

// Both sums up twice, by one writer.
func Both(r io.Reader) ([]byte, []byte) {
	a, b := sha256.New(), md5.New()
	w := io.MultiWriter(a, b)
	go io.Copy(w, r)
	return a.Sum(nil), b.Sum(nil) // failed
}

// Draw draws numbers.
func Draw() int64 {
	s := rand.NewSource(1)
	go s.Int63()
	return s.Int63() // failed
}

var hashes = sync.Pool{New: func() any { return sha256.New() }}

// Pooled uses the hash that others may have.
func Pooled(b []byte) []byte {
	h := hashes.Get().(hash.Hash)
	h.Reset()
	hashes.Put(h)
	h.Write(b) // failed
	return h.Sum(nil)
}

// Given gives it back last.
func Given(b []byte) []byte {
	h := hashes.Get().(hash.Hash)
	defer hashes.Put(h)
	h.Reset()
	h.Write(b)
	return h.Sum(nil)
}

// Sent uses what the receiver has.
func Sent(out chan<- hash.Hash, b []byte) {
	h := sha256.New()
	out <- h
	h.Write(b) // failed
}

// Start waits for the goroutine's start alone.
func Start(ctx context.Context, w io.Writer) {
	ready := make(chan bool)
	go func() {
		<-ready
		fmt.Fprintln(w, "a")
	}()
	fmt.Fprintln(w, "b")
	close(ready)
}

// Out shares a file, which synchronises itself.
func Out() {
	go fmt.Fprintln(os.Stdout, "a")
	fmt.Fprintln(os.Stdout, "b")
}
