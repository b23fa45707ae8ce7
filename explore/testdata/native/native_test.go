// Package native has tests that fail in every schedule under control. Of those with the comment "control" it is control that makes
// them fail.
package native

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"
)

// A cache ends its janitor when it is collected.
type cache struct{ *inner }

type inner struct{ stop chan bool }

func newCache() *cache {
	c := &cache{&inner{make(chan bool)}}
	go c.inner.clean()
	runtime.SetFinalizer(c, func(c *cache) { close(c.stop) })
	return c
}

func (c *inner) clean() { <-c.stop }

func TestFinalizer(t *testing.T) { // control
	if newCache().stop == nil {
		t.Error("no channel")
	}
}

func TestStack(t *testing.T) { // control
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		t.Error("called by somebody else")
	}
}

func TestStackPanics(t *testing.T) { // control
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		panic("called by somebody else")
	}
}

func TestStackOfOthers(t *testing.T) { // control
	c := make(chan bool)
	go func() { c <- true }()
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		t.Error("called by somebody else")
	}
	<-c
}

// Example is wrong, which leaves frames on the stack of its goroutine, and what it prints is how many there are of these.
func Example() { // control
	stack := string(debug.Stack())
	fmt.Println(strings.Contains(stack, "testing.runExample"), strings.Count(stack, "runtime.Goexit"))
	// Output: true 0
}

func waitHere(c chan bool) { <-c }

func TestBlocksFor(t *testing.T) { // control
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		select {}
	}
}

// The rest fail whoever runs them, or would if they were watched.

func TestLeaks(t *testing.T) {
	go waitHere(make(chan bool))
}

func TestFails(t *testing.T) {
	t.Error("it does")
}

func TestFailsElsewhere(t *testing.T) {
	c := make(chan bool)
	go func() {
		t.Error("it does")
		c <- true
	}()
	<-c
}

func TestPanicsLater(t *testing.T) {
	go func() {
		time.Sleep(20 * time.Millisecond)
		panic("after the test")
	}()
}

func TestPanicsMuchLater(t *testing.T) {
	go func() {
		time.Sleep(time.Hour)
		panic("after the test")
	}()
}

func TestBlocks(t *testing.T) {
	select {}
}

func TestLocksItself(t *testing.T) {
	go func() {
		var mu sync.Mutex
		mu.Lock()
		mu.Lock()
	}()
}

func TestRaces(t *testing.T) {
	n := 0
	go func() { n++ }()
	n++
}

func TestMisuses(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		go func() { wg.Add(1); wg.Done() }()
	}
	wg.Wait()
}

func TestLogsLate(t *testing.T) {
	go t.Log("late")
}

// TestSkips passes outside only because it does nothing.
func TestSkips(t *testing.T) {
	if strings.Contains(string(debug.Stack()), "testing.tRunner") {
		t.Skip()
	}
	t.Error("run")
}

func TestExits(t *testing.T) {
	os.Exit(1)
}
