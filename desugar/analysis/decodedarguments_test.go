package analysis_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// TestKeepsReceiver: which methods let others know what they decode into. The names of the types say it.
func TestKeepsReceiver(t *testing.T) {
	p, pkg := loaded.Facts(t, "testdata/receivers")
	for _, name := range pkg.Types.Scope().Names() {
		named, ok := pkg.Types.Scope().Lookup(name).Type().(*types.Named)
		if !ok {
			continue
		}
		for m := range named.Methods() {
			if !strings.HasPrefix(m.Name(), "Unmarshal") {
				continue
			}
			if got, want := p.KeepsReceiver(m), strings.HasPrefix(name, "kept"); got != want {
				t.Errorf("%s: kept: %t, want %t", name, got, want)
			}
		}
	}
	if !p.KeepsDecoded() {
		t.Error("no method keeps what it decodes into")
	}
}
