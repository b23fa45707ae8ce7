// Package hook tells a weakened build of the verifier, at each of its sites, whether to drop it. It remembers which
// sites the program has passed. Only the overlay that package weakening writes imports it.
//
// Package hook has no locks: the command translates one function at a time, and tests that run several at once only
// set values that stay set.
package hook

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/calvin-go/calvin/ir"
)

// Variables of the environment for test binaries: the number of the site that is dropped, and the file to which the number
// of each site is appended as it is first passed.
const (
	EnvDrop   = "CALVIN_WEAKEN_DROP"
	EnvRecord = "CALVIN_WEAKEN_RECORD"
	EnvInside = "CALVIN_WEAKEN_INSIDE" // the directory of the overlay, for the command in its own instrumented build
)

// maxSites bounds the number of sites.
const maxSites = 8192

var (
	dropped = -1
	passed  [maxSites]bool
	record  *os.File
	end     time.Time // when who passes a site has to stop; zero: never
	calls   int
)

func init() {
	if n, err := strconv.Atoi(os.Getenv(EnvDrop)); err == nil {
		dropped = n
	}
	if name := os.Getenv(EnvRecord); name != "" {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			panic(err)
		}
		record = f
	}
}

// Drop makes n the site that is dropped, -1 for none. A site that is passed after the time limit panics.
func Drop(n int, limit time.Duration) {
	dropped, calls, end = n, 0, time.Time{}
	if limit > 0 {
		end = time.Now().Add(limit)
	}
}

// Take returns the sites passed since it was last called, in order.
func Take() []int {
	var all []int
	for n, p := range passed {
		if p {
			all = append(all, n)
		}
	}
	clear(passed[:])
	return all
}

// Keep reports whether site n is not dropped.
func Keep(n int) bool {
	if record != nil && !passed[n] {
		fmt.Fprintln(record, n)
	}
	passed[n] = true
	if calls++; calls%256 == 0 && !end.IsZero() && time.Now().After(end) {
		panic("too long")
	}
	return n != dropped
}

// True is e, or true where site n is dropped.
func True(n int, e *ir.Expr) *ir.Expr { return Or(n, e, ir.True) }

// False is e, or false where site n is dropped.
func False(n int, e *ir.Expr) *ir.Expr { return Or(n, e, ir.False) }

// Zero is v, or its zero value where site n is dropped.
func Zero[T any](n int, v T) T {
	var zero T
	return Or(n, v, zero)
}

// Or is v, or other where site n is dropped.
func Or[T any](n int, v, other T) T {
	if Keep(n) {
		return v
	}
	return other
}

// Without is the list, or the list without its element i where site n is dropped.
func Without[T any](n int, list []T, i int) []T {
	if Keep(n) {
		return list
	}
	return append(list[:i:i], list[i+1:]...)
}
