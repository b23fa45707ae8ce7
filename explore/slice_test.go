package explore

import (
	"bufio"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// role is the comment that says what is known of a line.
var role = regexp.MustCompile(`// (in|needs|leaf)((?: \d+)*)$`)

// TestSlices slices tests with known slices.
func TestSlices(t *testing.T) {
	dir, err := filepath.Abs("testdata/slice")
	if err != nil {
		t.Fatal(err)
	}
	r := buildSliced(t, dir)
	lines, tests := known(t, filepath.Join(dir, "slice_test.go"))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := r.sliceOf(task{pkg: instrument.TestPackage{Path: "slice"}, test: test.name})
			if s == nil {
				t.Fatal("no slice")
			}
			for n := test.from; n < test.to; n++ {
				if got := r.roleOf(s, n); got != lines[n] {
					t.Errorf("line %d is %q, want %q", n, got, lines[n])
				}
			}
		})
	}
}

// A part is what belongs to a test: what comes before it since the last one, too.
type part struct {
	name     string
	from, to int // lines
}

// known reads what is known of the lines of a file.
func known(t *testing.T, name string) (lines map[int]string, tests []part) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines = map[int]string{}
	scan, n, from := bufio.NewScanner(f), 0, 1
	for scan.Scan() {
		n++
		if m := role.FindStringSubmatch(scan.Text()); m != nil {
			lines[n] = m[1] + m[2]
		}
		if rest, ok := strings.CutPrefix(scan.Text(), "func Test"); ok {
			name, _, _ := strings.Cut(rest, "(")
			tests = append(tests, part{name: "Test" + name, from: from})
		}
		if scan.Text() == "}" && len(tests) > 0 && tests[len(tests)-1].to == 0 && tests[len(tests)-1].from == from {
			tests[len(tests)-1].to, from = n, n+1
		}
	}
	return lines, tests
}

// roleOf is what a slice says of a line, as the comments do.
func (r *runner) roleOf(s *strategy.Slice, line int) string {
	in, leaf := false, false
	needs := map[int]bool{}
	for k, site := range r.build.Sites {
		n := rt.Site(k + 1)
		if site.Position.Line != line || !accesses.MatchString(site.Op) {
			continue
		}
		leaf = leaf || slices.Contains(s.Leaf, n)
		if site.Op == "Lock" {
			continue
		}
		in = in || slices.Contains(s.Roots, n)
		for _, m := range s.Needs[n] {
			if m != n {
				needs[r.build.Sites[m-1].Position.Line] = true
			}
		}
	}
	switch {
	case leaf:
		return "leaf"
	case in:
		return "in"
	case len(needs) > 0:
		out := "needs"
		for _, n := range slices.Sorted(maps.Keys(needs)) {
			out += " " + strconv.Itoa(n)
		}
		return out
	}
	return ""
}

var accesses = regexp.MustCompile("^(Get|Set|At|M|S|R|W|IterMap|IterMapUnseen|IterMapUnseenNonNil|IterMapUnseenWhole|Load|Store|Add|AddOnly|Swap|CompareAndSwap|Lock)$")
