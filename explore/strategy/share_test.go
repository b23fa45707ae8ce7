package strategy_test

import (
	"math"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// shares are what a strategy says after each execution but the last of two goroutines that change a word three times each.
func shares(t *testing.T, s rt.Strategy) []float64 {
	t.Helper()
	var list []float64
	ask := strategy.NewUntil(s, func(*rt.Execution) bool {
		share, ok := strategy.Share(s)
		if !ok || share < 0 || share > 1 {
			t.Errorf("share %f, %t", share, ok)
		}
		list = append(list, share)
		return false
	})
	rt.Explore(rt.Config{Strategy: ask}, func(*rt.T) {
		x := rt.New(new(atomic.Int32))
		for range 2 {
			rt.Go(1, func() {
				for range 3 {
					rt.Add(2, x, 1)
				}
			})
		}
	})
	return list
}

// The share rises from execution to execution to the whole, where alternatives are known from the beginning.
func TestShareOfDFS(t *testing.T) {
	list := shares(t, strategy.NewChecked(strategy.NewDFS()))
	if len(list) != 19 {
		t.Fatalf("%d executions", len(list))
	}
	last := 0.0
	for _, share := range list {
		if share <= last {
			t.Fatalf("the share falls: %v", list)
		}
		last = share
	}
	if left := 1.0 / 32; math.Abs(1-last-left) > 1e-9 { // the last execution has five decisions among two
		t.Errorf("before the last execution the share is %f", last)
	}
}

// Elsewhere it rises on the whole.
func TestShare(t *testing.T) {
	for name, s := range map[string]rt.Strategy{
		"dpor": strategy.NewReduced(strategy.NewDPOR()), "icb": strategy.NewICB(2, nil), "bpor": strategy.NewBPOR(2),
	} {
		list := shares(t, s)
		if n := len(list); list[0] > 0.8 || list[n-1] < 0.5 {
			t.Errorf("%s: %.2f", name, list)
		}
	}
	if _, ok := strategy.Share(strategy.NewRandom(1)); ok {
		t.Error("a random search has no end")
	}
}
