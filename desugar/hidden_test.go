package desugar

import (
	"go/types"
	"testing"
)

// TestHidden: which types have something in them that copies share, and is out of sight.
func TestHidden(t *testing.T) {
	p, pkgs := build(t, "testdata/hidden", ".")
	for name, want := range map[string]bool{"Theirs": true, "Values": false} {
		st := pkgs[0].Types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for f := range st.Fields() {
			if got := p.MayHide(f.Type()); got != want {
				t.Errorf("%s, %s: may hide something: %t", f.Name(), f.Type(), got)
			}
		}
	}
}
