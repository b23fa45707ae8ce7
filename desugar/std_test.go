package desugar

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// TestStandardLibrary translates packages that were not written for this tool. Whatever it meets, the translation must
// end, and give a function that is well-formed; what it does not understand it must say.
func TestStandardLibrary(t *testing.T) {
	paths := []string{
		"bufio", "bytes", "container/heap", "container/list", "container/ring", "path", "sort", "strconv", "strings",
		"sync", "unicode/utf8",
	}
	p, _ := build(t, ".", paths...)
	quoted := regexp.MustCompile(`(call of|type|field|operator|variable|parameter|conversion from|value of type) .*`)
	reasons := map[string]int{}
	whole, all := 0, 0
	for _, path := range paths {
		for _, fn := range p.Functions(path) {
			f, err := p.Translate(t.Context(), fn)
			if err != nil {
				t.Fatal(err)
			}
			if err := ir.CheckFunc(f); err != nil {
				t.Errorf("%s.%s: %v", path, fn.Name, err)
			}
			all++
			if len(f.Unsupported) == 0 {
				whole++
			}
			for _, n := range f.Unsupported {
				reasons[quoted.ReplaceAllString(n.Text, "$1 ...")]++
			}
		}
	}
	var table strings.Builder
	for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return reasons[b] - reasons[a] }) {
		fmt.Fprintf(&table, "%6d %s\n", reasons[r], r)
	}
	t.Logf("%d of %d functions are supported as a whole; the rest because of\n%s", whole, all, &table)
	if whole*3 < all {
		t.Errorf("only %d of %d functions are supported as a whole", whole, all)
	}
}

// TestOrder: functions come in the order of file names and lines, in whatever order the files were parsed.
func TestOrder(t *testing.T) {
	p, _ := build(t, ".", "strings")
	fns := p.Functions("strings")
	if len(fns) < 100 {
		t.Fatalf("only %d functions", len(fns))
	}
	for i, fn := range fns[1:] {
		if a, b := fns[i].Start, fn.Start; comparePositions(a, b) >= 0 {
			t.Errorf("%s follows %s", b, a)
		}
	}
}
