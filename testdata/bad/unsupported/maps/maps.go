// Package maps has maps whose keys have no translation.
package maps

// Arrays has arrays of what may be anything for keys.
//
//calvin:atomic
func Arrays(m map[[2]any]int) int {
	return len(m) // unknown
}

type found struct {
	at    *int
	ratio float64
}

// Found has keys that lead to memory and may differ from themselves.
//
//calvin:atomic
func Found(m map[found]int) bool {
	return m[found{}] == 1 // unknown
}

// Delete has such keys too.
//
//calvin:atomic
func Delete(m map[found]int) {
	delete(m, found{}) // unknown
}

// Put has such keys too.
//
//calvin:atomic
func Put(m map[[2]any]int) {
	m[[2]any{1, 2}] = 3 // unknown
}
