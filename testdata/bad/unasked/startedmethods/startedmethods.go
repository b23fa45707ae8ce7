// Package startedmethods has no annotations. Goroutines run methods that use the writer, reader or hash in a field of the receiver.
package startedmethods

import (
	"bytes"
	"fmt"
	"hash"
	"io"
	"os"
	"sync"
)

// A Tee writes what it gets.
type Tee struct{ W io.Writer }

func (t *Tee) print(n int) { fmt.Fprintln(t.W, n) }

// Start has several goroutines write.
func (t *Tee) Start() {
	for i := range 3 {
		go t.print(i) // failed
	}
}

// Both writes while the goroutine does.
func (t *Tee) Both() {
	done := make(chan bool)
	go func() {
		t.print(1)
		close(done)
	}()
	t.print(2) // failed
	<-done
}

// After waits for it.
func (t *Tee) After() {
	done := make(chan bool)
	go func() {
		t.print(1)
		close(done)
	}()
	<-done
	t.print(2)
}

// One has one goroutine write.
func (t *Tee) One() { go t.print(1) }

// twice passes it on.
func (t *Tee) twice() {
	t.print(1)
	t.print(2)
}

// Deep starts a method that calls another one.
func (t *Tee) Deep() {
	go t.twice()
	t.print(3) // failed
}

// Locked has a lock for its writer.
type Locked struct {
	mu sync.Mutex
	W  io.Writer
}

func (t *Locked) print(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintln(t.W, n)
}

// Start is right.
func (t *Locked) Start() {
	for i := range 3 {
		go t.print(i)
	}
}

// Config says where to write.
type Config struct{ Out io.Writer }

// A Server has one inside.
type Server struct{ cfg Config }

func (s *Server) logf(x string) { fmt.Fprintln(s.cfg.Out, x) }

// Start writes while the goroutine does.
func (s *Server) Start() {
	go s.logf("x")
	s.logf("y") // failed
}

// A Console writes to a file.
type Console struct{ out io.Writer }

// NewConsole returns one.
func NewConsole() *Console { return &Console{os.Stderr} }

func (c *Console) print(s string) { fmt.Fprintln(c.out, s) }

// Start is right.
func (c *Console) Start() {
	go c.print("a")
	c.print("b")
}

// Two has two writers.
type Two struct{ A, B io.Writer }

func (t *Two) first()  { fmt.Fprintln(t.A, "a") }
func (t *Two) second() { fmt.Fprintln(t.B, "b") }

// Start is right.
func (t *Two) Start() {
	go t.first()
	t.second()
}

// Twice is not.
func (t *Two) Twice() {
	go t.first()
	t.first() // failed
}

// sum uses a hash that it is passed in a struct.
type sum struct{ h hash.Hash }

func add(s *sum, b []byte) { s.h.Write(b) }

// Add has two goroutines add to one.
func Add(s *sum, b []byte) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			add(s, b) // failed
		}()
	}
	wg.Wait()
}

// Out is for everybody.
var Out io.Writer

func report(s string) { fmt.Fprintln(Out, s) }

// Report writes while the goroutine does.
func Report() {
	go report("a")
	report("b") // failed
}

// Err is a file.
var Err io.Writer = os.Stderr

func warn(s string) { fmt.Fprintln(Err, s) }

// Warn is right.
func Warn() {
	go warn("a")
	warn("b")
}

// Plain has no lock: its callers synchronise.
type Plain struct{ buf bytes.Buffer }

// Writer is right.
func (p *Plain) Writer() io.Writer { return &p.buf }
