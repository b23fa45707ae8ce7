// Package believed calls functions of the standard library that may panic for reasons which cannot be told.
package believed

import (
	"bytes"
	"regexp"
	"sort"
)

// Cut counts on the length of what is in the buffer.
func Cut(b *bytes.Buffer) {
	if b != nil {
		b.Truncate(0)
	}
}

// Match counts on its argument.
func Match(s string) bool { return regexp.MustCompile(s) != nil }

// Sort counts on what is passed to it.
func Sort(x any, less func(i, j int) bool) { sort.Slice(x, less) }
