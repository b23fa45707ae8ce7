package explore

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// against is the comment on a line that is against an annotation: the tests that show it, and the annotation.
var against = regexp.MustCompile(`// want ((?:Test\w+ ?)+): (.*)$`)

// TestAnnotations explores packages with annotations and some code that does not keep to them. Each test has the violation
// that a comment says, at its line, and no other; those that none names have none.
func TestAnnotations(t *testing.T) {
	root, err := filepath.Abs("testdata/annotations")
	if err != nil {
		t.Fatal(err)
	}
	type violation struct{ at, annotation string }
	want := map[string]violation{}
	left := map[string]bool{}      // lines with something that is not evaluated
	takesLong := map[string]bool{} // tests
	files, err := filepath.Glob(filepath.Join(root, "*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if strings.HasSuffix(line, "// not evaluated") {
				left[fmt.Sprintf("%s:%d", name, n+1)] = true
			}
			if m := long.FindStringSubmatch(line); m != nil {
				takesLong[m[1]] = true
			}
			if m := against.FindStringSubmatch(line); m != nil {
				for _, test := range strings.Fields(m[1]) {
					want[test] = violation{fmt.Sprintf("%s:%d", filepath.Base(name), n+1), m[2]}
				}
			}
		}
	}
	c := instrument.Config{Dir: root, Patterns: []string{"./..."}, Annotations: true}
	r := &runner{opts: Options{Config: c}, alone: alone, grace: grace, dir: t.TempDir()}
	if r.build, err = instrument.Instrument(t.Context(), c, sources(), r.dir); err != nil {
		t.Fatal(err)
	}
	for _, n := range r.build.Notes {
		at := fmt.Sprintf("%s:%d", n.Position.Filename, n.Position.Line)
		if !left[at] || !strings.HasPrefix(n.Text, "not evaluated: ") {
			t.Errorf("%s: %s", n.Position, n.Text)
		}
		left[at] = false
	}
	for at, unsaid := range left {
		if unsaid {
			t.Errorf("%s: that this is not evaluated is not said", at)
		}
	}
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, k := range tasks {
		shown[k.test] = true
		t.Run(k.test, func(t *testing.T) {
			thorough.If(t, takesLong[k.test])
			job := worker.Job{Test: k.test, Strategy: "dpor", Bound: -1, Time: 10 * time.Second, IgnoreRaces: true}
			m, _, err := r.share(t.Context(), k, job, func(worker.Message) {})
			if err != nil || m.Err != "" || len(m.OutOfControl) > 0 {
				t.Fatal(err, m.Err, m.OutOfControl)
			}
			var got violation
			for _, b := range m.Bugs {
				if b.Kind != rt.Annotation || !b.Confirmed {
					t.Errorf("%s (confirmed: %v): %s", b.Kind, b.Confirmed, b.Message)
					continue
				}
				got = violation{fmt.Sprintf("%s:%d", filepath.Base(b.Position.File), b.Position.Line), cmp.Or(b.Other.What, b.Message)}
			}
			if w := want[k.test]; got.at != w.at || !strings.Contains(got.annotation, w.annotation) {
				t.Errorf("got %v, want %v; %d executions", got, w, m.Executions)
			}
		})
	}
	for test := range want {
		if !shown[test] {
			t.Errorf("there is no %s", test)
		}
	}
}
