package desugar

import (
	"testing"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/library"
)

// TestModelsHaveRows checks that no function is believed of which package library, whose tests call it, says nothing, and that
// what models do about it is in its row.
func TestModelsHaveRows(t *testing.T) {
	for name := range standardLibrary() {
		row := library.Of(name)
		if row == nil {
			t.Errorf("%s has a model and no row", name)
			continue
		}
		if at, ok := analysis.Callbacks[name]; ok && !row.Calls(at) {
			t.Errorf("%s calls its argument %d, which its row does not say", name, at)
		}
	}
	for name := range analysis.ErrorMakers {
		if library.Of(name) == nil {
			t.Errorf("%s makes errors and has no row", name)
		}
	}
}
