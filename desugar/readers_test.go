package desugar

import (
	"maps"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/library"
)

// TestHandlingsHaveRows: what is believed of a function of the standard library, package library holds against the function. Of
// what it has no row for nothing is believed: all that it gets it may look into and write.
func TestHandlingsHaveRows(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(handlings)) {
		if row := library.Of(name); (row == nil) != (handlings[name] == inspectsRest) {
			t.Errorf("%s: handled as %d, with a row: %t", name, handlings[name], row != nil)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(analysis.MakesNew)) {
		if library.Of(name) == nil {
			t.Errorf("%s makes something new, and has no row", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(standardLibrary())) {
		if library.Of(name) == nil {
			t.Errorf("%s has a model, and no row", name)
		}
	}
}
