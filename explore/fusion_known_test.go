package explore

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/worker"
	"github.com/calvin-go/calvin/internal/thorough"
)

// verdicts are tests with the comments that say what is wrong with them, or how many executions show that nothing is, if it
// takes more than one.
var verdicts = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\) \{ // (\w+)(?:, (\d) executions)?$`)

// Fusion is not fooled by a first schedule that looks harmless; and where nothing is wrong one is enough.
func TestFusionIsNotFooled(t *testing.T) {
	thorough.Not(t)
	source, err := os.ReadFile("testdata/fusion/fusion_test.go")
	if err != nil {
		t.Fatal(err)
	}
	want, most := map[string]string{}, map[string]string{}
	for _, m := range verdicts.FindAllStringSubmatch(string(source), -1) {
		want[m[1]], most[m[1]] = m[2], cmp.Or(m[3], "1")
	}
	for _, visible := range []bool{false, true} {
		r, err := Run(context.Background(), Options{
			Config: instrument.Config{Dir: "testdata/fusion"}, Workers: 1,
			Job: worker.Job{Strategy: "fusion", Bound: -1, Time: time.Minute, VisibleAll: visible},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Tests) != len(want) {
			t.Errorf("there are %d tests and %d comments", len(r.Tests), len(want))
		}
		for _, x := range r.Tests {
			got := string(x.Verdict)
			if x.Verdict == Buggy {
				got = string(x.Result.Bugs[0].Kind)
			}
			if got != want[x.Test] {
				t.Errorf("%s, all accesses visible: %t: %s %s, want %s", x.Test, visible, got, x.Reason, want[x.Test])
			}
			if x.Verdict == OK && fmt.Sprint(x.Result.Executions) != most[x.Test] {
				t.Errorf("%s takes %d executions", x.Test, x.Result.Executions)
			}
			t.Logf("%s: %s, %d executions", x.Test, got, x.Result.Executions)
		}
	}
}
