// Package maps has maps whose keys have no translation.
package maps

// Arrays has arrays of what may be anything for keys.
//
//calvin:atomic
func Arrays(m map[[2]any]int) int {
	return len(m) // unknown
}

// Put has such keys too.
//
//calvin:atomic
func Put(m map[[2]any]int) {
	m[[2]any{1, 2}] = 3 // unknown
}

// Long has arrays for keys of which not all elements are followed.
//
//calvin:atomic
func Long(m map[[100]*int]int) int {
	return len(m) // unknown
}

// Values has such arrays for values.
//
//calvin:atomic
func Values(m map[int][100]*int) int {
	return len(m) // unknown
}
