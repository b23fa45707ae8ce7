package explore

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// sampledMark is the comment on a test of whose values, or orders of maps at the lines given, not all are tried.
var sampledMark = regexp.MustCompile(`^func (Test\w+)\(.*// sampled (.*)$`)

// sampledBy reads these comments of the tests in dir, by name.
func sampledBy(t *testing.T, dir string) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines, last := bufio.NewScanner(f), ""
		for n := 1; lines.Scan(); n++ {
			if m := sampledMark.FindStringSubmatch(lines.Text()); m != nil {
				out[m[1]] = strings.Fields(m[2])
			}
			if test, ok := strings.CutPrefix(lines.Text(), "func Test"); ok {
				last, _, _ = strings.Cut("Test"+test, "(")
			}
			if strings.HasSuffix(lines.Text(), "// sampled") {
				out[last] = append(out[last], fmt.Sprintf("%s:%d", filepath.Base(name), n))
			}
		}
	}
	return out
}

// Random values and orders of maps are choices: all are tried where there are few, and where there are many the result says so.
func TestChoices(t *testing.T) {
	dir, err := filepath.Abs("testdata/choices")
	if err != nil {
		t.Fatal(err)
	}
	known, sampled := answers(t, dir), sampledBy(t, dir)
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != len(known) || len(tasks) < 30 {
		t.Errorf("%d tests are explored, want %d", len(tasks), len(known))
	}
	for _, k := range tasks {
		t.Run(k.test, func(t *testing.T) {
			thorough.OneIn(t, 4)
			small(t, r, k, known[k.test])
			if known[k.test].kind != "" {
				return
			}
			job := worker.Job{Strategy: worker.DefaultStrategy, Bound: -1, Time: time.Minute, Seed: 1}
			out := r.explored(t, k, job)
			var got []string
			for _, w := range out.Result.Sampled {
				name := w.Function
				if name == "" {
					name = fmt.Sprintf("%s:%d", filepath.Base(w.Map.File), w.Map.Line)
				}
				got = append(got, name)
			}
			slices.Sort(got)
			if !slices.Equal(got, sampled[k.test]) {
				t.Errorf("sampled: %v, want %v", got, sampled[k.test])
			}
		})
	}
}
