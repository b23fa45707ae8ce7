// Package comparing has no annotations. It compares values that may hold some that cannot be compared. That no panic follows is assumed, and that
// must not mean that the comparison does not happen: what comes after it is wrong.
package comparing

import (
	"context"
	"errors"
	"sync"
)

type key struct{ x any }

type fault struct{ error }

type pair [2]any

var n int

// Map looks up in a map.
func Map(m map[any]int, b bool) {
	if b {
		_ = m[key{1}]
		n = 1 // failed
	}
}

// Store writes into a map of its own.
func Store(b bool) {
	m := map[any]int{}
	if b {
		m[pair{1, 2}] = 1
		n = 2 // failed
	}
}

// Equal compares interfaces that both hold such a value.
func Equal(x any, b bool) {
	if b {
		y, z := any(key{x}), any(key{1})
		if y == z {
			println()
		}
		n = 3 // failed
	}
}

// Synced looks up in a sync.Map.
func Synced(m *sync.Map, b bool) {
	if b {
		m.Load(key{1})
		n = 4 // failed
	}
}

// Valued has such a key in a context.
func Valued(ctx context.Context, b bool) {
	if b {
		context.WithValue(ctx, key{1}, 1)
		n = 5 // failed
	}
}

// Is looks for such an error.
func Is(err error, b bool) {
	if b && errors.Is(err, fault{}) {
		n = 6 // failed
	}
}
