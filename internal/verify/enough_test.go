package verify

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/load"
)

// TestEnough: in a function with a finding about an access it is not looked for long what else is wrong. That this was
// not looked at is no finding.
func TestEnough(t *testing.T) {
	dir := t.TempDir()
	write := into(t, dir)
	write("go.mod", "module m\n\ngo 1.26\n")
	const text = `package m

import "sync"

type T struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

func (t *T) Set(xs []int) int {
	t.n = 1
	return xs[0]
}
`
	write("m.go", text)
	codes := func(clock func() time.Duration) (all []string) {
		result, err := Run(t.Context(), Options{Load: load.Config{Dir: dir}, Checks: AllChecks, Panics: true, Workers: 1, Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range result.Findings {
			all = append(all, d.Code)
		}
		return all
	}
	if all := codes(nil); !slices.Equal(all, []string{"CV0101", "CV0602"}) {
		t.Errorf("with time: %v", all)
	}
	var passed atomic.Int64
	hours := func() time.Duration { return time.Duration(passed.Add(1)) * time.Hour }
	if all := codes(hours); !slices.Equal(all, []string{"CV0101"}) {
		t.Errorf("without time: %v", all)
	}
	write("m.go", strings.Replace(text, "t.n = 1", "t.n = 1 //calvin:ignore CV0101 a test", 1))
	if all := codes(hours); !slices.Equal(all, []string{"CV0902"}) {
		t.Errorf("without time, and the finding is accepted: %v", all)
	}
}
