// Package maps has maps whose keys do not compare as terms do.
package maps

// Float has keys that may differ from themselves.
//
//calvin:atomic
func Float(m map[float64]int) int {
	return len(m) // unknown
}

type blank struct {
	x int
	_ int
}

// Blank has keys with a field that does not count.
//
//calvin:atomic
func Blank(m map[blank]int) bool {
	return m[blank{x: 1}] == 1 // unknown
}

// Array has arrays for keys.
//
//calvin:atomic
func Array(m map[[2]int]int) {
	m[[2]int{1, 2}] = 3 // unknown
}

// Any has keys of any type.
//
//calvin:atomic
func Any(m map[any]int) {
	delete(m, nil) // unknown
}
