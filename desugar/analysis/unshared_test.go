package analysis_test

import (
	"testing"

	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// TestUnshared: of which types no two goroutines know an object. The source says why.
func TestUnshared(t *testing.T) {
	p, pkg := loaded.Facts(t, "testdata/unshared")
	for name, want := range map[string]bool{
		"tKept":      true,
		"tPassed":    true,
		"tReturned":  true,
		"tVariable":  false,
		"tBehind":    false,
		"tArgument":  false,
		"tReceiver":  false,
		"tCaptured":  false,
		"tSent":      false,
		"tSelected":  false,
		"tAnything":  false,
		"tLocked":    false,
		"tLiteral":   false,
		"tBound":     false,
		"tHolder":    false,
		"tStored":    false,
		"tPooled":    false,
		"tContext":   false,
		"tTheirs":    false,
		"tWrapped":   false,
		"tLooked":    true,
		"tUnsafe":    false,
		"tGeneric":   false,
		"tEmbedded":  false,
		"tArray":     false,
		"tConverted": false,
		"tGrouped":   false,
		"tLater":     false,
		"tSorted":    true,
	} {
		if got := p.IsUnshared(pkg.Types.Scope().Lookup(name).Type()); got != want {
			t.Errorf("%s: unshared: %t, want %t", name, got, want)
		}
	}
}
