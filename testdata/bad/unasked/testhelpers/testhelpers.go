// Package testhelpers has exported functions that end the goroutine of the test which calls them.
package testhelpers

import (
	"os"
	"runtime"
	"sync"
	"testing"
)

// Must is right: it holds nothing when it ends the goroutine.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Read is right.
func Read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	Must(t, err)
	return string(data)
}

// Only is right.
func Only(t *testing.T, all bool) {
	if !all {
		t.Skip("not asked for")
	}
}

var (
	mu    sync.Mutex
	files = map[string]string{}
)

// Cached is right: the deferred call releases the lock.
func Cached(t testing.TB, file string) string {
	mu.Lock()
	defer mu.Unlock()
	if files[file] == "" {
		files[file] = Read(t, file)
	}
	return files[file]
}

// Leaks ends the goroutine with a lock that nobody releases.
func Leaks(t testing.TB, file string) int {
	mu.Lock()
	if files[file] == "" {
		t.Fatal("no such file") // failed
	}
	n := len(files[file])
	mu.Unlock()
	return n
}

// LeaksByHelper does so by way of another exported function.
func LeaksByHelper(t testing.TB, file string) {
	mu.Lock()
	Must(t, os.Remove(file)) // failed
	delete(files, file)
	mu.Unlock()
}

// Started has a goroutine of its own end by it: whoever waits for the goroutine waits for Done.
func Started(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		Only(t, false) // failed
		wg.Done()
	}()
	wg.Wait()
}

// Spawn starts one that ends by itself.
func Spawn(t *testing.T) {
	go FailLater(t)
}

// FailLater ends a goroutine that is not the test's.
func FailLater(t *testing.T) {
	t.FailNow() // failed
}

// Deferred ends it in a deferred call.
func Deferred(t *testing.T) { // unfounded
	mu.Lock()
	defer mu.Unlock()
	defer FailLater(t)
	files["a"] = ""
}

// Unguarded touches in a deferred call what the lock guards.
func Unguarded(t *testing.T, err error) {
	defer func() {
		delete(files, "a") // failed
	}()
	Must(t, err)
}

// Ends gets no test: who calls it cannot know.
func Ends() {
	current.FailNow() // failed
}

var current *testing.T

// Exits ends goroutines that are not a test's, too.
func Exits(t *testing.T) {
	t.Helper()
	runtime.Goexit() // failed
}

// Sub is right: what its subtest leaves behind is seen here.
func Sub(t *testing.T, file string) {
	t.Run(file, func(t *testing.T) {
		mu.Lock()
		defer mu.Unlock()
		if files[file] == "" {
			t.Fatal("no such file")
		}
	})
}

// A Suite has helpers that are methods, which may be called through interfaces.
type Suite struct{ T *testing.T }

// Check may be called by way of checker.
func (s *Suite) Check(ok bool) {
	if !ok {
		s.T.FailNow() // failed
	}
}

type checker interface{ Check(bool) }

// Checked calls it so, with the lock held.
func Checked(c checker) {
	mu.Lock()
	c.Check(len(files) == 0)
	mu.Unlock()
}

// Stop is a value, too.
func Stop(t *testing.T) {
	t.FailNow() // failed
}

var stop = Stop

// Stopped calls it so, with the lock held.
func Stopped(t *testing.T) {
	mu.Lock()
	stop(t)
	mu.Unlock()
}
