package analysis_test

import (
	"fmt"
	"go/types"
	"testing"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// TestContents checks what is known of what is put into a variable, and that nothing is where something else may be.
func TestContents(t *testing.T) {
	p, _ := loaded.Facts(t, "testdata/contents")
	want := map[string]string{
		"one":    "string *int, maybe nil",
		"two":    "mixed mixed",
		"value":  "none *github.com/calvin-go/calvin/desugar/analysis/testdata/contents.T",
		"pool":   "none mixed",
		"made":   "none *int, always",
		"nilled": "none mixed, always",
		"twice":  "none mixed",
	}
	text := func(o analysis.OneType) string {
		switch {
		case o.Mixed:
			return "mixed"
		case o.Type == nil:
			return "none"
		}
		return types.TypeString(o.Type, nil)
	}
	for v, c := range p.Contents {
		got := fmt.Sprintf("%s %s", text(c.Keys), text(c.Values))
		if c.Values.MaybeNil && !c.Values.Mixed {
			got += ", maybe nil"
		}
		if c.Always && c.Sets == 1 {
			got += ", always"
		}
		if got != want[v.Name()] {
			t.Errorf("%s: %s, want %q", v.Name(), got, want[v.Name()])
		}
		delete(want, v.Name())
	}
	for name, w := range want {
		t.Errorf("%s: nothing is known, want %s", name, w)
	}
}
