package fusion

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/prover"
)

func TestTmp(t *testing.T) {
	pr, err := prover.New(prover.Options{Timeout: questionTime, RLimit: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	s := pr.Series()
	for _, f := range []string{"slow-TestDynRec3-20-30", "slow-TestDynRec3-18-28", "slow-TestDynRec3-16-22"} {
		data, _ := os.ReadFile("/tmp/" + f + ".smt2")
		var decls, hyps []string
		for _, l := range strings.Split(string(data), "\n") {
			if strings.HasPrefix(l, "(declare") {
				decls = append(decls, l)
			} else if h, ok := strings.CutPrefix(l, "(assert "); ok {
				hyps = append(hyps, h[:len(h)-1])
			}
		}
		for range 2 {
			b := time.Now()
			r, err := s.Solve(context.Background(), prover.Conjunction{Decls: decls, Formulas: hyps})
			t.Log(f, time.Since(b), r.Status, r.RLimit, r.By, err)
		}
	}
}
