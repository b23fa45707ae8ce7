// Package thorough keeps tests that take long out of go test ./...: they run where the flag -all says so, with all others, or the flag
// -long, without what has been run where neither is given, as make thorough does after make test. What goes in is a test, which is skipped
// or is not.
package thorough

import (
	"flag"
	"hash/fnv"
	"testing"
)

// These are set by the command line alone, before the tests run.
var (
	all  = flag.Bool("all", false, "run the tests that take long, too")
	long = flag.Bool("long", false, "run the tests that take long, without most of those that do not")
)

// All reports whether the tests that take long run, too.
func All() bool { return *all || *long }

// Usual reports whether the tests run that do not take long.
func Usual() bool { return *all || !*long }

// Only skips the test unless those that take long run.
func Only(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("it takes long: -all runs it")
	}
}

// Not skips the test where only those run that take long. A test that does not call it runs twice, which costs no more than time.
func Not(t testing.TB) {
	t.Helper()
	if !Usual() {
		t.Skip("it does not take long: -all runs it with those that do")
	}
}

// If calls Only where a test takes long, and Not where it does not.
func If(t testing.TB, long bool) {
	t.Helper()
	if long {
		Only(t)
	} else {
		Not(t)
	}
}

// OneIn takes a test for one that takes long unless it is in the sample of about one in n, which depends on its name alone.
func OneIn(t testing.TB, n uint32) {
	t.Helper()
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	If(t, h.Sum32()%n != 0)
}
