package explore

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

var replays = flag.Int("replays", 3, "how many times the schedule of each bug of the small tests is replayed")

// want is the comment on a line where a bug shows; in a test that a page has, it says why.
var want = regexp.MustCompile(`// (?:want (\w+)|(race|deadlock|leak): .*)$`)

// long is the comment at the head of a test of which the exploration takes seconds.
var long = regexp.MustCompile(`^func (Test\w+)\(.* // long$`)

// A answer is what is known of a small test.
type answer struct {
	kind  rt.BugKind // "" for none
	long  bool
	lines []string // file:line where it may show
}

// answers reads what is known of the tests in dir, by name.
func answers(t *testing.T, dir string) map[string]*answer {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*answer{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var last *answer
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			if test, ok := strings.CutPrefix(lines.Text(), "func Test"); ok {
				test, _, _ = strings.Cut(test, "(")
				last = &answer{long: long.MatchString(lines.Text())}
				out["Test"+test] = last
			}
			if m := want.FindStringSubmatch(lines.Text()); m != nil {
				last.kind = rt.BugKind(m[1] + m[2])
				last.lines = append(last.lines, fmt.Sprintf("%s:%d", filepath.Base(name), n))
			}
		}
	}
	return out
}

// TestSmall explores small tests with known answers, and replays the schedule of each bug again and again in other
// processes.
func TestSmall(t *testing.T) {
	kinds := smallTests(t, "testdata/small", 100)
	for _, kind := range []rt.BugKind{"", rt.Race, rt.Deadlock, rt.Leak, rt.Failure, rt.Panic, rt.Livelock} {
		if kinds[kind] < 3 {
			t.Errorf("%d tests with bug %q", kinds[kind], kind)
		}
	}
	t.Logf("tests by kind of bug: %v", slices.Sorted(maps.Keys(kinds)))
}

// TestLasting does so with those of goroutines that live as long as the process, which would be in every test of a package.
func TestLasting(t *testing.T) { smallTests(t, "testdata/lasting", 2) }

// smallTests explores the tests in dir, of which there are at least so many, and counts the bugs that are known of them.
func smallTests(t *testing.T, dir string, least int) (kinds map[rt.BugKind]int) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	known := answers(t, dir)
	if len(known) < least {
		t.Fatalf("only %d tests", len(known))
	}
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != len(known) {
		t.Errorf("%d tests are explored, want %d", len(tasks), len(known))
	}
	kinds = map[rt.BugKind]int{}
	for _, k := range tasks {
		kinds[known[k.test].kind]++
		t.Run(k.test, func(t *testing.T) {
			if known[k.test].long {
				thorough.Only(t)
			} else {
				thorough.OneIn(t, 4)
			}
			small(t, r, k, known[k.test])
		})
	}
	return kinds
}

// buildTests instruments a package.
func buildTests(t *testing.T, c instrument.Config) *runner {
	t.Helper()
	opts := Options{Config: c}
	tmp := t.TempDir()
	build, err := instrument.Instrument(t.Context(), opts.Config, sources(), tmp)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range build.Notes {
		t.Errorf("%s: %s", n.Position, n.Text)
	}
	return &runner{opts: opts, build: build, dir: tmp, meaning: &meaning{}, natives: &natives{}}
}

// small explores a test and compares what is found with what is known.
func small(t *testing.T, r *runner, k task, known *answer) {
	job := worker.Job{Strategy: worker.DefaultStrategy, Bound: -1, Time: time.Minute, Seed: 1, Minimize: true}
	job.ClockAny = strings.HasSuffix(k.test, "ClockAny")
	out := r.explored(t, k, job)
	if known.kind == "" {
		if out.Verdict != OK {
			t.Errorf("%s %s %v", out.Verdict, out.Reason, out.Result.Bugs)
		}
		return
	}
	if out.Verdict != Buggy {
		t.Fatalf("%s %s, want a %s", out.Verdict, out.Reason, known.kind)
	}
	b := out.Result.Bugs[0]
	at := fmt.Sprintf("%s:%d", filepath.Base(b.Position.File), b.Position.Line)
	if b.Kind != known.kind || !slices.Contains(known.lines, at) {
		t.Errorf("%s: %s: %s, want a %s at %v", at, b.Kind, b.Message, known.kind, known.lines)
	}
	job.Replay = &b.Schedule
	for i := range *replays {
		again := r.explored(t, k, job)
		if again.Verdict != Buggy || again.Result.Bugs[0].Kind != b.Kind || again.Result.Bugs[0].Position != b.Position {
			t.Fatalf("replay %d: %s %s %v", i, again.Verdict, again.Reason, again.Result.Bugs)
		}
	}
}

// explored runs one job.
func (r *runner) explored(t *testing.T, k task, job worker.Job) TestResult {
	one := &runner{opts: r.opts, build: r.build, dir: r.dir, meaning: r.meaning, natives: r.natives}
	one.opts.Job = job
	return one.test(t.Context(), k, 1)
}
