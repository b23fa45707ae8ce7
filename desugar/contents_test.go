package desugar

import (
	"fmt"
	"go/types"
	"testing"
)

// TestContents checks what is known of what is put into a variable, and that nothing is where something else may be.
func TestContents(t *testing.T) {
	p, _ := build(t, "testdata/contents", ".")
	want := map[string]string{
		"one":    "string *int, maybe nil",
		"two":    "mixed mixed",
		"value":  "none *github.com/calvin-go/calvin/desugar/testdata/contents.T",
		"pool":   "none mixed",
		"made":   "none *int, always",
		"nilled": "none mixed, always",
		"twice":  "none mixed",
	}
	text := func(o oneType) string {
		switch {
		case o.mixed:
			return "mixed"
		case o.typ == nil:
			return "none"
		}
		return types.TypeString(o.typ, nil)
	}
	for v, c := range p.contents {
		got := fmt.Sprintf("%s %s", text(c.keys), text(c.values))
		if c.values.maybeNil && !c.values.mixed {
			got += ", maybe nil"
		}
		if c.always && c.sets == 1 {
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
