// Package splitup counts on what library functions do not say of what they return.
package splitup

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// First counts on empty parts.
func First(s string) {
	parts := strings.Split(s, ",")
	if len(parts) > 0 && parts[0] != "" {
		panic("other") // failed
	}
}

// Fields counts on empty fields.
func Fields(s string) {
	if parts := strings.Fields(s); len(parts) > 1 && parts[1] != "" {
		panic("other") // failed
	}
}

// Bytes counts on zeros.
func Bytes(s string) {
	if b := []byte(s); len(b) > 0 && b[0] != 0 {
		panic("other") // failed
	}
}

// Copied counts on zeros in a copy.
func Copied(s []int) {
	if c := slices.Clone(s); len(c) > 0 && c[0] != 0 {
		panic("other") // failed
	}
}

// Sorted counts on the first element to stay.
func Sorted(s []int) {
	if len(s) > 1 {
		c := slices.Clone(s)
		sort.Ints(c)
		//calvin:assert c[0] == s[0] // failed
	}
}

// Keys counts on a key.
func Keys(m map[int]int) {
	if keys := slices.Collect(maps.Keys(m)); len(keys) > 0 && keys[0] != 0 {
		panic("other") // failed
	}
}

// Number counts on a number.
func Number(s string) {
	if n, err := strconv.Atoi(s); err == nil && n != 1 && n != 0 {
		panic("other") // failed
	}
}

// Appended counts on a digit.
func Appended(n int) {
	b := strconv.AppendInt(nil, int64(n), 10)
	if len(b) > 0 && b[0] != 0 {
		panic("other") // failed
	}
}

// Runes counts on a rune.
func Runes(s string) {
	if r := []rune(s); len(r) > 0 && r[0] != 0 {
		panic("other") // failed
	}
}

// Cut counts on what is left.
func Cut(s string) {
	if before, _, found := strings.Cut(s, "="); found && before != "a" && before != "" {
		panic("other") // failed
	}
}
