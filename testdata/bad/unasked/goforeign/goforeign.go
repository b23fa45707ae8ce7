// Package goforeign has no annotations. Its go statements name functions of other packages.
package goforeign

import (
	"bytes"
	"container/list"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os/exec"
	"slices"
	"sort"
	"sync"
	"time"
)

// Profile serves what net/http/pprof has registered.
func Profile() {
	go http.ListenAndServe("localhost:6060", nil)
}

// Serve serves until the listener is closed.
func Serve(l net.Listener, h http.Handler) *http.Server {
	srv := &http.Server{Handler: h}
	go srv.Serve(l)
	return srv
}

// An App has a server.
type App struct {
	*http.Server
	l net.Listener
}

// Start starts it by the method of what it embeds.
func (a *App) Start() {
	go a.Serve(a.l)
}

// Pipe copies both ways.
func Pipe(a, b net.Conn) {
	go io.Copy(a, b)
	io.Copy(b, a)
}

// Report logs later.
func Report(n int, name string) {
	go log.Printf("%s: %d", name, n)
	go fmt.Println(name, n)
}

// Run lets a command run.
func Run(name string) {
	go exec.Command(name).Run()
}

// Later calls a literal.
func Later() {
	go time.AfterFunc(time.Second, func() { log.Print("later") })
}

// A Stats has a lock.
type Stats struct {
	mu   sync.Mutex
	hits map[string]int
	n    int
	all  list.List
	buf  bytes.Buffer
}

// Hit counts.
func (s *Stats) Hit(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits[name]++
	s.n++
	s.all.PushBack(name)
	s.buf.WriteString(name)
	go log.Print(s.n) // which is read before the goroutine starts
}

// Encode reads the map in a goroutine that does not hold the lock.
func (s *Stats) Encode(w io.Writer) { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	go json.NewEncoder(w).Encode(s.hits) // failed
}

// Print does the same.
func (s *Stats) Print() { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	go fmt.Println(s.hits) // failed
}

// Push changes the list there.
func (s *Stats) Push() { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	go s.all.PushBack("x") // failed
}

// Write changes the buffer there.
func (s *Stats) Write() { // unfounded
	s.mu.Lock()
	defer s.mu.Unlock()
	go s.buf.WriteString("x") // failed
}

// Early reads the number without the lock, before the goroutine starts.
func (s *Stats) Early() { // unfounded
	go log.Print(s.n) // failed
}

// Collect reads the buffer while it is written.
func Collect(r io.Reader) string { // unfounded
	var b bytes.Buffer
	go io.Copy(&b, r) // failed
	return b.String()
}

// Least reads what is sorted.
func Least(xs []int) int { // unfounded
	ys := slices.Clone(xs)
	go sort.Ints(ys) // failed
	return ys[0]
}

// Stop releases the lock in another goroutine.
func (s *Stats) Stop() { // unfounded
	s.mu.Lock()
	go s.mu.Unlock()
}
