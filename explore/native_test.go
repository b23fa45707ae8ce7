package explore

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// What is there in every schedule under control and not outside is no bug, whatever its kind; it is told of with the reason.
func TestNatively(t *testing.T) {
	thorough.Not(t)
	dir, err := filepath.Abs("testdata/native")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(dir, "native_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	r := buildTests(t, instrument.Config{Dir: dir})
	tasks, err := r.tasks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	control := 0
	for _, k := range tasks {
		want := Buggy
		if regexp.MustCompile(`(?m)^func ` + k.test + `\(.*// control$`).Match(source) {
			want, control = Error, control+1
		}
		t.Run(k.test, func(t *testing.T) {
			got := r.explored(t, k, worker.Job{Strategy: "auto", Bound: -1, Time: time.Minute, Seed: 1})
			if got.Verdict != want {
				t.Fatalf("%s %s %v, want %s", got.Verdict, got.Reason, got.Result.Bugs, want)
			}
			seen := "native_test.go:"
			if strings.HasPrefix(k.test, "Example") {
				seen = "false 0" // in the place of the example's first run
			}
			if want == Error && !strings.Contains(got.Reason, seen) {
				t.Errorf("%s: it is not said what was seen", got.Reason)
			}
		})
	}
	if control < 5 || len(tasks) < control+8 {
		t.Errorf("%d of %d are due to control", control, len(tasks))
	}
}
