package analysis_test

import (
	"go/types"
	"testing"

	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// TestHidden: which types have something in them that copies share, and is out of sight.
func TestHidden(t *testing.T) {
	p, pkg := loaded.Facts(t, "testdata/hidden")
	for name, want := range map[string]bool{"Theirs": true, "Values": false} {
		st := pkg.Types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for f := range st.Fields() {
			if got := p.MayHide(f.Type()); got != want {
				t.Errorf("%s, %s: may hide something: %t", f.Name(), f.Type(), got)
			}
		}
	}
}
