package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/infer"
)

// TestHoldings: a comment "held: LOCKS" says which locks are held from its line on, if that changes there.
func TestHoldings(t *testing.T) {
	pkgs, annots := loaded(t, "held", nil)
	all, err := infer.Holdings(pkgs, annots)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, h := range all {
		got = append(got, fmt.Sprintf("%03d: %s", h.Position.Line, strings.Join(h.Locks, ", ")))
	}
	for _, c := range comments(pkgs[0].Syntax[0]) {
		if locks, ok := strings.CutPrefix(c.Text, "// held:"); ok {
			want = append(want, fmt.Sprintf("%03d: %s", pkgs[0].Fset.Position(c.Pos()).Line, strings.TrimSpace(locks)))
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("held (-want +got):\n%s", diff)
	}
}
