// Package thorough keeps tests that take long out of go test ./...: they run where the flag -all says so, as make thorough does.
// What goes in is a test, which is skipped or is not.
package thorough

import (
	"flag"
	"hash/fnv"
	"testing"
)

// all is set by the command line alone, before the tests run.
var all = flag.Bool("all", false, "run the tests that take long, too")

// All reports whether the tests that take long run, too.
func All() bool { return *all }

// Only skips the test unless all run.
func Only(t testing.TB) {
	t.Helper()
	if !*all {
		t.Skip("it takes long: -all runs it")
	}
}

// OneIn skips the test unless all run, or it is in the sample of about one in n, which depends on its name alone.
func OneIn(t testing.TB, n uint32) {
	t.Helper()
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	if h.Sum32()%n != 0 {
		Only(t)
	}
}
