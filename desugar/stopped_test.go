package desugar

import (
	"context"
	"errors"
	"testing"
)

// TestStopped: nothing comes of a translation whose context has ended, and the program is as it was.
func TestStopped(t *testing.T) {
	p, pkgs := build(t, "testdata/bodies/atomics", ".")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, fn := range p.Functions(pkgs[0].PkgPath) {
		if f, err := p.Translate(ended, fn); f != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", fn.Name, f, err)
		}
		if f, err := p.Translate(t.Context(), fn); f == nil || err != nil {
			t.Errorf("%s: %v, %v", fn.Name, f, err)
		}
	}
}
