// Package whichtid says who has it by a sequence of goroutines.
package whichtid // unknown

// A T is annotated.
//
//calvin:ghost owners seq[tid]
//calvin:invariant true
type T struct {
	//calvin:accessible_if owners == seq[tid]{tid}
	n int
}

// Get reads it.
func (t *T) Get() int { return t.n } // unknown
