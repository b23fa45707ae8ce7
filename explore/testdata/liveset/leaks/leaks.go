// Package leaks looks for goroutines that are left, as leak checkers do.
package leaks

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// Stacks are the stacks of all goroutines but the calling one and those that wait for tests.
func Stacks() (out []string) {
	buf := make([]byte, 1<<16)
	own := header(string(buf[:runtime.Stack(buf, false)]))
	for _, s := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if header(s) != own && !strings.Contains(s, "\ntesting.(*T).Run(") {
			out = append(out, s)
		}
	}
	return out
}

// header is what is before the state.
func header(stack string) string {
	h, _, _ := strings.Cut(stack, "[")
	return h
}

// Check fails the test if there are goroutines left, after some time.
func Check(t *testing.T) {
	var left []string
	for i := range 20 {
		if left = Stacks(); len(left) == 0 {
			return
		}
		time.Sleep(time.Duration(1<<i) * time.Microsecond)
	}
	t.Errorf("%d goroutines left:\n%s", len(left), strings.Join(left, "\n"))
}
