package exercise

import "testing"

const keys = 64

// An Adder is a set that only grows.
type Adder[K int | uint] interface {
	Add(key K) bool
	Contains(key K) bool
}

// A Set is a set that shrinks too.
type Set[K int | uint] interface {
	Adder[K]
	Remove(key K) bool
}

// Adding has all goroutines add the same keys, each of which only one of them may be told to have added. It returns how
// many keys the set has in the end.
func Adding[K int | uint](t *testing.T, s Adder[K]) int {
	t.Helper()
	var added [Goroutines]int
	Together(func(g int) {
		for key := K(0); key < keys; key++ {
			if s.Add(key) {
				added[g]++
			}
			if !s.Contains(key) {
				t.Errorf("%d is not there after it was added", key)
			}
		}
	})
	if all := sum(added); all != keys {
		t.Errorf("%d keys were added, want %d", all, keys)
	}
	return keys
}

// Removing has all goroutines remove the same keys from a set that has them.
func Removing[K int | uint](t *testing.T, s Set[K]) {
	t.Helper()
	var removed [Goroutines]int
	Together(func(g int) {
		for key := K(0); key < keys; key++ {
			if s.Remove(key) {
				removed[g]++
			}
			if s.Contains(key) {
				t.Errorf("%d is there after it was removed", key)
			}
		}
	})
	if all := sum(removed); all != keys {
		t.Errorf("%d keys were removed, want %d", all, keys)
	}
}

func sum(ns [Goroutines]int) int {
	all := 0
	for _, n := range ns {
		all += n
	}
	return all
}
